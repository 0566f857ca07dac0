package contestbench

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"slices"
	"time"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/postgres"
)

// Steps is what one process measures of its check.
type Steps struct {
	Submissions int     `json:"submissions"`
	Bytes       int64   `json:"bytes"` // of their files
	Compared    int64   `json:"pairs_compared"`
	Reading     float64 `json:"reading_s"`
	Storing     float64 `json:"storing_s"`
	Lexing      float64 `json:"lexing_s"`
	Indexing    float64 `json:"indexing_s"`
	Scoring     float64 `json:"scoring_s"`
	Matching    float64 `json:"matching_s"`
}

// Part says what one process checks.
type Part struct {
	// First is how many submissions to check: 0 for all, and so is more than
	// there are.
	First int
	// OneMore checks a submission beside these, which is new.
	OneMore bool
}

// Measure reads a contest and checks a part of it in the database at url. It is
// to be the first thing that its process does.
func Measure(ctx context.Context, url string, read func(context.Context) (*check.Request, error), part Part) (*Steps, error) {
	watch := newStopwatch(time.Now)
	req, err := read(ctx)
	if err != nil {
		return nil, err
	}
	if 0 < part.First && part.First < len(req.Submissions) {
		req.Submissions = sample(req.Submissions, part.First)
	}
	if part.OneMore && len(req.Submissions) > 0 {
		req.Submissions = append(req.Submissions, oneMore(req.Submissions))
	}
	s := &Steps{Submissions: len(req.Submissions)}
	for _, submission := range req.Submissions {
		for _, f := range submission.Files {
			s.Bytes += int64(len(f.Content))
		}
	}
	watch.enter(storing)
	db, err := postgres.Open(ctx, url)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	checker := check.Checker{Store: timedStore{db, watch}, ToolVersion: "bench"}
	id, err := checker.Check(ctx, *req, func(stage check.Stage, _, _ int) {
		watch.enter(stepOf(stage))
	})
	if err != nil {
		return nil, err
	}
	times := watch.seconds()
	s.Reading, s.Storing, s.Lexing = times[reading], times[storing], times[lexing]
	s.Indexing, s.Scoring, s.Matching = times[indexing], times[scoring], times[matching]
	done, err := db.Check(ctx, id)
	s.Compared = done.Summary.PairsCompared
	return s, err
}

// stepOf is the step that a stage of a check belongs to.
func stepOf(stage check.Stage) step {
	switch stage {
	case check.Lexing:
		return lexing
	case check.Indexing:
		return indexing
	case check.Comparing, check.ComparingEarlier:
		return scoring
	case check.Matching:
		return matching
	}
	return storing
}

// sample is so many of the submissions, the same ones each time, in their order.
func sample(submissions []contest.Submission, n int) []contest.Submission {
	type hashed struct {
		hash  [sha256.Size]byte
		place int
	}
	order := make([]hashed, len(submissions))
	for i, s := range submissions {
		order[i] = hashed{sha256.Sum256([]byte(s.Path)), i}
	}
	slices.SortFunc(order, func(a, b hashed) int {
		return cmp.Or(bytes.Compare(a.hash[:], b.hash[:]), cmp.Compare(a.place, b.place))
	})
	order = order[:n]
	slices.SortFunc(order, func(a, b hashed) int { return cmp.Compare(a.place, b.place) })
	list := make([]contest.Submission, n)
	for i, h := range order {
		list[i] = submissions[h.place]
	}
	return list
}
