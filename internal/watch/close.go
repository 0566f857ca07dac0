package watch

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/intake"
)

// close runs the closing check, which upholds or withdraws each alert.
func (f *follower) close(ctx context.Context) (result Result, err error) {
	result = Result{ContestID: f.watch.ContestID}
	if result.ContestID == 0 {
		return result, nil
	}
	f.log.Info("no updates follow: running the closing check")
	f.watch.State, f.watch.Reason = contest.WatchClosing, i18n.Text{}
	if err := f.saveWatch(ctx); err != nil {
		return result, err
	}
	stop := f.heartbeat(ctx)
	defer stop()
	result.CheckID, err = retryValue(ctx, f, func() (int64, error) {
		request, err := f.closingRequest(ctx) // not outside, where its files would stay in memory during the check
		if err == nil {
			err = f.retractDeleted(ctx)
		}
		if err != nil || len(request.Submissions) == 0 {
			return 0, err
		}
		return f.Checker.Check(ctx, request, nil)
	})
	if err != nil {
		return result, i18n.Errorf("the closing check: %s", err)
	}
	err = f.retry(ctx, func() error {
		added, err := f.Store.CloseAlerts(ctx, result.ContestID, result.CheckID, time.Now())
		result.AddedAlerts = len(added)
		return err
	})
	if err == nil {
		err = f.publish(ctx)
	}
	if err == nil {
		result.Alerts, err = retryValue(ctx, f, func() (contest.AlertCounts, error) {
			return f.Store.AlertCounts(ctx, result.ContestID, nil)
		})
	}
	if err != nil {
		return result, err
	}
	stop() // or it could store the state before once more
	f.watch.State, f.watch.CheckID = contest.WatchEnded, result.CheckID
	return result, f.saveWatch(ctx)
}

// retractDeleted marks stored submissions as retracted if the judge system no longer has them.
func (f *follower) retractDeleted(ctx context.Context) error {
	var deleted []string
	for id := range f.stored {
		if _, ok := f.model.Submission(id); !ok {
			deleted = append(deleted, pathOf(id))
		}
	}
	if len(deleted) == 0 {
		return nil
	}
	slices.Sort(deleted)
	return f.retry(ctx, func() error { return f.Store.Retract(ctx, f.watch.ContestID, deleted) })
}

// closingRequest returns the request of the closing check: all submissions that the judge system has now, with
// their files from the archive.
func (f *follower) closingRequest(ctx context.Context) (check.Request, error) {
	stored, skipped, err := f.storedSubmissions(ctx)
	if err != nil {
		return check.Request{}, err
	}
	files := make(map[string][]contest.File, len(stored))
	for _, s := range stored {
		files[s.Path] = s.Files
	}
	skip := func(items ...contest.SkippedItem) { f.skipped = append(f.skipped, items...) }
	for _, s := range skipped {
		if strings.HasPrefix(s.Path, ccs.PathPrefix) {
			skip(s)
		}
	}
	request := check.Request{
		Contest: f.Contest, Origin: f.origin(), Participants: f.model.Participants(), Metadata: f.model.Metadata(),
		Base: f.Base, Parameters: f.Parameters, By: f.By, AuditAs: f.auditAction(),
	}
	// The check upholds an alert only if the pair is stored, so it must store all pairs that reach the
	// threshold.
	if threshold := request.Parameters.Threshold; threshold > 0 {
		request.Parameters.Keep = min(request.Parameters.Keep, threshold)
	}
	skip(f.model.Missing()...)
	attempts := f.model.Attempts()
	for _, id := range f.model.Submissions() {
		s, _ := f.model.Submission(id)
		s.Attempt = attempts[id]
		switch failure := f.fetcher.failures[id]; {
		case s.IgnoreReason != "":
			skip(contest.SkippedItem{Path: s.Path, Reason: i18n.Textf(s.IgnoreReason)})
		case files[s.Path] != nil:
			s.Submission.Files = files[s.Path]
			s.Language = intake.LanguageOf(s.Submission)
			request.Submissions = append(request.Submissions, s.Submission)
		case failure != nil:
			skip(contest.SkippedItem{Path: s.Path, Reason: i18n.Textf("could not be fetched: %s", failure.err)})
		}
	}
	slices.SortFunc(f.skipped, contest.SkippedItem.Compare)
	// Remove an item if a first try to fetch its submission failed and a later try succeeded.
	isFetched := func(s contest.SkippedItem) bool { return files[s.Path] != nil }
	f.skipped = slices.DeleteFunc(slices.Compact(f.skipped), isFetched)
	request.Skipped = f.skipped
	return request, nil
}
