package ui

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/web/request"
)

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

// liveSays tells in a few words how a contest is followed that is.
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

// contests lists the contests of the archive.
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

// contestsPage lists a page of the contests that the viewer may see, and counts
// all of them.
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
		entries[i] = contestEntry{ContestEntry: c}
		if entries[i].Role, err = rd.Role(ctx, c.ID); err != nil {
			return nil, 0, err
		}
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
