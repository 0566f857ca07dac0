package inspect

import (
	"context"
	"fmt"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/facts"
)

const (
	// minKeptTokens is the least number of own tokens of an attempt for which keptShare returns a share.
	minKeptTokens = 50
	// maxRatedAttempts bounds the pairs of successive attempts whose programs Rewrites reads. 1,000 pairs take 0.3 s.
	maxRatedAttempts = 1000
)

// keptShare returns the share, 0 to 1, of an attempt's own tokens that are in a shingle of the next attempt
// too. ok is false if the attempt is too short, or the families of languages differ.
func keptShare(before, after shingleSet) (share float64, ok bool) {
	if before.family != after.family || before.code == nil || after.code == nil {
		return 0, false
	}
	shingles := before.code.Shingles()
	// isOwn and isKept are about the tokens of before.
	isOwn, isKept := make([]bool, len(shingles)), make([]bool, len(shingles))
	for i, shingle := range shingles {
		if !before.has(shingle) {
			continue
		}
		for token := i; token < min(i+before.length, len(isOwn)); token++ {
			isOwn[token] = true
			isKept[token] = isKept[token] || after.has(shingle)
		}
	}
	own, kept := 0, 0
	for i := range isOwn {
		if isOwn[i] {
			own++
		}
		if isKept[i] {
			kept++
		}
	}
	if own < minKeptTokens {
		return 0, false
	}
	return float64(kept) / float64(own), true
}

// markRewrites sets which share of the previous attempt each attempt of a lane keeps.
func markRewrites(lane *evidence.Lane, sets map[int64]shingleSet) {
	for i := 1; i < len(lane.Attempts); i++ {
		before, a := lane.Attempts[i-1], &lane.Attempts[i]
		if before.Problem != a.Problem {
			continue
		}
		if share, ok := keptShare(sets[before.SubmissionID], sets[a.SubmissionID]); ok {
			a.KeptShare = &share
		}
	}
}

// RewriteRate counts the rewrites in a check. The total counts all attempts that follow another attempt of the
// participant for the problem. In a large contest RewriteRate reads a random sample.
func (ins *Inspector) RewriteRate(ctx context.Context, checkID int64) (facts.Rate, error) {
	return ins.rewrites.get(ctx, checkID)
}

func (ins *Inspector) loadRewriteRate(ctx context.Context, checkID int64) (rate facts.Rate, size int, err error) {
	defer prefixError(&err, "count the rewrites of check %d", checkID)
	c, err := ins.checks.get(ctx, checkID)
	if err != nil {
		return rate, 0, err
	}
	successive, err := ins.store.SuccessiveAttempts(ctx, checkID, maxRatedAttempts+1)
	if err != nil {
		return rate, 0, err
	}
	if rate.Sampled = len(successive) > maxRatedAttempts; rate.Sampled {
		successive = successive[:maxRatedAttempts]
	}
	const batch = 100 // bounds the programs in memory: two for each
	for part := range slices.Chunk(successive, batch) {
		var sides []contest.Side
		for _, attempts := range part {
			sides = append(sides, attempts[:]...)
		}
		sets, err := ins.readSets(ctx, c, sides)
		if err != nil {
			return rate, 0, err
		}
		for _, attempts := range part {
			if share, ok := keptShare(sets[attempts[0].SubmissionID], sets[attempts[1].SubmissionID]); ok {
				rate.Total++
				if facts.IsRewrite(share) {
					rate.Count++
				}
			}
		}
	}
	return rate, 64, nil
}

// KeptShares returns, by submission ID, which share of the previous attempt's own tokens each attempt keeps, 0 to 1. The
// attempts are of one participant for one problem, in order of time. It reads only the last 2*maxAttempts of them.
func (ins *Inspector) KeptShares(ctx context.Context, checkID int64, attempts []contest.Side) (map[int64]float64, error) {
	c, err := ins.checks.get(ctx, checkID)
	if err != nil {
		return nil, err
	}
	attempts = attempts[max(0, len(attempts)-2*maxAttempts):]
	sets, err := ins.readSets(ctx, c, attempts)
	if err != nil {
		return nil, fmt.Errorf("compare the attempts of a participant: %w", err)
	}
	shares := make(map[int64]float64)
	for n := 1; n < len(attempts); n++ {
		if share, ok := keptShare(sets[attempts[n-1].SubmissionID], sets[attempts[n].SubmissionID]); ok {
			shares[attempts[n].SubmissionID] = share
		}
	}
	return shares, nil
}

// readSets is like shingleSets, but reads the files and own templates first.
func (ins *Inspector) readSets(ctx context.Context, c *openCheck, sides []contest.Side) (map[int64]shingleSet, error) {
	stored, err := ins.readStored(ctx, c, idsOf(sides))
	if err != nil {
		return nil, err
	}
	return ins.shingleSets(ctx, c, sides, stored)
}
