package check

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/ojcheck/ojcheck/internal/boilerplate"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/pairs"
	"github.com/ojcheck/ojcheck/simhash"
)

// solution is a lexed submission, ready for comparison.
type solution struct {
	submission    contest.Submission
	language      *lexer.Language
	family        string // of languages
	code          *program.Code
	template      []contest.Passage // the participant's own
	mergedProblem string            // the problem, or the one that represents similar problems
	// fingerprint is of the whole program; hasFingerprint is false if that is too short.
	fingerprint    simhash.Fingerprint
	hasFingerprint bool
	// ownSample is a sample of its shingles without base code, for searching the archive.
	ownSample []uint32

	contest string // its earlier contest; "" for the one that is checked
	number  int    // of its participant there
}

// LexCache persists lexed files and fingerprints independently of any check.
type LexCache interface {
	// Lexed returns the stored lexed files of submissions in this version, in any order.
	Lexed(ctx context.Context, version int, submissionIDs []int64) ([]contest.LexedFile, error)
	SaveLexed(ctx context.Context, version int, files []contest.LexedFile) error
	fingerprintStore
}

// readBatchSize is the number of submissions whose lexed files are loaded and stored together.
const readBatchSize = 1000

// reader reads submissions.
type reader struct {
	cache      LexCache
	languages  languages
	base       *program.BaseCode
	parameters contest.Parameters
	notIndexed map[int64]bool // submissions of the checked contest without an index entry
	sampled    bool           // read samples of the programs, to search the archive
	lex        lexFunc
	// timedOut is set once the lexer times out on a file, also of base code.
	timedOut atomic.Bool
}

// lexFunc lexes a file, as program.Lex does.
type lexFunc func(content []byte, language *lexer.Language) (*program.LexedFile, error)

// newReader returns a reader and lexes the base code. The reader gets lexed files from
// the cache, which may be nil, and adds newly lexed files and missing index entries.
// lex may be nil for program.Lex. Unreadable base code is returned as skipped.
func newReader(cache LexCache, lex lexFunc, base []contest.File, p contest.Parameters) (*reader, []contest.SkippedItem) {
	if len(p.Without) > 0 {
		cache = nil // the tokens differ from the cached ones
	}
	if lex == nil {
		lex = program.Lex
	}
	known, skipped := program.ReadBase(base, forcedLanguage(p), p.ShingleLength)
	r := &reader{cache: cache, languages: newLanguages(p.Without), base: known, parameters: p, lex: lex, sampled: len(p.Against) > 0}
	r.timedOut.Store(known.TimedOut)
	return r, skipped
}

// read lexes the submissions on all processors, and finds the participants' own
// templates. It returns items that cannot be compared as skipped. It lexes excluded
// submissions only if they miss an index entry. It releases all files: the sources are
// stored, and the rest of the check needs only tokens.
func (r *reader) read(ctx context.Context, submissions, excluded []contest.Submission, progress Progress) ([]*solution, []contest.SkippedItem, error) {
	if err := r.loadNotIndexed(ctx); err != nil {
		return nil, nil, err
	}
	excluded = slices.DeleteFunc(excluded, func(s contest.Submission) bool { return !r.notIndexed[s.ID] })
	total := len(submissions) + len(excluded)
	progress(Lexing, 0, total)
	solutions, skipped, err := r.readAll(ctx, submissions, func(done int) { progress(Lexing, done, total) })
	if err == nil {
		_, _, err = r.readAll(ctx, excluded, func(done int) { progress(Lexing, len(submissions)+done, total) })
	}
	if err != nil {
		return nil, nil, err
	}
	findTemplates(boilerplate.NewFinder(r.parameters.ShingleLength), solutions, r.parameters)
	return solutions, skipped, nil
}

// loadNotIndexed loads the IDs of the contest's submissions without an index entry.
func (r *reader) loadNotIndexed(ctx context.Context) error {
	r.notIndexed = make(map[int64]bool)
	if r.cache == nil {
		return nil
	}
	ids, err := r.cache.NotIndexed(ctx, program.FingerprintVersion, program.SampleVersion)
	if err != nil {
		return fmt.Errorf("read programs: %w", err)
	}
	for _, id := range ids {
		r.notIndexed[id] = true
	}
	return nil
}

// readAll lexes submissions batch by batch.
func (r *reader) readAll(ctx context.Context, submissions []contest.Submission, progress func(done int)) (solutions []*solution, skipped []contest.SkippedItem, err error) {
	done := 0
	for batch := range slices.Chunk(submissions, readBatchSize) {
		read, unread, err := r.readBatch(ctx, batch, func(n int) { progress(done + n) })
		if err != nil {
			return nil, nil, fmt.Errorf("read programs: %w", err)
		}
		done += len(batch)
		solutions = append(solutions, read...)
		skipped = append(skipped, unread...)
	}
	return solutions, skipped, nil
}

