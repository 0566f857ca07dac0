package ui

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/web/request"
)

const (
	topPairs   = 10 // on the page of a contest
	topSkipped = 5
	newAlerts  = 5
)

// contestView is what the page of a contest shows.
type contestView struct {
	Contest   contest.Contest
	Role      account.Role     // of the viewer
	Checks    []contest.Check  // newest first
	Active    []jobs.Snapshot  // checks of it that are under way
	Recheck   map[int64]string // where it can be checked anew, by the checks that should be
	Newest    *newestCheck     // nil where no check is complete
	Watch     *watchView       // nil where nobody ever followed it
	Alerts    contest.AlertCounts
	NewAlerts []contest.Alert // the newest, while the contest runs
	Titles    titles          // of its problems, where there are such
}

// running reports whether somebody follows the contest.
func (v contestView) running() bool { return v.Watch != nil && v.Watch.Running() }

// needsCheck reports whether the contest waits for its first check.
func (v contestView) needsCheck() bool {
	return len(v.Checks) == 0 && len(v.Active) == 0 && !v.running()
}

// uncheckedText says why a contest has no checks.
func (v contestView) uncheckedText() string {
	switch {
	case len(v.Active) > 0:
		return "This contest has not been checked yet: the first check is under way."
	case v.Role.May(account.Chief):
		return "This contest has not been checked yet: Check compares what is kept of it."
	}
	return "This contest has not been checked yet."
}

// minuteWithZone writes a time as moment does, with its offset from UTC.
func minuteWithZone(t time.Time) string {
	zone := t.Local().Format(" -07:00")
	if zone == " +00:00" {
		zone = " UTC"
	}
	return text.Minute(t) + zone
}

// beginsLabel names the start of a contest, which may be to come or past.
func beginsLabel(a contest.About, now time.Time) string {
	if now.Before(a.StartsAt) {
		return "Begins"
	}
	return "Began"
}

func lengthLabel(a contest.About, now time.Time) string {
	if !a.StartsAt.IsZero() && now.Before(a.StartsAt.Add(a.Duration)) {
		return "Lasts"
	}
	return "Lasted"
}

// newestCheck is what the page of a contest shows of its newest complete check.
type newestCheck struct {
	listView
	Skipped             []contest.SkippedItem // the first of them
	Waiting             int                   // pairs that wait for the viewer
	Clusters            int                   // groups of participants
	Problems, Languages []string
}

// Contest shows a contest, beginning with its newest check.
func (s *Site) Contest(w http.ResponseWriter, r *http.Request, rd loader, c contest.Contest) error {
	ctx, view := r.Context(), contestView{Contest: c, Role: rd.Viewer().Role}
	var err error
	if view.Checks, err = rd.Checks(ctx, c.ID); err != nil {
		return err
	}
	if view.Watch, err = rd.watch(ctx, c); err != nil {
		return err
	}
	if view.Alerts, err = rd.AlertCounts(ctx, c.ID); err != nil {
		return err
	}
	if view.running() {
		if view.NewAlerts, err = rd.NewestAlerts(ctx, c.ID, contest.AlertFilter{Limit: newAlerts}); err != nil {
			return err
		}
		if view.Titles, err = rd.Titles(ctx, c.ID); err != nil {
			return err
		}
	}
	for _, job := range s.jobs.Active() {
		if job.Joins == c.ID && rd.Viewer().CanSeeUploadBy(job.By) {
			view.Active = append(view.Active, job)
		}
	}
	view.Recheck = make(map[int64]string)
	for _, k := range view.Checks {
		view.Recheck[k.ID] = s.recheckPath(rd.Viewer(), k)
	}
	if newest, found := contest.NewestCheck(view.Checks); found {
		ranking := request.ParsePairQuery(r.URL.Query(), newest.Parameters.Threshold)
		if view.Newest, err = rd.newest(ctx, newest, ranking.WithHistogramFilters()); err != nil {
			return err
		}
	}
	return s.show(w, r, http.StatusOK, contestPage(view))
}

