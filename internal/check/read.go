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
	sample         []uint32 // of the whole program's shingles; nil for one that is too short
}

// read lexes the base code, and the submissions on all processors, and finds the
// participants' own templates. What cannot be compared is returned as skipped.
func read(ctx context.Context, submissions []contest.Submission, baseFiles []contest.File, p contest.Parameters, progress Progress) ([]*entrant, []contest.Skipped, error) {
	base, skipped := program.ReadBase(baseFiles, forcedLanguage(p), p.ShingleLength)
	languages := newLanguages(p.Without)
	results := make([]*entrant, len(submissions))
	reasons := make([][]contest.Skipped, len(submissions))
	progress(Lexing, 0, len(submissions))
	var done atomic.Int64
	workers, ctx := errgroup.WithContext(ctx)
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for i, submission := range submissions {
		workers.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			results[i], reasons[i] = readOne(submission, languages, base, p)
			progress(Lexing, int(done.Add(1)), len(submissions))
			return nil
		})
	}
	if err := workers.Wait(); err != nil {
		return nil, nil, fmt.Errorf("read programs: %w", err)
	}
	read := slices.DeleteFunc(results, func(e *entrant) bool { return e == nil })
	findTemplates(read, p)
	return read, append(skipped, slices.Concat(reasons...)...), nil
}

// readOne lexes one submission. It returns nil where it cannot be compared, and
// what of it was skipped, and why.
func readOne(s contest.Submission, languages languages, base *program.BaseCode, p contest.Parameters) (*entrant, []contest.Skipped) {
	skip := func(format string, args ...any) []contest.Skipped {
		return []contest.Skipped{{Path: s.Path, Reason: fmt.Sprintf(format, args...)}}
	}
	language, ok := languages.byName(s.Language)
	if !ok {
		return nil, skip("in no known language: it is compared when a language is chosen for all files")
	}
	prog, err := program.Read(s.Files, language, p.Language != "")
	if err != nil {
		return nil, skip("%v", err)
	}
	base.Mark(prog)
	e := &entrant{submission: s, language: language, family: language.Family, code: prog.Code(p.ShingleLength)}
	e.submission.Files = nil // the source is stored; only tokens are needed from here on
	if !anyShingle(e.code.Shingles) {
		if len(prog.Tokens) > e.code.Own+len(prog.Files)-1 {
			return nil, skip("too short beside base code: %d tokens of its own; a comparison needs %d in a row", e.code.Own, p.ShingleLength)
		}
		return nil, skip("too short: %d tokens; a comparison needs %d", e.code.Own, p.ShingleLength)
	}
	e.fingerprint, e.hasFingerprint = program.Fingerprint(prog.Tokens)
	e.sample = program.Sample(prog.Tokens)
	return e, prog.Unread
}

func anyShingle(shingles []uint64) bool {
	for _, shingle := range shingles {
		if shingle != 0 {
			return true
		}
	}
	return false
}

func fingerprints(entrants []*entrant) []contest.Fingerprint {
	var list []contest.Fingerprint
	for _, e := range entrants {
		if e.hasFingerprint {
			list = append(list, contest.Fingerprint{SubmissionID: e.submission.ID, Value: uint64(e.fingerprint)})
		}
	}
	return list
}

func samples(entrants []*entrant) []contest.Sample {
	var list []contest.Sample
	for _, e := range entrants {
		if len(e.sample) > 0 {
			list = append(list, contest.Sample{SubmissionID: e.submission.ID, Shingles: e.sample})
		}
	}
	return list
}
