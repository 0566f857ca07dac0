package ui

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/internal/text"
)

// eventPause is the shortest time between two events of a page: more cannot be seen.
const eventPause = 100 * time.Millisecond

// heartbeat keeps a quiet connection from being taken for a dead one.
const heartbeat = 15 * time.Second

// What the page of a failure shows of what was skipped: for each reason, the most
// common first, a few paths.
const (
	shownReasons = 20
	shownPaths   = 3
)

// progressView is what the page of an upload shows.
type progressView struct {
	jobs.Snapshot
	Failure            *jobs.Failure
	Retry              string // address of the form, filled in as before
	RetryWithoutFormat string // the same without a format; "" where none was chosen
}

// Progress shows how far a job is, and leads to the ranking when it is done.
func (s *Site) Progress(w http.ResponseWriter, r *http.Request) error {
	j, err := s.job(r)
	if err != nil {
		return err
	}
	now, _ := j.Watch()
	if now.State == jobs.Done {
		path := CheckPath(now.CheckID)
		if now.Upload.ImportOnly {
			path = contestPath(contest.Contest{ID: now.ContestID})
		}
		return seeOther(w, r, path)
	}
	view := progressView{Snapshot: now, Failure: now.Failure()}
	if view.Failure != nil {
		view.Retry = retryPath(now.Upload, now.Joins, view.Failure.Layout)
		if now.Upload.From != "" {
			plain := now.Upload
			plain.From = ""
			view.RetryWithoutFormat = retryPath(plain, now.Joins, view.Failure.Layout)
		}
	}
	return s.show(w, r, http.StatusOK, progressPage(view))
}

// ProgressEvents streams the progress as server-sent events.
func (s *Site) ProgressEvents(w http.ResponseWriter, r *http.Request) error {
	j, err := s.job(r)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/event-stream")
	stream := http.NewResponseController(w)
	for {
		now, changed := j.Watch()
		if err := writeEvent(w, now); err != nil {
			return nil // the page was closed
		}
		if err := stream.Flush(); err != nil || now.HasEnded() {
			return nil
		}
		select {
		case <-changed:
		case <-time.After(heartbeat):
		case <-r.Context().Done():
			return nil
		case <-s.jobs.Done():
			return nil
		}
		select {
		case <-time.After(eventPause):
		case <-r.Context().Done():
			return nil
		}
	}
}

// ProgressEvent is the data of one event, as static/app.js reads it.
type ProgressEvent struct {
	Status string `json:"status"` // in words
	Counts string `json:"counts"`
	Done   int    `json:"done"`
	Total  int    `json:"total"`
	Ended  bool   `json:"ended"` // the page is to be loaded anew
}

func writeEvent(w http.ResponseWriter, now jobs.Snapshot) error {
	data, err := json.Marshal(ProgressEvent{jobStatusText(now), jobCountsText(now), now.Done, now.Total, now.HasEnded()})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "data: %s\n\n", data)
	return err
}

// jobStatusText says in words how far a job has come.
func jobStatusText(s jobs.Snapshot) string {
	switch {
	case s.State == jobs.Waiting:
		return "Waiting for another check to end"
	case s.State == jobs.Failed:
		return "Failed"
	case s.State == jobs.Done:
		return "Done"
	case s.Stage == "":
		return "Starting"
	}
	return text.Capitalize(s.Stage)
}

// jobCountsText says how far the stage has come.
func jobCountsText(s jobs.Snapshot) string {
	switch {
	case s.State != jobs.Running:
		return ""
	case s.Total > 0:
		return text.Thousands(s.Done) + " of " + text.Thousands(s.Total)
	case s.Done > 0:
		return text.Thousands(s.Done)
	}
	return ""
}

// Cancel cancels a job.
func (s *Site) Cancel(w http.ResponseWriter, r *http.Request) error {
	j, err := s.job(r)
	if err != nil {
		return err
	}
	j.Cancel()
	return seeOther(w, r, "/uploads/"+j.ID)
}

func (s *Site) job(r *http.Request) (*jobs.Job, error) {
	return s.jobs.FindFor(s.read(r).Viewer(), r.PathValue("job"))
}

// retryPath is the upload form, filled in as before, but for the layout if another one may help.
func retryPath(u jobs.Upload, joins int64, layout string) string {
	if layout != "" { // which explains folders
		u.Layout, u.From = layout, ""
	}
	q := url.Values(settings.Values(u.Settings))
	if u.Contest != "" {
		q.Set("contest", u.Contest)
	}
	if joins != 0 {
		return contestPath(contest.Contest{ID: joins}) + "/checks?" + q.Encode()
	}
	return newContestPath + "?" + q.Encode()
}

// newContestPath is the address of the form for a new contest.
const newContestPath = "/contests/new"

func CheckPath(id int64) string { return "/checks/" + strconv.FormatInt(id, 10) }

// reasons are why files were skipped, the most common first.
func (v progressView) reasons() []contest.SkipGroup {
	all := contest.GroupByReason(v.Failure.Skipped)
	return all[:min(len(all), shownReasons)]
}
