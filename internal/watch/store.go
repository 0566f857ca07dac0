package watch

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/review"
)

// storable reports whether a submission is ready to be stored.
func (f *follower) storable() bool {
	for id := range f.ready {
		if f.judged[id] || f.closing {
			return true
		}
	}
	return false
}

// flush stores the ready and judged submissions with the facts of the model, and loads
// those to compare into the scorer.
func (f *follower) flush(ctx context.Context) error {
	var batch []contest.Submission
	var ids []string
	var filed []int64 // submissions whose files the archive has
	for _, id := range slices.Sorted(maps.Keys(f.ready)) {
		s, ok := f.model.Submission(id)
		if !ok || s.IgnoreReason != "" || !s.Judged && !f.closing {
			continue
		}
		submission := s.Submission
		if submission.Files = f.ready[id].files; submission.Files == nil {
			filed = append(filed, f.stored[id].submission)
		}
		batch, ids = append(batch, submission), append(ids, id)
	}
	if len(batch) == 0 {
		return nil
	}
	if err := f.loadFiles(ctx, batch, ids, filed); err != nil {
		return err
	}
	for i := range batch {
		batch[i].Language = intake.LanguageOf(batch[i])
	}
	var contestID int64
	err := f.retry(ctx, func() error {
		id, added, err := f.Store.Import(ctx, review.CommandLine, f.auditAs(), f.Contest, f.origin(), batch, f.skipped, nil)
		contestID, f.logged = id, f.logged || added > 0
		return err
	})
	if err != nil {
		return err
	}
	if f.watch.ContestID != 0 && contestID != f.watch.ContestID {
		return fmt.Errorf("contest %q was deleted while it was followed; run the command again to store it once more", f.Contest)
	}
	f.watch.ContestID, f.skipped = contestID, nil
	var compared []contest.Submission
	for i, id := range ids {
		refs := f.ready[id].refs
		if old := f.stored[id]; refs == "" && old != nil {
			refs = old.refs
		}
		delete(f.ready, id)
		f.withdraw(f.stored[id])
		one := &storedSubmission{submission: batch[i].ID, facts: factsOf(batch[i]), refs: refs}
		f.stored[id] = one
		if one.compared = f.isCompared(one.facts); one.compared {
			compared = append(compared, batch[i])
		}
	}
	return f.load(ctx, compared)
}

// auditAs returns the action of the audit log for an import: a run is logged once,
// not with each of its many imports.
func (f *follower) auditAs() review.Action {
	if f.logged {
		return review.ActionNone
	}
	return review.ActionFollow
}

// loadFiles reads the files of submissions that were stored before.
func (f *follower) loadFiles(ctx context.Context, batch []contest.Submission, ids []string, filed []int64) error {
	if len(filed) == 0 {
		return nil
	}
	files, err := retryValue(ctx, f, func() (map[int64][]contest.File, error) { return f.Store.FilesOf(ctx, filed) })
	if err != nil {
		return err
	}
	for i, id := range ids {
		if batch[i].Files == nil {
			if batch[i].Files = files[f.stored[id].submission]; batch[i].Files == nil {
				return fmt.Errorf("the archive has lost the files of submission %s", id)
			}
		}
	}
	return nil
}

// publish passes new alerts to OnAlerts. It reads them from the archive, which may have
// stored alerts of a call that returned an error.
func (f *follower) publish(ctx context.Context) error {
	load := func(ctx context.Context) ([]contest.Alert, error) {
		return retryValue(ctx, f, func() ([]contest.Alert, error) { return f.Store.Alerts(ctx, f.watch.ContestID, f.lastAlert, 0) })
	}
	alerts, err := load(ctx)
	if ctx.Err() != nil { // stopped just now: publish the stored alerts anyway
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		alerts, err = load(late)
	}
	if err != nil || len(alerts) == 0 {
		return err
	}
	f.lastAlert = alerts[len(alerts)-1].ID
	f.OnAlerts(alerts)
	return nil
}

// loadLastAlert sets the alert after which alerts are published.
func (f *follower) loadLastAlert(ctx context.Context) error {
	if f.After != nil {
		f.lastAlert = *f.After
		return f.publish(ctx)
	}
	newest, err := retryValue(ctx, f, func() ([]contest.Alert, error) {
		return f.Store.NewestAlerts(ctx, f.watch.ContestID, contest.AlertFilter{Limit: 1})
	})
	if err == nil && len(newest) > 0 {
		f.lastAlert = newest[0].ID
	}
	return err
}

// skip adds items to the skipped ones, which the next import stores.
func (f *follower) skip(list ...contest.SkippedItem) { f.skipped = append(f.skipped, list...) }
