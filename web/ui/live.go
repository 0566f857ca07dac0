package ui

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/web/request"
)

// alertsPageSize is the number of alerts on one page.
const alertsPageSize = 100

// liveView is the view model of a contest's live page.
type liveView struct {
	Contest contest.Contest
	Role    account.Role // of the viewer
	Watch   *watchView   // nil if nobody ever followed the contest
	// Following says how the server follows the contest. It is nil if the server does not follow it, or if
	// the viewer is no chief judge.
	Following *contest.Following
	CanFollow bool   // whether the server may follow the contest if the viewer wants it
	Notice    string // says what the viewer has just done
	Counts    contest.AlertCounts
	Alerts    []contest.Alert // in the order of Query
	Titles    titles          // of the contest's problems
	Problems  []string        // with alerts
	Query     alertQuery
	NextStart int64  // BeforeID or Offset of the next page's Query; 0 on the last page
	Version   string // see versionText
	// NearCheck is the newest check of a followed contest if the check lists programs near known sources, else nil.
	NearCheck *contest.Check
}

// watchView is a watch at the time now.
type watchView struct {
	contest.Watch
	now time.Time
}

// Stale reports whether the program that follows the contest has been silent for too long.
func (v watchView) Stale() bool { return v.Watch.Stale(v.now) }

// Running reports whether somebody follows the contest and is not silent: see Stale.
func (v watchView) Running() bool { return v.Live() && !v.Stale() }

// watchStateTexts are the names of the states of a watch.
var watchStateTexts = map[contest.WatchState]i18n.Key{
	contest.WatchFollowing: "Following", contest.WatchReconnecting: "Reconnecting", contest.WatchClosing: "Closing",
	contest.WatchEnded: "Ended", contest.WatchStopped: "Stopped", contest.WatchFailed: "Failed",
}

func (v watchView) stateText() i18n.Key {
	if v.Stale() {
		return "Not responding"
	}
	return watchStateTexts[v.State]
}

// stateClass returns the CSS class of the state.
func (v watchView) stateClass() string {
	if v.Stale() {
		return "failed"
	}
	return map[contest.WatchState]string{
		contest.WatchFailed: "failed", contest.WatchReconnecting: "waiting", contest.WatchFollowing: "running",
		contest.WatchClosing: "running", contest.WatchEnded: "complete",
	}[v.State]
}

// host returns the host of the judge system.
func (v watchView) host() string {
	u, err := url.Parse(v.URL)
	if err != nil {
		return ""
	}
	return u.Host
}

// Live shows how a running contest is followed, and its alerts.
func (s *Site) Live(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest) error {
	ctx, view := r.Context(), liveView{Contest: c, Role: reader.Viewer().Role, Query: parseAlertQuery(r.URL.Query())}
	// The version is read first, so that the other data is never older than the version.
	version, err := reader.LiveVersion(ctx, c.ID)
	if err != nil {
		return err
	}
	view.Version = versionText(version)
	if view.Watch, err = reader.loadWatch(ctx, c); err != nil {
		return err
	}
	if view.Role.May(account.Chief) {
		if view.Following, err = reader.Following(ctx, c); err != nil {
			return err
		}
		systems, takesAccounts, err := reader.FollowSystems(c.ID)
		if err != nil {
			return err
		}
		view.CanFollow = len(systems) > 0 && (takesAccounts || reader.Viewer().Administrator)
		view.Notice = doneNotice(r, followNotices)
	}
	if view.Counts, err = reader.AlertCounts(ctx, c.ID); err != nil {
		return err
	}
	if view.Alerts, err = reader.Alerts(ctx, c.ID, view.Query.filter(alertsPageSize+1)); err != nil {
		return err
	}
	if view.Problems, err = reader.AlertProblems(ctx, c.ID); err != nil {
		return err
	}
	if view.Titles, err = reader.Titles(ctx, c.ID); err != nil {
		return err
	}
	newest, err := reader.NewestCheck(ctx, c.ID)
	if err != nil {
		return err
	}
	if view.Watch != nil && hasSources(newest) {
		view.NearCheck = &newest
	}
	if len(view.Alerts) > alertsPageSize {
		view.Alerts = view.Alerts[:alertsPageSize]
		view.NextStart = view.Alerts[alertsPageSize-1].ID
		if view.Query.BySuspicion {
			view.NextStart = view.Query.Offset + alertsPageSize
		}
	}
	return s.show(w, r, http.StatusOK, livePage(i18n.From(ctx), view))
}

