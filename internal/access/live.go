package access

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// Watch returns the watch of a contest; nil if the contest was never watched.
func (r *Reader) Watch(ctx context.Context, c contest.Contest) (*contest.Watch, error) {
	if err := r.requireVisible(c.ID); err != nil {
		return nil, err
	}
	w, err := r.store.Watch(ctx, c.ID)
	if errors.Is(err, contest.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if c.Blind {
		w.SystemID = ""
		if !w.Reason.IsZero() { // the reason may contain a path
			list, err := r.followings(ctx)
			if err != nil {
				return nil, err
			}
			w.Reason = i18n.Textf("The output of ojcheck watch gives the reason, which is hidden here because it may contain a name.")
			if slices.ContainsFunc(list, func(f contest.Following) bool { return f.Name == c.Name && (f.Active || !f.Reason.IsZero()) }) {
				w.Reason = hiddenReason
			}
		}
	}
	return &w, nil
}

// Watches returns the watches of contests by contest ID, without fields that may name participants.
func (r *Reader) Watches(ctx context.Context) (map[int64]contest.Watch, error) {
	watches, err := r.store.Watches(ctx)
	maps.DeleteFunc(watches, func(id int64, _ contest.Watch) bool { return !r.isVisible(id) })
	for id, w := range watches {
		w.SystemID, w.Reason = "", i18n.Text{}
		watches[id] = w
	}
	return watches, err
}

// LiveVersion returns the version of the data on the live page of a contest.
func (r *Reader) LiveVersion(ctx context.Context, contestID int64) (contest.LiveVersion, error) {
	versions, err := r.store.LiveVersions(ctx, []int64{contestID})
	return versions[contestID], err
}

// LiveVersions returns the versions of live pages by contest ID. A version has no names, so everybody may see it.
func (a *Archive) LiveVersions(ctx context.Context, contests []int64) (map[int64]contest.LiveVersion, error) {
	return a.parts.Store.LiveVersions(ctx, contests)
}

// AlertProblems lists the problems of a contest that have visible alerts.
func (r *Reader) AlertProblems(ctx context.Context, contestID int64) ([]string, error) {
	if err := r.requireVisible(contestID); err != nil {
		return nil, err
	}
	return r.store.AlertProblems(ctx, contestID, r.visible())
}

// Alerts lists the alerts of a contest that match a filter.
func (r *Reader) Alerts(ctx context.Context, contestID int64, filter contest.AlertFilter) ([]contest.Alert, error) {
	if err := r.requireVisible(contestID); err != nil {
		return nil, err
	}
	filter.Visible = r.visible()
	list, err := r.store.Alerts(ctx, contestID, filter)
	if err == nil {
		err = maskEach(ctx, list, r.maskAlert)
	}
	return list, err
}

// AlertsAfter lists at most limit alerts with IDs above after, the oldest first. last is the ID of the last alert in the
// list; if the list is empty, last equals after, so that it does not reveal alerts that the viewer may not see.
func (r *Reader) AlertsAfter(ctx context.Context, contestID, after int64, limit int) (list []contest.Alert, last int64, err error) {
	if err := r.requireVisible(contestID); err != nil {
		return nil, 0, err
	}
	if list, err = r.store.AlertsAfter(ctx, contestID, after, limit, r.visible()); err != nil {
		return nil, 0, err
	}
	last = after
	if len(list) > 0 {
		last = list[len(list)-1].ID
	}
	return list, last, maskEach(ctx, list, r.maskAlert)
}

// AlertCounts counts the alerts of a contest that the viewer may see.
func (r *Reader) AlertCounts(ctx context.Context, contestID int64) (contest.AlertCounts, error) {
	if err := r.requireVisible(contestID); err != nil {
		return contest.AlertCounts{}, err
	}
	return r.store.AlertCounts(ctx, contestID, r.visible())
}

// Alert returns an alert of a contest. The error is contest.ErrNotFound if the viewer may not see the contests of both sides.
func (r *Reader) Alert(ctx context.Context, contestID, id int64) (contest.Alert, error) {
	if err := r.requireVisible(contestID); err != nil {
		return contest.Alert{}, err
	}
	a, err := r.store.Alert(ctx, id)
	if err == nil && (a.ContestID != contestID || r.requireVisible(a.Right.ContestID) != nil) { // an earlier side is on the right
		err = contest.ErrNotFound
	}
	if err != nil {
		return contest.Alert{}, err
	}
	err = r.maskAlert(ctx, &a)
	return a, err
}
