package check

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/simhash"
)

// entrant is a submission ready to be compared: what is left of it once it has
// been lexed.
type entrant struct {
	submission contest.Submission
	language   *lexer.Language
	family     string // of languages
	code       *program.Code
	template   []contest.Passage // the participant's own
	version    string            // the problem, or one of its near-twins that stands for all of them
	// fingerprint is of the whole program; hasFingerprint is false for one
	// that is too short.
	fingerprint    simhash.Fingerprint
	hasFingerprint bool
	// unarchived tells that the archive lacks the fingerprint, or the sample,
	// which is of the whole program's shingles and nil for one that is too short.
	unarchived bool
	sample     []uint32
	ownSample  []uint32 // the same without base code, where the archive is asked for it

	contest string // the earlier one that it is of; "" for the one that is checked
}

// keeper keeps what was read from one check to the next, whatever becomes of the
// check.
type keeper interface {
	// Lexed returns those files of the submissions that are kept as the
	// version reads them, in any order.
	Lexed(ctx context.Context, version int, submissionIDs []int64) ([]contest.LexedFile, error)
	SaveLexed(ctx context.Context, version int, files []contest.LexedFile) error
	archiver
}

// batchRead is the number of submissions whose lexed files are loaded, and
// stored, together.
const batchRead = 1000

// reader reads submissions.
type reader struct {
	kept       keeper
	languages  languages
	base       *program.BaseCode
	parameters contest.Parameters
	unarchived unarchived // of the check's own submissions
}

// newReader lexes the base code. Files that kept has are not lexed again, and it
// gets those that are; it may be nil. What of the base code cannot be read is
// returned as skipped.
func newReader(kept keeper, base []contest.File, p contest.Parameters) (*reader, []contest.Skipped) {
	if len(p.Without) > 0 {
		kept = nil // other tokens than those that everybody else reads
	}
	known, skipped := program.ReadBase(base, forcedLanguage(p), p.ShingleLength)
	return &reader{kept: kept, languages: newLanguages(p.Without), base: known, parameters: p}, skipped
}

// read lexes the submissions on all processors, and finds the participants' own
// templates. What cannot be compared is returned as skipped. Of the submissions,
// it drops the files as it goes: the source is stored, and only tokens are needed
// from here on.
func (r *reader) read(ctx context.Context, submissions []contest.Submission, progress Progress) ([]*entrant, []contest.Skipped, error) {
	if r.kept != nil {
		var err error
		if r.unarchived, err = findUnarchived(ctx, r.kept); err != nil {
			return nil, nil, fmt.Errorf("read programs: %w", err)
		}
	}
	progress(Lexing, 0, len(submissions))
	var entrants []*entrant
	var skipped []contest.Skipped
	for start := 0; start < len(submissions); start += batchRead {
		batch := submissions[start:min(start+batchRead, len(submissions))]
		read, unread, err := r.readBatch(ctx, batch, func(done int) { progress(Lexing, start+done, len(submissions)) })
		if err != nil {
			return nil, nil, fmt.Errorf("read programs: %w", err)
		}
		entrants = append(entrants, read...)
		skipped = append(skipped, unread...)
	}
	findTemplates(entrants, r.parameters)
	return entrants, skipped, nil
}

// readBatch reads a few submissions, and drops their files.
func (r *reader) readBatch(ctx context.Context, batch []contest.Submission, progress func(done int)) ([]*entrant, []contest.Skipped, error) {
	known, err := r.load(ctx, batch)
	if err != nil {
		return nil, nil, err
	}
	results := make([]*entrant, len(batch))
	skipped := make([][]contest.Skipped, len(batch))
	fresh := make([][]contest.LexedFile, len(batch))
	var done atomic.Int64
	workers, inner := errgroup.WithContext(ctx)
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for i := range batch {
		workers.Go(func() error {
			if err := inner.Err(); err != nil {
				return err
			}
			results[i], skipped[i], fresh[i] = r.readOne(batch[i], known)
			batch[i].Files = nil
			progress(int(done.Add(1)))
			return nil
		})
	}
	if err := workers.Wait(); err != nil {
		return nil, nil, err
	}
	if r.kept != nil {
		if err := r.kept.SaveLexed(ctx, program.LexedVersion, slices.Concat(fresh...)); err != nil {
			return nil, nil, err
		}
	}
	return slices.DeleteFunc(results, func(e *entrant) bool { return e == nil }), slices.Concat(skipped...), nil
}

// lexedFile is a file of a submission, read in a language.
type lexedFile struct {
	submission int64
	file       int
	language   string
}

// load returns what is kept of submissions, encoded.
func (r *reader) load(ctx context.Context, batch []contest.Submission) (map[lexedFile][]byte, error) {
	if r.kept == nil {
		return nil, nil
	}
	files, err := r.kept.Lexed(ctx, program.LexedVersion, ids(batch))
	if err != nil {
		return nil, err
	}
	known := make(map[lexedFile][]byte, len(files))
	for _, f := range files {
		known[lexedFile{f.SubmissionID, f.File, f.Language}] = f.Content
	}
	return known, nil
}

// readOne reads one submission. It returns nil where it cannot be compared, what
// of it was skipped, and why, and the files that were lexed for it.
func (r *reader) readOne(s contest.Submission, known map[lexedFile][]byte) (_ *entrant, skipped []contest.Skipped, fresh []contest.LexedFile) {
	skip := func(format string, args ...any) []contest.Skipped {
		return []contest.Skipped{{Path: s.Path, Reason: fmt.Sprintf(format, args...)}}
	}
	language, ok := r.languages.byName(s.Language)
	if !ok {
		return nil, skip("in no known language: it is compared when a language is chosen for all files"), nil
	}
	lex := func(file int, language *lexer.Language) (*program.Lexed, error) {
		if content, ok := known[lexedFile{s.ID, file, language.ID}]; ok {
			if lexed, err := program.Decode(content); err == nil {
				return lexed, nil
			} // or it is damaged, and replaced
		}
		lexed, err := program.Lex(s.Files[file].Content, language)
		if err == nil && r.kept != nil {
			fresh = append(fresh, contest.LexedFile{SubmissionID: s.ID, File: file, Language: language.ID, Content: lexed.Encode()})
		}
		return lexed, err
	}
	seq, err := program.ReadSequence(s.Files, language, r.parameters.Language != "", lex)
	if err != nil {
		return nil, skip("%v", err), fresh
	}
	var sample []uint32
	if r.unarchived[s.ID] {
		sample = seq.Sample()
	}
	r.base.Cut(seq)
	var ownSample []uint32
	if len(r.parameters.Against) > 0 {
		ownSample = seq.Sample()
	}
	shingleLength := r.parameters.ShingleLength
	e := &entrant{submission: s, language: language, family: language.Family, code: seq.Code(shingleLength)}
	e.submission.Files = nil
	if !anyShingle(e.code.Shingles) {
		if len(seq.Symbols) > e.code.Own+seq.Files-1 {
			return nil, skip("too short beside base code: %d tokens of its own; a comparison needs %d in a row", e.code.Own, shingleLength), fresh
		}
		return nil, skip("too short: %d tokens; a comparison needs %d", e.code.Own, shingleLength), fresh
	}
	e.fingerprint, e.hasFingerprint = seq.Fingerprint, seq.HasFingerprint
	e.unarchived, e.sample, e.ownSample = r.unarchived[s.ID], sample, ownSample
	return e, seq.Unread, fresh
}

func anyShingle(shingles []uint64) bool {
	for _, shingle := range shingles {
		if shingle != 0 {
			return true
		}
	}
	return false
}
