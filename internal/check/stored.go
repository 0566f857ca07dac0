package check

import (
	"context"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// StoredContests returns what the archive stores of contests.
type StoredContests interface {
	// StoredSubmissions returns the submissions of a contest, and what its imports skipped.
	StoredSubmissions(ctx context.Context, contestID int64) ([]contest.Submission, []contest.SkippedItem, error)
	// Checks returns the checks of a contest.
	Checks(ctx context.Context, contestID int64) ([]contest.Check, error)
	// Base returns the base code of a check.
	Base(ctx context.Context, checkID int64) ([]contest.File, error)
}

// StoredRequest returns a check of the stored submissions of a contest. The
// language, the layout and the base code are those of its last check, if any.
func StoredRequest(ctx context.Context, archive StoredContests, contestID int64, name string, p contest.Parameters) (*Request, error) {
	submissions, skipped, err := archive.StoredSubmissions(ctx, contestID)
	if err != nil {
		return nil, err
	}
	req := &Request{Contest: name, Origin: "stored submissions", Submissions: submissions, Skipped: skipped, Parameters: p}
	checks, err := archive.Checks(ctx, contestID)
	if err != nil {
		return nil, err
	}
	last, found := contest.NewestCheck(checks)
	if !found {
		return req, nil
	}
	req.Parameters.Language, req.Parameters.Layout, req.Parameters.Base = last.Parameters.Language, last.Parameters.Layout, last.Parameters.Base
	req.Incomplete = last.Summary.Incomplete
	req.Base, err = archive.Base(ctx, last.ID)
	return req, err
}