// loadWatch returns the watch of a contest; nil if nobody ever followed the contest.
func (reader loader) loadWatch(ctx context.Context, c contest.Contest) (*watchView, error) {
	w, err := reader.Watch(ctx, c)
	if w == nil || err != nil {
		return nil, err
	}
	return &watchView{*w, time.Now()}, nil
}

// hasOtherDay reports whether the list has an alert of another day.
func hasOtherDay(list []contest.Alert, day time.Time) bool {
	return slices.ContainsFunc(list, func(a contest.Alert) bool {
		return a.At.Local().Format(time.DateOnly) != day.Local().Format(time.DateOnly)
	})
}

// showsDays reports whether alerts show their days. They do not if all are of today, or of the contest's first day.
func (v liveView) showsDays() bool {
	start := v.Contest.Metadata.StartsAt
	return hasOtherDay(v.Alerts, time.Now()) && (start.IsZero() || hasOtherDay(v.Alerts, start))
}

// alertTime formats the time of an alert, with or without its day.
func alertTime(p *i18n.Printer, at time.Time, withDay bool) string {
	if withDay {
		return p.Second(at)
	}
	return at.Local().Format(p.T("15:04:05"))
}

func livePath(contestID int64) string { return contestPath(contestID) + "/live" }

func alertPath(a contest.Alert) string {
	return fmt.Sprintf("%s/alerts/%d", contestPath(a.ContestID), a.ID)
}

// alertTarget returns where the row of an alert leads: to its pair in the closing check, or else to the alert.
func alertTarget(a contest.Alert) string {
	if a.PairID != 0 {
		return pairPath(a.PairID)
	}
	return alertPath(a)
}

// alertStateTexts are the names of the states of an alert and their explanations.
var alertStateTexts = map[contest.AlertState]struct{ name, meaning i18n.Key }{
	contest.AlertOpen:      {"Provisional", "The closing check has not run yet"},
	contest.AlertUpheld:    {"Upheld", "The closing check lists the pair"},
	contest.AlertNotUpheld: {"Not upheld", "The closing check does not list the pair"},
}

// alertQuery selects and orders the alerts of a live page. The address contains the query.
type alertQuery struct {
	Problem     string // "" for all
	BySuspicion bool   // the most suspicious first, not the newest
	BeforeID    int64  // the page lists alerts older than the alert with this ID; 0 for the newest page
	Offset      int64  // number of more suspicious alerts on earlier pages
}

func parseAlertQuery(q url.Values) alertQuery {
	v := alertQuery{Problem: request.OneLine(q.Get("problem")), BySuspicion: q.Get("sort") == "suspicion"}
	if v.BySuspicion {
		v.Offset = min(request.ParsePositive(q.Get("after"), 64), 1<<30)
	} else {
		v.BeforeID = request.ParsePositive(q.Get("before"), 64)
	}
	return v
}

// isFirst reports whether this is the first page.
func (v alertQuery) isFirst() bool { return v.BeforeID == 0 && v.Offset == 0 }

func (v alertQuery) filter(limit int) contest.AlertFilter {
	return contest.AlertFilter{
		Problem: v.Problem, BySuspicion: v.BySuspicion, Before: v.BeforeID, Offset: int(v.Offset), Limit: limit,
	}
}

