package inspect

import (
	"context"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/facts"
)

const (
	// minOwnTokens is the least number of own tokens of an attempt for which keptShare returns a share.
	minOwnTokens = 50
	// maxRatedAttempts bounds the pairs of successive attempts whose programs RewriteRate reads. 1,000 pairs take 0.3 s.
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
	if own < minOwnTokens {
		return 0, false
	}
	return float64(kept) / float64(own), true
}

// setKeptShares sets which share of the attempt before it each attempt of a lane keeps. It leaves out attempts that the check
// did not compare, as RewriteRate does, unless there is no check.
func setKeptShares(lane *evidence.Lane, sets map[int64]shingleSet, hasCheck bool) {
	last := make(map[string]evidence.Attempt) // the last attempt for each problem
	for i := range lane.Attempts {
		a := &lane.Attempts[i]
		if hasCheck && !a.InCheck {
			continue
		}
		before := last[a.Problem]
		if share, ok := keptShare(sets[before.SubmissionID], sets[a.SubmissionID]); ok {
			a.KeptShare, a.SubmissionBefore, a.NumberBefore = &share, before.SubmissionID, before.Number
		}
		last[a.Problem] = *a
	}
}

// RewriteRate counts the rewrites in a check. The total counts the attempts that follow another attempt of
// the participant for the problem, if keptShare returns a share for both. In a large contest RewriteRate reads a random sample.
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

// KeptShares returns the attempts that follow another one, with the share of that attempt's own tokens that each keeps. The given
// attempts are of one participant for one problem, in order of time. KeptShares leaves out those that the check did not compare,
// and reads only the last 2*maxAttempts of the others.
func (ins *Inspector) KeptShares(ctx context.Context, checkID int64, attempts []contest.Side) (list []facts.Attempt, err error) {
	defer prefixError(&err, "compare the attempts of a participant")
	c, err := ins.checks.get(ctx, checkID)
	if err != nil {
		return nil, err
	}
	stored, err := ins.store.Attempts(ctx, checkID, idsOf(attempts))
	if err != nil {
		return nil, err
	}
	isCompared := make(map[int64]bool)
	for _, a := range stored {
		isCompared[a.SubmissionID] = a.Compared
	}
	attempts = slices.DeleteFunc(slices.Clone(attempts), func(s contest.Side) bool { return !isCompared[s.SubmissionID] })
	attempts = attempts[max(0, len(attempts)-2*maxAttempts):]
	sets, err := ins.readSets(ctx, c, attempts)
	if err != nil {
		return nil, err
	}
	for n := 1; n < len(attempts); n++ {
		before, a := attempts[n-1], attempts[n]
		if share, ok := keptShare(sets[before.SubmissionID], sets[a.SubmissionID]); ok {
			list = append(list, facts.Attempt{
				Participant: a.Participant, Number: a.Attempt, NumberBefore: before.Attempt, KeptShare: share,
				Submission: a.SubmissionID, SubmissionBefore: before.SubmissionID,
			})
		}
	}
	return list, nil
}

// readSets is like shingleSets, but reads the files and own templates first.
func (ins *Inspector) readSets(ctx context.Context, c *openCheck, sides []contest.Side) (map[int64]shingleSet, error) {
	stored, err := ins.readStored(ctx, c, idsOf(sides))
	if err != nil {
		return nil, err
	}
	return ins.shingleSets(ctx, c, sides, stored)
}
