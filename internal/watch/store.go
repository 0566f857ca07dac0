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

// storable reports whether something waits to be stored.
func (f *follower) storable() bool {
	for id := range f.ready {
		if f.judged[id] || f.closing {
			return true
		}
	}
	return false
}

// flush stores what is ready and judged, as it stands at this moment, and loads what
// is to be compared of it.
func (f *follower) flush(ctx context.Context) error {
	var batch []contest.Submission
	var ids []string
	var filed []int64 // whose files the archive has
	for _, id := range slices.Sorted(maps.Keys(f.ready)) {
		s, ok := f.model.Submission(id)
		if !ok || s.IgnoreReason != "" || !s.Judged && !f.closing {
			continue
		}
		submission := s.Submission
		if submission.Files = f.ready[id].files; submission.Files == nil {
			filed = append(filed, f.kept[id].submission)
		}
		batch, ids = append(batch, submission), append(ids, id)
	}
	if len(batch) == 0 {
		return nil
	}
	if err := f.refill(ctx, batch, ids, filed); err != nil {
		return err
	}
	for i := range batch {
		batch[i].Language = intake.LanguageOf(batch[i])
	}
	contestID, added, err := f.Store.Import(ctx, review.CommandLine, f.auditAs(), f.Contest, f.origin(), batch, f.skipped, nil)
	if err != nil {
		return err
	}
	if f.watch.ContestID != 0 && contestID != f.watch.ContestID {
		return fmt.Errorf("contest %q was deleted while it was followed; begin again to store all of it once more", f.Contest)
	}
	f.logged = f.logged || added > 0
	f.watch.ContestID, f.skipped = contestID, nil
	var compared []contest.Submission
	for i, id := range ids {
		refs := f.ready[id].refs
		if old := f.kept[id]; refs == "" && old != nil {
			refs = old.refs
		}
		delete(f.ready, id)
		f.withdraw(f.kept[id])
		k := &kept{submission: batch[i].ID, facts: factsOf(batch[i]), refs: refs}
		f.kept[id] = k
		if f.compares(k.facts) {
			k.compared = true
			compared = append(compared, batch[i])
		}
	}
	return f.load(ctx, compared)
}

// auditAs returns what the audit log calls an import: it names the run once rather
// than each of its many imports.
func (f *follower) auditAs() review.Action {
	if f.logged {
		return review.ActionNone
	}
	return review.ActionFollow
}

// refill gives those their files that were stored before.
func (f *follower) refill(ctx context.Context, batch []contest.Submission, ids []string, filed []int64) error {
	if len(filed) == 0 {
		return nil
	}
	files, err := f.Store.FilesOf(ctx, filed)
	if err != nil {
		return err
	}
	for i, id := range ids {
		if batch[i].Files == nil {
			if batch[i].Files = files[f.kept[id].submission]; batch[i].Files == nil {
				return fmt.Errorf("the archive has lost the files of submission %s", id)
			}
		}
	}
	return nil
}

// tell tells of the alerts that the archive has and that were not told yet. What was
// stored is so told also where the archive went away before it had answered.
func (f *follower) tell(ctx context.Context) error {
	alerts, err := f.Store.Alerts(ctx, f.watch.ContestID, f.told, 0)
	if ctx.Err() != nil { // stopped just now: what is stored is told all the same
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		alerts, err = f.Store.Alerts(late, f.watch.ContestID, f.told, 0)
	}
	if err != nil || len(alerts) == 0 {
		return err
	}
	f.told = alerts[len(alerts)-1].ID
	f.OnAlerts(alerts)
	return nil
}

// recallTold finds from where on alerts are to be told.
func (f *follower) recallTold(ctx context.Context) error {
	if f.After != nil {
		f.told = *f.After
		return f.tell(ctx)
	}
	newest, err := f.Store.NewestAlerts(ctx, f.watch.ContestID, contest.AlertFilter{Limit: 1})
	if err == nil && len(newest) > 0 {
		f.told = newest[0].ID
	}
	return err
}

// skip notes what is left out, and why, to be told with the next import.
func (f *follower) skip(list ...contest.SkippedItem) { f.skipped = append(f.skipped, list...) }
