package ui

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/web/request"
)

// alertsSize is how many alerts one page lists.
const alertsSize = 100

// liveView is what the live page of a contest shows.
type liveView struct {
	Contest  contest.Contest
	Role     account.Role // of the viewer
	Watch    *watchView   // nil where nobody ever followed it
	Counts   contest.AlertCounts
	Alerts   []contest.Alert // the newest first
	Titles   titles          // of the contest's problems
	Problems []string        // that there are alerts of
	Query    alertQuery
	Older    int64  // the alert before which the older ones are, or how many are before the less suspicious ones; 0 where there are none
	Version  string // of what is known, as the events tell it
}

// watchView is how far a contest was followed at some moment.
type watchView struct {
	contest.Watch
	now time.Time
}

// Stale reports whether the follower has been silent for long.
func (v watchView) Stale() bool { return v.Watch.Stale(v.now) }

// Running reports whether somebody follows the contest.
func (v watchView) Running() bool { return v.Live() && !v.Stale() }

// stateText names what the watch does, in a word or two.
func (v watchView) stateText() string {
	if v.Stale() {
		return "No sign of life"
	}
	return text.Capitalize(string(v.State))
}

// stateClass is the class that the state is shown with.
func (v watchView) stateClass() string {
	switch {
	case v.State == contest.WatchFailed, v.Stale():
		return "failed"
	case v.State == contest.WatchReconnecting:
		return "waiting"
	case v.State == contest.WatchFollowing, v.State == contest.WatchClosing:
		return "running"
	case v.State == contest.WatchEnded:
		return "complete"
	}
	return ""
}

// host names the judge system.
func (v watchView) host() string {
	u, err := url.Parse(v.URL)
	if err != nil {
		return ""
	}
	return u.Host
}

// Live shows how a running contest is followed, and its alerts.
func (s *Site) Live(w http.ResponseWriter, r *http.Request, rd loader, c contest.Contest) error {
	ctx, view := r.Context(), liveView{Contest: c, Role: rd.Viewer().Role, Query: parseAlertQuery(r.URL.Query())}
	// First of all, so that the page is never older than it says.
	version, err := rd.LiveVersion(ctx, c.ID)
	if err != nil {
		return err
	}
	view.Version = versionText(version)
	if view.Watch, err = rd.watch(ctx, c); err != nil {
		return err
	}
	if view.Counts, err = rd.AlertCounts(ctx, c.ID); err != nil {
		return err
	}
	if view.Alerts, err = rd.NewestAlerts(ctx, c.ID, view.Query.filter(alertsSize+1)); err != nil {
		return err
	}
	if view.Problems, err = rd.AlertProblems(ctx, c.ID); err != nil {
		return err
	}
	if view.Titles, err = rd.Titles(ctx, c.ID); err != nil {
		return err
	}
	if len(view.Alerts) > alertsSize {
		view.Alerts = view.Alerts[:alertsSize]
		view.Older = view.Alerts[alertsSize-1].ID
		if view.Query.Suspicious {
			view.Older = view.Query.After + alertsSize
		}
	}
	return s.show(w, r, http.StatusOK, livePage(view))
}

// watch returns how far a contest was followed; nil where it never was.
func (rd loader) watch(ctx context.Context, c contest.Contest) (*watchView, error) {
	w, err := rd.Watch(ctx, c)
	if w == nil || err != nil {
		return nil, err
	}
	return &watchView{*w, time.Now()}, nil
}

// alertID reads the ID of an alert; 0 is what is none.
func alertID(s string) int64 {
	id, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return 0
	}
	return max(0, id)
}

// severalDays reports whether some alerts are of another day than now.
func severalDays(list []contest.Alert, now time.Time) bool {
	return slices.ContainsFunc(list, func(a contest.Alert) bool { return text.Day(a.At) != text.Day(now) })
}

// days reports whether alerts show their days: not where all are of today, or of the day of the start.
func (v liveView) days() bool {
	began := v.Contest.About.StartsAt
	return severalDays(v.Alerts, time.Now()) && (began.IsZero() || severalDays(v.Alerts, began))
}

// alertTime writes when an alert was.
func alertTime(at time.Time, days bool) string {
	if days {
		return text.Second(at)
	}
	return at.Local().Format("15:04:05")
}

func livePath(contestID int64) string { return fmt.Sprintf("/contests/%d/live", contestID) }

// alertPath is the address of an alert.
func alertPath(a contest.Alert) string {
	return fmt.Sprintf("/contests/%d/alerts/%d", a.ContestID, a.ID)
}

// bestPath is the most useful address of an alert: its pair in the closing check, if there is one.
func bestPath(a contest.Alert) string {
	if a.PairID != 0 {
		return pairPath(a.PairID)
	}
	return alertPath(a)
}

// alertStateName says what became of an alert.
func alertStateName(s contest.AlertState) string {
	switch s {
	case contest.AlertUpheld:
		return "Stands"
	case contest.AlertNotUpheld:
		return "Fell"
	}
	return "Open"
}

// alertStateMeaning explains it.
func alertStateMeaning(s contest.AlertState) string {
	switch s {
	case contest.AlertUpheld:
		return "The closing check has the pair at its threshold or above"
	case contest.AlertNotUpheld:
		return "The closing check has the pair below its threshold, or not at all"
	}
	return "The contest has not been checked as a whole since"
}

// alertQuery says which alerts the live page lists, in which order. It is in the address.
type alertQuery struct {
	Problem    string // "" for all
	Suspicious bool   // the most suspicious first, and not the newest
	Before     int64  // the alert before which they are; 0 for the newest
	After      int64  // how many more suspicious ones are left out
}

// parseAlertQuery reads an address.
func parseAlertQuery(q url.Values) alertQuery {
	v := alertQuery{Problem: request.OneLine(q.Get("problem")), Suspicious: q.Get("sort") == "suspicion"}
	if v.Suspicious {
		v.After = min(alertID(q.Get("after")), 1<<30)
	} else {
		v.Before = alertID(q.Get("before"))
	}
	return v
}

// first reports whether the list begins with its first alert.
func (v alertQuery) first() bool { return v.Before == 0 && v.After == 0 }

func (v alertQuery) filter(limit int) contest.AlertFilter {
	return contest.AlertFilter{Problem: v.Problem, Suspicious: v.Suspicious, Before: v.Before, Offset: int(v.After), Limit: limit}
}

// of is the address of the first page of a problem's alerts; "" is all.
func (v alertQuery) of(contestID int64, problem string) string {
	return alertQuery{Problem: problem, Suspicious: v.Suspicious}.path(contestID)
}

// sorted is the address of the first page in an order.
func (v alertQuery) sorted(contestID int64, suspicious bool) string {
	return alertQuery{Problem: v.Problem, Suspicious: suspicious}.path(contestID)
}

// older is the address of the next page, which begins where this one ends.
func (v alertQuery) older(contestID, from int64) string {
	if v.Suspicious {
		v.After = from
	} else {
		v.Before = from
	}
	return v.path(contestID)
}

func (v alertQuery) path(contestID int64) string {
	q := url.Values{}
	if v.Problem != "" {
		q.Set("problem", v.Problem)
	}
	if v.Suspicious {
		q.Set("sort", "suspicion")
	}
	if v.Before != 0 {
		q.Set("before", strconv.FormatInt(v.Before, 10))
	}
	if v.After != 0 {
		q.Set("after", strconv.FormatInt(v.After, 10))
	}
	return withQuery(livePath(contestID), q)
}
