package check

import (
	"context"
	"errors"
	"fmt"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/pairs"
)

// tellOthers notes at each match of a pair how many other participants have it
// too: the number of those who have the rarest of its shingles, so that each
// passage of the match is found with at least so many. A match too short to hold
// a shingle tells nothing, nor does a check that kept no frequencies or whose
// shingles were others.
func (o *Opener) tellOthers(ctx context.Context, pair contest.Pair, left *program.Code, matches []pairs.Match, view *evidence.View) error {
	if o.free() || o.outdated() || len(o.check.Parameters.Without) > 0 {
		return nil
	}
	problem := pair.Left.Problem
	if o.check.Parameters.AcrossProblems {
		problem = ""
	}
	f, err := o.frequencies(ctx, problem, pair.Language)
	if err != nil || f == nil {
		return err
	}
	own := 2
	if pair.Earlier() {
		own = 1
	}
	for i, m := range matches {
		if n, ok := f.rarest(m, left.Shingles, o.check.Parameters.ShingleLength); ok {
			others := max(0, n-own)
			view.Matches[i].OtherParticipants = &others
		}
	}
	view.OthersAmong = among(pair, problem)
	return nil
}

// among says who was counted.
func among(pair contest.Pair, problem string) string {
	text := "who handed in " + evidence.FamilyName(pair.Language)
	if problem != "" {
		text += " for this problem"
	}
	if pair.Earlier() {
		text += " in the left program's contest"
	}
	return text
}

// rarest returns how many participants have the rarest shingle of a match, by
// the shingles of the left program, each of so many tokens; ok is false where the
// match holds none.
func (f *frequencies) rarest(m pairs.Match, shingles []uint64, length int) (n int, ok bool) {
	for _, t := range m.Tiles {
		for i := t.Left; i+length <= t.Left+t.Length; i++ {
			if count := f.of(shingles[i]); !ok || count < n {
				n, ok = count, true
			}
		}
	}
	return n, ok
}

// frequencies returns what is kept of a pool; nil where nothing is. It keeps the
// last in memory, for most pairs that are opened one after another are of one.
func (o *Opener) frequencies(ctx context.Context, problem, language string) (*frequencies, error) {
	key := [2]string{problem, language}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.pool == key && o.counted != nil {
		return o.counted, nil
	}
	content, err := o.archive.Frequencies(ctx, o.check.ID, problem, language)
	if errors.Is(err, contest.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	f, err := decodeFrequencies(content)
	if err != nil {
		return nil, fmt.Errorf("check %d: %w", o.check.ID, err)
	}
	o.pool, o.counted = key, f
	return f, nil
}
