package ui

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/web/request"
)

// maxNewAlerts is the maximum number of alerts on the page of a watched contest.
const maxNewAlerts = 5

// contestView is the view model of a contest's page: one check with its ranking, by default the newest.
type contestView struct {
	Contest      contest.Contest
	Viewer       access.Viewer
	Checks       []contest.Check  // newest first
	ActiveJobs   []jobs.Snapshot  // of the contest
	RecheckPaths map[int64]string // see recheckPath; by check ID
	ShownCheck   *contest.Check   // the check that the page shows; nil if no check is complete
	Ranking      *rankingView     // nil unless ShownCheck is complete
	Watch        *watchView       // nil if nobody ever followed the contest
	Alerts       contest.AlertCounts
	NewAlerts    []contest.Alert // the newest alerts, while the contest is watched and has no ranking
	Titles       titles          // of the problems, while the contest is watched and has no ranking
	HasFacts     bool            // the installation shows facts
}

// isWatched reports whether somebody follows the contest now, and is not silent.
func (v contestView) isWatched() bool { return v.Watch != nil && v.Watch.Running() }

// needsCheck reports whether the contest needs its first check.
func (v contestView) needsCheck() bool {
	return len(v.Checks) == 0 && len(v.ActiveJobs) == 0 && !v.isWatched() && !v.Contest.Deleted
}

const deletedContest i18n.Key = "This contest was deleted. Only the participants whom decisions of other contests name remain, without programs."

// uncheckedText says why a contest has no checks.
func (v contestView) uncheckedText(p *i18n.Printer) string {
	switch {
	case len(v.ActiveJobs) > 0:
		return p.T("The result of the first check appears here when it is complete.")
	case v.Contest.Deleted:
		return p.T(deletedContest)
	case v.Viewer.May(account.Chief):
		return p.T("This contest has not been checked yet. Run a check to compare its stored submissions.")
	}
	return p.T("This contest has not been checked yet.")
}

// minuteWithZone writes a time like Printer.Minute, with its offset from UTC.
func minuteWithZone(p *i18n.Printer, t time.Time) string {
	zone := t.Local().Format(" -07:00")
	if zone == " +00:00" {
		zone = " UTC"
	}
	return p.Minute(t) + zone
}

// beginsLabel returns the label of the start of a contest.
func beginsLabel(p *i18n.Printer, a contest.Metadata, now time.Time) string {
	if now.Before(a.StartsAt) {
		return p.T("Begins")
	}
	return p.T("Began")
}

// lengthLabel returns the label of the duration of a contest.
func lengthLabel(p *i18n.Printer, a contest.Metadata, now time.Time) string {
	if !a.StartsAt.IsZero() && now.Before(a.StartsAt.Add(a.Duration)) {
		return p.T("Lasts")
	}
	return p.T("Lasted")
}

// checkWithoutResult returns the shown check if it has no result, or the newest check if no check is shown.
// found is false if there is no such check.
func (v contestView) checkWithoutResult() (c contest.Check, found bool) {
	switch {
	case v.ShownCheck != nil:
		return *v.ShownCheck, v.ShownCheck.State != contest.Complete
	case len(v.Checks) > 0:
		return v.Checks[0], true
	}
	return contest.Check{}, false
}

// isNewest reports whether the shown check is the newest check with a result. The page /contests/ID shows that check.
func (v contestView) isNewest() bool {
	newest, found := contest.NewestCheck(v.Checks)
	return found && newest.ID == v.ShownCheck.ID
}

// newerText says why a check that is newer than the shown one is not shown: it is running, failed or compared nothing.
func newerText(p *i18n.Printer, newer contest.Check) string {
	switch newer.State {
	case contest.Running:
		return p.T("<1>A newer check</1> is running.")
	case contest.Failed:
		return p.T("<1>A newer check</1> failed: %s", text.Visible(newer.Reason.In(p)))
	}
	return p.T("<1>A newer check</1> compared nothing.")
}

// Contest shows a contest with its newest check.
func (s *Site) Contest(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest) error {
	checks, err := reader.Checks(r.Context(), c.ID)
	if err != nil {
		return err
	}
	view := contestView{Contest: c, Checks: checks}
	if newest, found := contest.NewestCheck(checks); found {
		view.ShownCheck = &newest
	}
	return s.showContest(w, r, reader, view)
}

func (s *Site) Check(w http.ResponseWriter, r *http.Request, reader loader, check contest.Check) error {
	c, err := reader.Contest(r.Context(), check.ContestID)
	if err != nil {
		return err
	}
	checks, err := reader.Checks(r.Context(), c.ID)
	if err != nil {
		return err
	}
	return s.showContest(w, r, reader, contestView{Contest: c, Checks: checks, ShownCheck: &check})
}

