package watch

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/review"
)

func (f *follower) canStore() bool {
	for id := range f.ready {
		if f.judged[id] || f.isClosing {
			return true
		}
	}
	return false
}

// flush stores the submissions that are ready and judged, with the data that the model has of them now. It loads those
// that are compared during the contest into the scorer.
func (f *follower) flush(ctx context.Context) error {
	var batch []contest.Submission
	var ids []string
	var archivedIDs []int64 // IDs of submissions whose files are in the archive already
	for _, id := range slices.Sorted(maps.Keys(f.ready)) {
		s, ok := f.model.Submission(id)
		if !ok || s.IgnoreReason != "" || !s.Judged && !f.isClosing {
			continue
		}
		submission := s.Submission
		if submission.Files = f.ready[id].files; submission.Files == nil {
			archivedIDs = append(archivedIDs, f.stored[id].submissionID)
		}
		batch, ids = append(batch, submission), append(ids, id)
	}
	if len(batch) == 0 {
		return nil
	}
	attempts := f.model.Attempts()
	for i, id := range ids {
		batch[i].Attempt = attempts[id]
	}
	if err := f.loadFiles(ctx, batch, ids, archivedIDs); err != nil {
		return err
	}
	for i := range batch {
		batch[i].Language = intake.LanguageOf(batch[i])
	}
	var contestID int64
	err := f.retry(ctx, func() error {
		id, added, err := f.Store.Import(ctx, f.By, f.auditAction(), contest.Import{
			Contest: f.Contest, ContestID: f.watch.ContestID, Origin: f.origin(), Submissions: batch, About: f.aboutOf(batch), Skipped: f.skipped,
		})
		contestID, f.isLogged = id, f.isLogged || added > 0
		return err
	})
	if errors.Is(err, contest.ErrDeleted) {
		err = i18n.Errorf("contest %q was deleted during the watch; run the command again to store it once more", f.Contest)
	}
	if err != nil {
		return err
	}
	f.watch.ContestID, f.skipped = contestID, nil
	var compared []contest.Submission
	for i, id := range ids {
		versions := fileVersions(f.ready[id].submission)
		if old := f.stored[id]; versions == "" && old != nil { // the submission lists no files now: the stored ones stay
			versions = old.versions
		}
		delete(f.ready, id)
		f.removeFromScorer(f.stored[id])
		if f.addStored(id, batch[i], versions) {
			compared = append(compared, batch[i])
		}
	}
	return f.loadIntoScorer(ctx, compared)
}

// aboutOf returns what the model says about the contest, and about the participants and problems of some submissions. Import
// renames no others, because the feed begins with old names.
func (f *follower) aboutOf(submissions []contest.Submission) contest.About {
	participants, problems := make(map[string]bool), make(map[string]bool)
	for _, s := range submissions {
		participants[s.Participant], problems[s.Problem] = true, true
	}
	about := f.about()
	for i, p := range about.Metadata.Problems {
		if !problems[p.Name] {
			about.Metadata.Problems[i].SystemID = ""
		}
	}
	about.Participants = slices.DeleteFunc(about.Participants, func(p contest.Participant) bool { return !participants[p.Name] })
	return about
}

// about returns what the model says about the contest and its participants.
func (f *follower) about() contest.About {
	about := contest.About{Metadata: f.model.Metadata(), Participants: f.model.Participants()}
	about.Metadata.System, about.Metadata.SystemID = f.system, f.SystemID // feeds may name neither
	return about
}

// auditAction returns the action that the audit log records for an import. Only the first import of a run that adds
// submissions has an entry.
func (f *follower) auditAction() review.Action {
	if f.isLogged {
		return review.ActionNone
	}
	return review.ActionFollow
}

// loadFiles reads files from the archive into the submissions of batch that have none.
func (f *follower) loadFiles(ctx context.Context, batch []contest.Submission, ids []string, archivedIDs []int64) error {
	if len(archivedIDs) == 0 {
		return nil
	}
	files, err := retryValue(ctx, f, func() (map[int64][]contest.File, error) { return f.Store.FilesOf(ctx, archivedIDs) })
	if err != nil {
		return err
	}
	for i, id := range ids {
		if batch[i].Files != nil {
			continue
		}
		if batch[i].Files = files[f.stored[id].submissionID]; batch[i].Files == nil {
			return i18n.Errorf("the archive has lost the files of submission %s", id)
		}
	}
	return nil
}

// publish passes new alerts to OnAlerts. It reads them from the archive, because even a call of Import or a check
// that returned an error may have stored some.
func (f *follower) publish(ctx context.Context) error {
	newAlerts := func(ctx context.Context) ([]contest.Alert, error) {
		return retryValue(ctx, f, func() ([]contest.Alert, error) {
			return f.Store.AlertsAfter(ctx, f.watch.ContestID, f.lastAlert, 0, nil)
		})
	}
	alerts, err := newAlerts(ctx)
	if ctx.Err() != nil { // publish stored alerts even if the run was stopped
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		alerts, err = newAlerts(ctx)
	}
	if err != nil || len(alerts) == 0 {
		return err
	}
	f.lastAlert = alerts[len(alerts)-1].ID
	f.OnAlerts(alerts)
	return nil
}

// startAlerts sets lastAlert, the alert after which publish begins. With AfterAlert, it also publishes.
func (f *follower) startAlerts(ctx context.Context) error {
	if f.AfterAlert != nil {
		f.lastAlert = *f.AfterAlert
		return f.publish(ctx)
	}
	newest, err := retryValue(ctx, f, func() ([]contest.Alert, error) {
		return f.Store.Alerts(ctx, f.watch.ContestID, contest.AlertFilter{Limit: 1})
	})
	if err == nil && len(newest) > 0 {
		f.lastAlert = newest[0].ID
	}
	return err
}
