package archivebench

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/simhash"
)

// Programs are real programs, as the archive sees them.
type Programs struct {
	Origin   string                  // where they were read
	problems [][]simhash.Fingerprint // of each problem, those of its programs
	count    int
}

// ReadPrograms reads a contest and fingerprints its programs. Those that are too
// short to have a fingerprint, or in no known language, are left out. An input
// that was not read to its end is an error: what is measured is a contest.
func ReadPrograms(ctx context.Context, paths []string, opts intake.Options) (*Programs, error) {
	set, err := intake.Read(ctx, paths, opts)
	if err != nil && (set == nil || !alone(set.Submissions)) {
		return nil, err
	}
	if len(set.Incomplete) > 0 {
		return nil, errors.New(strings.Join(set.Incomplete, "; "))
	}
	fingerprints := make([]simhash.Fingerprint, len(set.Submissions))
	known := make([]bool, len(set.Submissions))
	workers, ctx := errgroup.WithContext(ctx)
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for i, s := range set.Submissions {
		workers.Go(func() error {
			fingerprints[i], known[i] = fingerprint(s)
			return ctx.Err()
		})
	}
	if err := workers.Wait(); err != nil {
		return nil, fmt.Errorf("fingerprint programs: %w", err)
	}
	p := &Programs{Origin: strings.Join(paths, " ")}
	places := make(map[string]int)
	for i, s := range set.Submissions {
		if !known[i] {
			continue
		}
		place, ok := places[s.Problem]
		if !ok {
			place = len(p.problems)
			places[s.Problem] = place
			p.problems = append(p.problems, nil)
		}
		p.problems[place] = append(p.problems[place], fingerprints[i])
		p.count++
	}
	if p.count == 0 {
		return nil, fmt.Errorf("%s: no program is long enough to have a fingerprint", p.Origin)
	}
	return p, nil
}

// alone reports whether submissions are all of one participant: a contest that
// cannot be compared, but has programs.
func alone(submissions []contest.Submission) bool {
	for _, s := range submissions {
		if s.Participant != submissions[0].Participant {
			return false
		}
	}
	return len(submissions) > 0
}

func fingerprint(s contest.Submission) (simhash.Fingerprint, bool) {
	language, ok := lexer.ByName(s.Language)
	if !ok {
		return 0, false
	}
	p, err := program.Read(s.Files, language, false)
	if err != nil {
		return 0, false
	}
	return program.Fingerprint(p.Tokens)
}