// showContest shows the page of a view that has Contest, Checks and ShownCheck, and fills in the other fields.
func (s *Site) showContest(w http.ResponseWriter, r *http.Request, reader loader, view contestView) error {
	ctx, c := r.Context(), view.Contest
	view.Viewer, view.HasFacts = reader.Viewer(), reader.HasFacts()
	var err error
	if view.Watch, err = reader.loadWatch(ctx, c); err != nil {
		return err
	}
	if view.Alerts, err = reader.AlertCounts(ctx, c.ID); err != nil {
		return err
	}
	if view.isWatched() && view.ShownCheck == nil {
		if view.NewAlerts, err = reader.Alerts(ctx, c.ID, contest.AlertFilter{Limit: maxNewAlerts}); err != nil {
			return err
		}
		if view.Titles, err = reader.Titles(ctx, c.ID); err != nil {
			return err
		}
	}
	for _, job := range s.Jobs.Active() {
		if job.TargetContestID == c.ID && job.Upload.Task != jobs.Preview && view.Viewer.CanSeeJobsOf(job.By) {
			view.ActiveJobs = append(view.ActiveJobs, job)
		}
	}
	view.RecheckPaths = make(map[int64]string)
	for _, check := range view.Checks {
		view.RecheckPaths[check.ID] = s.recheckPath(view.Viewer, check)
	}
	if view.ShownCheck != nil && view.ShownCheck.State == contest.Complete {
		if view.Ranking, err = reader.loadRanking(ctx, r.URL, c, *view.ShownCheck); err != nil {
			return err
		}
		if len(view.Ranking.Pairs) > 0 {
			if err := reader.PrepareFacts(view.Ranking.Pairs[0]); err != nil { // while the viewer reads the ranking
				return err
			}
		}
	}
	return s.show(w, r, http.StatusOK, contestPage(view))
}

// settingsText lists the settings of a check that differ from the defaults.
func settingsText(p *i18n.Printer, c contest.Parameters) string {
	var list []string
	if c.Verdicts != settings.Judged {
		list = append(list, nameIn(p, verdictsNames, c.Verdicts))
	}
	if c.Participants != settings.Official {
		list = append(list, nameIn(p, participantsNames, c.Participants))
	}
	if c.AcrossProblems {
		list = append(list, p.T("across problems"))
	}
	if !c.Templates {
		list = append(list, p.T("own templates counted"))
	}
	if c.Language != "" {
		list = append(list, p.T("read as %s", c.Language))
	}
	if n := len(c.Base); n > 0 {
		list = append(list, p.T("%d files of base code", n))
	}
	if len(c.Against) > 0 {
		list = append(list, p.T("earlier: %s", strings.Join(c.Against, p.T(", "))))
	}
	return strings.Join(list, p.T(", "))
}

// contestsPageSize is the maximum number of contests on one page.
const contestsPageSize = 50

// contestsView is the view model of one page of contests.
type contestsView struct {
	Contests   []contestEntry
	Name       string // text in the names of the listed contests; "" for all
	Pages      pagination
	ActiveJobs []jobs.Snapshot // uploads that wait for their users, then jobs that have not ended
	CanAdd     bool            // whether the viewer may add contests
}

// hasFilter reports whether the page has a search field.
func (v contestsView) hasFilter() bool { return v.Pages.Total > len(v.Contests) || v.Name != "" }

// contestsShortcuts returns the keyboard shortcuts of a list of contests with a search field.
func contestsShortcuts() []shortcut { return append(rowKeys(), shortcut{"/", "find a contest"}) }

// contestEntry is a contest of the list.
type contestEntry struct {
	contest.ContestEntry
	Role   account.Role
	Live   *watchView // nil unless the contest is followed; its watch may be silent
	Alerts int        // number of alerts, if Live is set
}

// liveText describes the watch of the contest in a few words.
func (e contestEntry) liveText(p *i18n.Printer) string {
	words := p.T("live")
	if e.Live.Stale() {
		words = p.T("not responding")
	}
	if e.Alerts > 0 {
		words += p.T(", ") + p.T("%d alerts", e.Alerts)
	}
	return words
}