// readBatch lexes a few submissions, stores missing index entries, and releases their
// files.
func (r *reader) readBatch(ctx context.Context, batch []contest.Submission, progress func(done int)) ([]*solution, []contest.SkippedItem, error) {
	known, err := r.load(ctx, batch)
	if err != nil {
		return nil, nil, err
	}
	results := make([]readResult, len(batch))
	var done atomic.Int64
	workers, inner := errgroup.WithContext(ctx)
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for i := range batch {
		workers.Go(func() error {
			if err := inner.Err(); err != nil {
				return err
			}
			results[i] = r.readOne(batch[i], known)
			batch[i].Files = nil
			progress(int(done.Add(1)))
			return nil
		})
	}
	if err := workers.Wait(); err != nil {
		return nil, nil, err
	}
	var solutions []*solution
	var skipped []contest.SkippedItem
	var newlyLexed []contest.LexedFile
	var missing indexEntries
	for _, one := range results {
		if one.solution != nil {
			solutions = append(solutions, one.solution)
		}
		skipped = append(skipped, one.skipped...)
		newlyLexed = append(newlyLexed, one.newlyLexed...)
		missing.fingerprints = append(missing.fingerprints, one.missing.fingerprints...)
		missing.samples = append(missing.samples, one.missing.samples...)
	}
	if r.cache != nil {
		if err := r.cache.SaveLexed(ctx, program.LexedFileVersion, newlyLexed); err != nil {
			return nil, nil, err
		}
		if err := missing.save(ctx, r.cache); err != nil {
			return nil, nil, err
		}
	}
	return solutions, skipped, nil
}

// readResult is the result of reading one submission.
type readResult struct {
	solution   *solution // nil if it cannot be compared
	skipped    []contest.SkippedItem
	newlyLexed []contest.LexedFile // files that were not in the cache
	missing    indexEntries
}

// lexedFile identifies a file of a submission and the language it was lexed in.
type lexedFile struct {
	submission int64
	file       int
	language   string
}

// load returns the encoded cached files of submissions.
func (r *reader) load(ctx context.Context, batch []contest.Submission) (map[lexedFile][]byte, error) {
	if r.cache == nil {
		return nil, nil
	}
	files, err := r.cache.Lexed(ctx, program.LexedFileVersion, ids(batch))
	if err != nil {
		return nil, err
	}
	known := make(map[lexedFile][]byte, len(files))
	for _, f := range files {
		known[lexedFile{f.SubmissionID, f.File, f.Language}] = f.Content
	}
	return known, nil
}

// readOne reads one submission.
func (r *reader) readOne(s contest.Submission, known map[lexedFile][]byte) (result readResult) {
	skip := func(format string, args ...any) readResult {
		result.skipped = []contest.SkippedItem{{Path: s.Path, Reason: fmt.Sprintf(format, args...)}}
		return result
	}
	language, ok := r.languages.byName(s.Language)
	if !ok {
		return skip("in no known language: it is compared when a language is chosen for all files")
	}
	timedOut := false
	lex := func(file int, language *lexer.Language) (*program.LexedFile, error) {
		if content, ok := known[lexedFile{s.ID, file, language.ID}]; ok {
			if lexed, err := program.Decode(content); err == nil {
				return lexed, nil
			} // a damaged file is lexed again
		}
		lexed, err := r.lex(s.Files[file].Content, language)
		timedOut = timedOut || errors.Is(err, lexer.ErrLexTimeout)
		if err == nil && r.cache != nil {
			result.newlyLexed = append(result.newlyLexed, contest.LexedFile{SubmissionID: s.ID, File: file, Language: language.ID, Content: lexed.Encode()})
		}
		return lexed, err
	}
	seq, err := program.ReadSequence(s.Files, language, r.parameters.Language != "", lex)
	if timedOut {
		r.timedOut.Store(true)
	}
	if err != nil {
		return skip("%v", err)
	}
	if r.notIndexed[s.ID] && !timedOut { // the index needs the whole program
		result.missing.add(s.ID, seq)
	}
	if n := len(seq.Symbols); n > pairs.MaxShingles {
		return skip("too large: %d tokens in all its files; a comparison takes %d", n, pairs.MaxShingles)
	}
	r.base.Cut(seq)
	var ownSample []uint32
	if r.sampled {
		ownSample = seq.Sample()
	}
	shingleLength := r.parameters.ShingleLength
	code := seq.Code(shingleLength)
	if !slices.ContainsFunc(code.Shingles, func(shingle uint64) bool { return shingle != 0 }) {
		if len(seq.Symbols) > code.OwnTokens+seq.Files-1 {
			return skip("too short beside base code: %d tokens of its own; a comparison needs %d in a row", code.OwnTokens, shingleLength)
		}
		return skip("too short: %d tokens; a comparison needs %d", code.OwnTokens, shingleLength)
	}
	s.Files = nil
	result.solution = &solution{submission: s, language: language, family: language.Family, code: code,
		fingerprint: seq.Fingerprint, hasFingerprint: seq.HasFingerprint, ownSample: ownSample}
	result.skipped = seq.Skipped
	return result
}
