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
	// minKeptTokens is the least number of own tokens in an attempt, for a share of tokens that the next attempt keeps.
	minKeptTokens = 50
	// maxRatedAttempts bounds the attempts whose programs Rewrites reads. 1,000 attempts take 0.3 s.
	maxRatedAttempts = 1000
)

// kept returns the share, 0 to 1, of an attempt's tokens in passages of its own code that the next
// attempt keeps. ok is false if the attempt is too short, or the families of languages differ.
func kept(before, after shingleSet) (share float64, ok bool) {
	if before.family != after.family || before.code == nil || after.code == nil {
		return 0, false
	}
	shingles := before.code.Shingles()
	own, stays := make([]bool, len(shingles)), make([]bool, len(shingles))
	for i, shingle := range shingles {
		if !before.has(shingle) {
			continue
		}
		for at := i; at < min(i+before.length, len(own)); at++ {
			own[at] = true
			stays[at] = stays[at] || after.has(shingle)
		}
	}
	tokens, same := 0, 0
	for i := range own {
		if own[i] {
			tokens++
		}
		if stays[i] {
			same++
		}
	}
	if tokens < minKeptTokens {
		return 0, false
	}
	return float64(same) / float64(tokens), true
}

// markRewrites sets how much each attempt of a lane keeps of the previous attempt.
func markRewrites(lane *evidence.Lane, sets map[int64]shingleSet) {
	for i := 1; i < len(lane.Attempts); i++ {
		before, a := lane.Attempts[i-1], &lane.Attempts[i]
		if before.Problem != a.Problem {
			continue
		}
		if share, ok := kept(sets[before.SubmissionID], sets[a.SubmissionID]); ok {
			a.Kept = &share
		}
	}
}

// Rewrites counts the rewrites in a check, among all attempts that follow another attempt of the
// participant for the problem. In a large contest Rewrites reads a random sample.
func (i *Inspector) Rewrites(ctx context.Context, checkID int64) (facts.Rate, error) {
	return i.rewrites.get(ctx, checkID)
}

func (i *Inspector) loadRewrites(ctx context.Context, checkID int64) (rate facts.Rate, size int, err error) {
	defer wrap(&err, "count the rewrites of check %d", checkID)
	c, err := i.checks.get(ctx, checkID)
	if err != nil {
		return rate, 0, err
	}
	followed, err := i.store.FollowedAttempts(ctx, checkID, maxRatedAttempts+1)
	if err != nil {
		return rate, 0, err
	}
	if rate.Sampled = len(followed) > maxRatedAttempts; rate.Sampled {
		followed = followed[:maxRatedAttempts]
	}
	const batch = 100 // bounds the programs in memory
	for part := range slices.Chunk(followed, batch) {
		var sides []contest.Side
		for _, f := range part {
			sides = append(sides, f[:]...)
		}
		sets, err := i.readSets(ctx, c, sides)
		if err != nil {
			return rate, 0, err
		}
		for _, f := range part {
			if share, ok := kept(sets[f[0].SubmissionID], sets[f[1].SubmissionID]); ok {
				rate.Total++
				if facts.IsRewrite(share) {
					rate.Count++
				}
			}
		}
	}
	return rate, 64, nil
}

// Kept returns, by submission ID, how much each attempt of one participant for one problem keeps of the
// previous attempt. The attempts are in order of time. Of very many attempts, Kept reads only the last.
func (i *Inspector) Kept(ctx context.Context, checkID int64, attempts []contest.Side) (map[int64]float64, error) {
	c, err := i.checks.get(ctx, checkID)
	if err != nil {
		return nil, err
	}
	attempts = attempts[max(0, len(attempts)-2*maxAttempts):]
	sets, err := i.readSets(ctx, c, attempts)
	if err != nil {
		return nil, fmt.Errorf("compare the attempts of a participant: %w", err)
	}
	shares := make(map[int64]float64)
	for n := 1; n < len(attempts); n++ {
		if share, ok := kept(sets[attempts[n-1].SubmissionID], sets[attempts[n].SubmissionID]); ok {
			shares[attempts[n].SubmissionID] = share
		}
	}
	return shares, nil
}

// readSets returns the shingle sets of submissions by submission ID, without unreadable submissions.
func (i *Inspector) readSets(ctx context.Context, c *openCheck, sides []contest.Side) (map[int64]shingleSet, error) {
	stored, err := i.readStored(ctx, c, idsOf(sides))
	if err != nil {
		return nil, err
	}
	return i.shingleSets(ctx, c, sides, stored)
}
