package watch

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/intake"
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

// flush stores what is ready and judged, as it stands at this moment, and has it
// compared.
func (f *follower) flush(ctx context.Context) error {
	var batch []contest.Submission
	var ids []string
	var filed []int64 // whose files the archive has
	for _, id := range slices.Sorted(maps.Keys(f.ready)) {
		s, ok := f.model.Submission(id)
		if !ok || s.Ignored != "" || !s.Judged && !f.closing {
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
	contestID, err := f.Store.Import(ctx, f.Contest, f.origin(), batch, f.skipped, nil)
	if err != nil {
		return err
	}
	if f.watch.ContestID != 0 && contestID != f.watch.ContestID {
		return fmt.Errorf("contest %q was deleted while it was followed; begin again to store all of it once more", f.Contest)
	}
	f.watch.ContestID, f.skipped, f.stored = contestID, nil, time.Now()
	var compared []contest.Submission
	for i, id := range ids {
		delete(f.ready, id)
		f.withdraw(f.kept[id])
		k := &kept{submission: batch[i].ID, facts: factsOf(batch[i])}
		f.kept[id] = k
		if f.compares(k.facts) {
			k.compared = true
			compared = append(compared, batch[i])
		}
	}
	return f.compare(ctx, compared)
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

func (f *follower) tell(alerts []contest.Alert) {
	if len(alerts) > 0 {
		f.Tell(alerts)
	}
}

// skip notes what is left out, and why, to be told with the next import.
func (f *follower) skip(list ...contest.Skipped) { f.skipped = append(f.skipped, list...) }
