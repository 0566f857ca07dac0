package webtest

import (
	"context"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// The fake store has no jury and no sources: what is handed out is tested with
// the real one.

func (s *FakeStore) Files(context.Context, int64) ([]contest.File, error) { return nil, nil }

func (s *FakeStore) RelatedSubmissions(context.Context, []int64) ([]contest.Side, error) {
	return nil, nil
}

func (s *FakeStore) Cases(context.Context, int64, review.Filter) ([]review.CaseEntry, int, error) {
	return nil, 0, nil
}
