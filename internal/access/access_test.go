package access_test

import (
	"context"
	"errors"
	"testing"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
)

// foreignStore has check 7 of contest 1. All other reads of it panic.
type foreignStore struct{ access.Store }

func (foreignStore) Check(context.Context, int64) (contest.Check, error) {
	return contest.Check{ID: 7, ContestID: 1}, nil
}

// A member of another contest reads nothing of a contest, whatever the handler asks for.
func TestOnlyMembersRead(t *testing.T) {
	t.Parallel()
	ctx := access.WithViewer(t.Context(), access.Viewer{Roles: map[int64]account.Role{2: account.Chief}})
	r := access.New(access.Sources{Store: foreignStore{}}).Reader(ctx)
	check := contest.Check{ID: 7, ContestID: 1}
	for name, read := range map[string]func() error{
		"Contest":    func() error { _, err := r.Contest(ctx, 1); return err },
		"Check":      func() error { _, err := r.Check(ctx, 7); return err },
		"Checks":     func() error { _, err := r.Checks(ctx, 1); return err },
		"Histograms": func() error { _, err := r.Histograms(ctx, check); return err },
		"Skipped":    func() error { _, _, err := r.Skipped(ctx, check, 0, 0); return err },
		"Pairs":      func() error { _, _, err := r.Pairs(ctx, 7, contest.PairFilter{}); return err },
		"PairIDs":    func() error { _, _, err := r.PairIDs(ctx, 7, contest.PairFilter{}); return err },
		"NextToReview": func() error {
			_, _, err := r.NextToReview(ctx, contest.Pair{CheckID: 7}, contest.PairFilter{}, 1)
			return err
		},
		"Clusters":         func() error { _, _, err := r.Clusters(ctx, 7, contest.ClusterFilter{}, 0, 0); return err },
		"Cluster":          func() error { _, err := r.Cluster(ctx, 7, 1); return err },
		"ClusterEdges":     func() error { _, err := r.ClusterEdges(ctx, check, nil); return err },
		"ClusterStates":    func() error { _, err := r.ClusterStates(ctx, check); return err },
		"Progress":         func() error { _, err := r.Progress(ctx, check); return err },
		"Cases":            func() error { _, err := r.Cases(ctx, 1); return err },
		"Submissions":      func() error { _, err := r.Submissions(ctx, 1, contest.SubmissionFilter{}, 0, 1); return err },
		"Participant":      func() error { _, err := r.Participant(ctx, 1, 1); return err },
		"Outcomes":         func() error { _, err := r.Outcomes(ctx, 1); return err },
		"KnownSources":     func() error { _, err := r.KnownSources(ctx, 1); return err },
		"NearSources":      func() error { _, _, err := r.NearSources(ctx, check, contest.NearFilter{}); return err },
		"NewestAlerts":     func() error { _, err := r.NewestAlerts(ctx, 1, contest.AlertFilter{}); return err },
		"AlertsAfter":      func() error { _, _, err := r.AlertsAfter(ctx, 1, 0, 1); return err },
		"AlertProblems":    func() error { _, err := r.AlertProblems(ctx, 1); return err },
		"AlertCounts":      func() error { _, err := r.AlertCounts(ctx, 1); return err },
		"Watch":            func() error { _, err := r.Watch(ctx, contest.Contest{ID: 1}); return err },
		"ActiveReviewers":  func() error { _, err := r.ActiveReviewers(ctx, 1); return err },
		"ClustersToReview": func() error { _, err := r.ClustersToReview(ctx, check); return err },
	} {
		if err := read(); !errors.Is(err, contest.ErrNotFound) {
			t.Errorf("%s: got error %v, want ErrNotFound", name, err)
		}
	}
}