// nextPath returns the address of the next page. The parameter from is liveView.NextStart.
func (v alertQuery) nextPath(contestID, from int64) string {
	if v.BySuspicion {
		v.Offset = from
	} else {
		v.BeforeID = from
	}
	return v.path(contestID)
}

// path returns the address of the page.
func (v alertQuery) path(contestID int64) string {
	parameters := map[string]string{"problem": v.Problem, "before": orEmpty(v.BeforeID), "after": orEmpty(v.Offset)}
	if v.BySuspicion {
		parameters["sort"] = "suspicion"
	}
	return withParameters(livePath(contestID), parameters)
}

// alertView is the view model of an alert's page.
type alertView struct {
	Contest  contest.Contest
	Role     account.Role // of the viewer
	Alert    contest.Alert
	Evidence evidence.View
	Titles   titles // of the contest's problems
}

// Alert shows both programs of an alert side by side, as a pair's page does.
func (s *Site) Alert(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest) error {
	ctx, view := r.Context(), alertView{Contest: c, Role: reader.Viewer().Role}
	var err error
	if view.Alert, err = reader.Alert(ctx, c.ID, request.ParsePositive(r.PathValue("alert"), 64)); err != nil {
		return err
	}
	if view.Titles, err = reader.Titles(ctx, c.ID); err != nil {
		return err
	}
	if view.Evidence, err = reader.SideBySide(ctx, 0, view.Alert.Left, view.Alert.Right); err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, alertPage(i18n.From(ctx), view))
}

func (v alertView) title(p *i18n.Printer) string {
	return namesOf(p, v.Alert.Left, v.Alert.Right)
}

// scoreText explains the score.
func (v alertView) scoreText(p *i18n.Printer) string {
	switch {
	case v.Alert.State == contest.AlertOpen:
		return p.T("This is the suspicion at that moment. It may change as more submissions come; the closing check decides.")
	case v.Alert.ClosingSuspicion == nil:
		return p.T("This is the suspicion at that moment. The closing check has no such pair: the alert is not upheld.")
	case v.Alert.State == contest.AlertUpheld:
		return p.T("This is the suspicion at that moment. The closing check lists the pair at %s: the alert is upheld.", p.Score(*v.Alert.ClosingSuspicion))
	}
	return p.T("This is the suspicion at that moment. The closing check has the pair at %s and does not list it: the alert is not upheld.",
		p.Score(*v.Alert.ClosingSuspicion))
}

// alertText describes an alert in a sentence, for screen readers.
func alertText(p *i18n.Printer, a contest.Alert) string {
	return p.T("problem %s, %s and %s, suspicion %s", text.Visible(a.Problem), evidence.ParticipantName(p, a.Left),
		evidence.ParticipantName(p, a.Right), p.Score(a.Suspicion))
}

// alertCountsText counts the alerts by their outcome.
func alertCountsText(p *i18n.Printer, c contest.AlertCounts) string {
	if c.Open == c.Total() {
		return i18n.Number(p, c.Total())
	}
	parts := []string{p.T("%d upheld", c.Upheld), p.T("%d not upheld", c.NotUpheld)}
	if c.Open > 0 {
		parts = append(parts, p.T("%d open", c.Open))
	}
	return p.T("%s: %s", i18n.Number(p, c.Total()), strings.Join(parts, p.T(", ")))
}

// noAlertsText explains why there are no alerts.
func noAlertsText(v liveView) i18n.Key {
	switch {
	case v.Watch == nil:
		return "Alerts appear while a contest is followed."
	case v.Query.Problem != "":
		return "No alerts for this problem."
	case v.Watch.Live():
		return "No alerts yet."
	}
	return "There were no alerts."
}

// alertKeys returns the keys of the page of an alert.
func alertKeys() []shortcut {
	return []shortcut{{"n p", "next and previous match"}, {"u", "back to all alerts"}, {"?", "show these keys"}}
}
