package watch_test

import (
	"context"
	"slices"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/watch"
)

type naive struct {
	p    contest.Parameters
	held []contest.Submission
}

func scorer(db archive, p contest.Parameters) func(context.Context, int64) (watch.Scorer, error) {
	return func(context.Context, int64) (watch.Scorer, error) { return &naive{p: p}, nil }
}

func (n *naive) Remove(ids ...int64) {
	n.held = slices.DeleteFunc(n.held, func(s contest.Submission) bool { return slices.Contains(ids, s.ID) })
}

func (n *naive) Add(ctx context.Context, list []contest.Submission) (pairs []contest.Pair, skipped []contest.Skipped, err error) {
	fresh := len(n.held)
	n.held = append(n.held, list...)
	var wanted []check.PathPair
	var sides [][2]contest.Submission
	for i, a := range n.held {
		for j := max(i+1, fresh); j < len(n.held); j++ {
			b := n.held[j]
			if a.Problem == b.Problem && a.Participant != b.Participant && a.Language == b.Language {
				wanted = append(wanted, check.PathPair{Left: a.Path, Right: b.Path})
				sides = append(sides, [2]contest.Submission{a, b})
			}
		}
	}
	set, err := check.Score(ctx, check.Request{Submissions: n.held, Parameters: n.p}, wanted, func(check.Stage, int, int) {})
	if err != nil {
		return nil, nil, err
	}
	side := func(s contest.Submission) contest.Side {
		return contest.Side{SubmissionID: s.ID, Participant: s.Participant, Problem: s.Problem, Path: s.Path}
	}
	for i, got := range set.Pairs {
		if got.Suspicion >= n.p.Threshold {
			pairs = append(pairs, contest.Pair{Problem: sides[i][0].Problem, Left: side(sides[i][0]), Right: side(sides[i][1]), Scores: got.Scores})
		}
	}
	return pairs, nil, nil
}
