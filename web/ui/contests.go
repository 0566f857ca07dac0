package ui

import (
	"net/http"
	"slices"
	"time"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/web/request"
)

// contestsPageSize is the maximum number of contests on one page.
const contestsPageSize = 50

// contestsView is the view model of one page of contests.
type contestsView struct {
	Contests   []contestEntry
	Name       string // text in the names of the listed contests; "" for all
	Pages      pagination
	ActiveJobs []jobs.Snapshot // uploads that wait for their users, then jobs that have not ended
	CanAdd     bool            // whether the viewer may add contests
	Notice     string          // says what the viewer has just done
}

// contestsNotices are the notices, by the parameter "done" of the address.
var contestsNotices = map[string]i18n.Key{
	"deleted": "The contest is deleted.",
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
		Notice: doneNotice(r, contestsNotices),
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
