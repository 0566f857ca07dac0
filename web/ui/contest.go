package ui

import (
	"net/http"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/internal/text"
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
	ShownCheck   *contest.Check   // the check that the page shows; nil on the page of a contest without a complete check
	Ranking      *rankingView     // nil unless ShownCheck is complete
	Watch        *watchView       // nil if nobody ever followed the contest
	Alerts       contest.AlertCounts
	NewAlerts    []contest.Alert // the newest alerts, while the contest is watched and has no ranking
	Titles       titles          // of the problems, while the contest is watched and has no ranking
	HasFacts     bool            // the installation shows facts
}

// isWatched reports whether a watch follows the contest now and is not silent.
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

// Contest shows a contest with the check that contest.NewestCheck chooses.
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

// settingsText lists the settings of a check that differ from the defaults, if they say which programs and files it compares or
// as which language it reads them.
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