// Contests lists the contests of the archive.
func (s *Site) Contests(w http.ResponseWriter, r *http.Request) error {
	ctx, reader := r.Context(), s.loaderFor(r)
	view := contestsView{
		Name:   request.OneLine(r.URL.Query().Get("name")),
		Pages:  parsePagination(r.URL, contestsPageSize),
		CanAdd: reader.Viewer().Administrator,
		ActiveJobs: slices.DeleteFunc(append(s.Jobs.KeepingFiles(), s.Jobs.Active()...), func(j jobs.Snapshot) bool {
			return !reader.Viewer().CanSeeJobsOf(j.By)
		}),
	}
	list, total, err := reader.ContestsPage(ctx, view.Name, view.Pages.offset(), contestsPageSize)
	if err != nil {
		return err
	}
	watches, err := reader.Watches(ctx)
	if err != nil {
		return err
	}
	view.Pages.Total = total
	for _, c := range list {
		entry := contestEntry{ContestEntry: c, Role: reader.Role(c.ID)}
		if watch, found := watches[c.ID]; found && watch.Live() {
			counts, err := reader.AlertCounts(ctx, c.ID)
			if err != nil {
				return err
			}
			entry.Live, entry.Alerts = &watchView{watch, time.Now()}, counts.Total()
		}
		view.Contests = append(view.Contests, entry)
	}
	return s.show(w, r, http.StatusOK, contestsPage(i18n.From(ctx), view))
}

// settingsView is the view model of a contest's settings.
type settingsView struct {
	Contest   contest.Contest
	Contents  contest.Contents // of the contest, for the warning before it is deleted
	MayDelete bool             // whether the viewer may delete the contest
	Failure   string           // why the contest was not deleted
}

func (s *Site) Settings(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest) error {
	return s.showSettings(w, r, reader, c, http.StatusOK, "")
}

func (s *Site) showSettings(
	w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest, status int, failure string,
) error {
	view := settingsView{Contest: c, MayDelete: reader.Viewer().May(account.Administrator), Failure: failure}
	if view.MayDelete {
		var err error
		if view.Contents, err = reader.Contents(r.Context(), c); err != nil {
			return err
		}
	}
	return s.show(w, r, status, settingsPage(i18n.From(r.Context()), view))
}

// SetSettings stores the settings of a form.
func (s *Site) SetSettings(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest) error {
	agreement, err := strconv.Atoi(r.PostFormValue("agreement"))
	if err != nil {
		return httperr.BadRequest("“Reviewers who must agree” must be a whole number.", "Correct it and try again.")
	}
	blind, ok := parseBox(r.PostForm["blind"])
	if !ok {
		return httperr.BadRequest("The form does not say whether the review is blind.",
			"Reload the settings and save them again, or set blind to true or false.")
	}
	settings := contest.Settings{Agreement: &agreement, Blind: &blind}
	if independent, ok := parseBox(r.PostForm["independent"]); ok {
		settings.Independent = &independent
	}
	if list := r.PostForm["outcomes"]; len(list) > 0 {
		if settings.Outcomes, err = review.CleanOutcomes(strings.Split(list[0], "\n")); err != nil {
			return access.ExplainOutcomes(err)
		}
	}
	err = reader.SetSettings(r.Context(), c.ID, settings)
	if errors.Is(err, review.ErrRefused) {
		return httperr.BadRequest("“Reviewers who must agree” must be from 1 to 9.", "Correct it and try again.")
	}
	if err != nil {
		return err
	}
	return seeOther(w, r, settingsPath(c.ID))
}

// parseBox reads a check box from the values of its field. Before each box, the form has a hidden field with "false".
// So the last value is "true" for a checked box and "false" for an unchecked one. ok is false if there is neither.
func parseBox(values []string) (checked, ok bool) {
	if len(values) == 0 {
		return false, false
	}
	last := values[len(values)-1]
	return last == "true", last == "true" || last == "false"
}

// DeleteContest deletes a contest. The form must contain its name.
func (s *Site) DeleteContest(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest) error {
	if request.OneLine(r.PostFormValue("name")) != request.OneLine(c.Name) {
		return s.showSettings(w, r, reader, c, http.StatusUnprocessableEntity,
			i18n.From(r.Context()).T("Nothing was deleted: the name does not match."))
	}
	err := reader.DeleteContest(r.Context(), c.ID)
	if errors.Is(err, contest.ErrInUse) {
		return s.showSettings(w, r, reader, c, http.StatusConflict,
			i18n.From(r.Context()).T("Nothing was deleted: the contest is followed, or a check or an import is using it. Stop following it, or try again when that has ended."))
	}
	return seeOtherUnless(err, w, r, "/")
}

func settingsPath(contestID int64) string { return contestPath(contestID) + "/settings" }
