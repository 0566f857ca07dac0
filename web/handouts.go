package web

import (
	"context"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Handouts reads what is handed out and shown on no page.
type Handouts interface {
	// Files returns the files of a submission, sorted by path.
	Files(ctx context.Context, submissionID int64) ([]contest.File, error)
	// RelatedSubmissions returns all that the participants of some submissions handed in
	// for the problems of these, in the order of time.
	RelatedSubmissions(ctx context.Context, submissions []int64) ([]contest.Side, error)
	// Cases returns those cases of a contest that a filter asks for, and how many
	// there are.
	Cases(ctx context.Context, contestID int64, filter review.Filter) (cases []review.CaseEntry, total int, err error)
}