// newest reads what the page of a contest shows of its newest complete check.
func (rd loader) newest(ctx context.Context, check contest.Check, r request.PairQuery) (*newestCheck, error) {
	list, err := rd.list(ctx, check, r, topPairs)
	if err != nil {
		return nil, err
	}
	v := newestCheck{listView: list}
	v.Problems, v.Languages = facets(v.Baselines)
	if v.Skipped, _, err = rd.Skipped(ctx, check, 0, topSkipped); err != nil {
		return nil, err
	}
	if _, v.Clusters, err = rd.Clusters(ctx, check.ID, contest.ClusterFilter{}, 0, 1); err != nil {
		return nil, err
	}
	v.Waiting, err = rd.PairsToReview(ctx, check.ContestID)
	return &v, err
}

// settingsText lists the settings of a check that differ from the defaults.
func settingsText(p contest.Parameters) string {
	var list []string
	if p.Verdicts != "judged" {
		list = append(list, p.Verdicts+" verdicts")
	}
	if p.Participants != "official" {
		list = append(list, p.Participants+" participants")
	}
	if p.AcrossProblems {
		list = append(list, "across problems")
	}
	if !p.Templates {
		list = append(list, "own templates counted")
	}
	if p.Language != "" {
		list = append(list, "read as "+p.Language)
	}
	if n := len(p.Base); n > 0 {
		list = append(list, text.Count(n, "file")+" of base code")
	}
	if len(p.Against) > 0 {
		list = append(list, "earlier: "+strings.Join(p.Against, ", "))
	}
	return strings.Join(list, ", ")
}

// contestsSize is how many contests one page lists.
const contestsSize = 50

// contestsView is what the list of contests shows.
type contestsView struct {
	Contests []contestEntry
	Name     string // part of the names that are asked for
	Pages    pagination
	Active   []jobs.Snapshot // uploads being checked
	New      bool            // the viewer may add contests
}

// contestEntry is a contest with what the viewer may do there.
type contestEntry struct {
	contest.ContestEntry
	Role   account.Role
	Live   *watchView // nil where nobody follows it
	Alerts int        // of one that is followed
}

// liveText says in a few words how a contest is followed.
func (e contestEntry) liveText() string {
	says := "live"
	if e.Live.Stale() {
		says = "no sign of life"
	}
	if e.Alerts > 0 {
		says += ", " + text.Count(e.Alerts, "alert")
	}
	return says
}

// Contests lists the contests of the archive.
func (s *Site) Contests(w http.ResponseWriter, r *http.Request) error {
	rd := s.read(r)
	view := contestsView{
		Name:  request.OneLine(r.URL.Query().Get("name")),
		Pages: parsePagination(r.URL, contestsSize),
		New:   rd.Viewer().Administrator,
		Active: slices.DeleteFunc(s.jobs.Active(), func(j jobs.Snapshot) bool {
			return !rd.Viewer().CanSeeUploadBy(j.By)
		}),
	}
	var err error
	if view.Contests, view.Pages.Total, err = rd.contestsPage(r.Context(), view.Name, view.Pages); err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, contestsPage(view))
}

// contestsPage lists a page of contests, and counts all.
func (rd loader) contestsPage(ctx context.Context, name string, p pagination) ([]contestEntry, int, error) {
	list, total, err := rd.ContestsPage(ctx, name, p.offset(), p.Size)
	if err != nil {
		return nil, 0, err
	}
	watches, err := rd.Watches(ctx)
	if err != nil {
		return nil, 0, err
	}
	entries := make([]contestEntry, len(list))
	for i, c := range list {
		entries[i] = contestEntry{ContestEntry: c, Role: rd.Role(c.ID)}
		if w, found := watches[c.ID]; found && w.Live() {
			entries[i].Live = &watchView{w, time.Now()}
			counts, err := rd.AlertCounts(ctx, c.ID)
			if err != nil {
				return nil, 0, err
			}
			entries[i].Alerts = counts.Total()
		}
	}
	return entries, total, nil
}
