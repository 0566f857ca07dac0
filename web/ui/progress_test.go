package ui_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// The page and the events of an upload show how far its check is, until it ends.
func TestProgress(t *testing.T) {
	t.Parallel()
	s := webtest.NewSignedIn(t)
	step := make(chan func(progress func(i18n.Text, int, int)))
	s.Checker.OnCheck = func(_ context.Context, _ jobs.Upload, progress func(i18n.Text, int, int)) (int64, error) {
		for do := range step {
			do(progress)
		}
		return webtest.CheckID, nil
	}
	reported := make(chan bool)
	report := func(stage i18n.Text, done, total int) {
		step <- func(progress func(i18n.Text, int, int)) {
			progress(stage, done, total)
			reported <- true
		}
		<-reported
	}
	path := s.StartUpload()
	report(i18n.Verbatim("reading programs"), 1234, 5000)
	a := s.Page(path)
	webtest.Mention(t, a.Text(), "Checking Finals <b>", "Reading programs", "1,234 of 5,000", "finals.zip, 7 bytes")
	webtest.Mention(t, a.Body, `<noscript><meta http-equiv="refresh"`)
	bar := a.One("progress")
	if webtest.Attribute(bar, "max") != "5000" || webtest.Attribute(bar, "value") != "1234" {
		t.Errorf("the bar has %v, want max 5000 and value 1234", bar.Attr)
	}
	a.One("div", "data-events", path+"/events")
	webtest.Mention(t, s.Page("/").Text(), "Finals <b> Reading programs 1,234 of 5,000")

	report(i18n.Verbatim("storing"), 7, 0) // of an unknown number
	a = s.Page(path)
	webtest.Mention(t, a.Text(), "Storing", "7")
	if _, ok := webtest.Lookup(a.One("progress"), "value"); ok {
		t.Error("the bar has a value, although the total is unknown")
	}

	// The stream begins with the current state, then has every change until the end.
	var seen []ui.ProgressEvent
	s.Events(path, func(e ui.ProgressEvent) {
		if len(seen) == 0 {
			report(i18n.Verbatim("storing"), 8, 9)
		}
		if e.Done == 8 && !e.Ended {
			close(step)
		}
		seen = append(seen, e)
	})
	want := []ui.ProgressEvent{
		{Status: "Storing", Counts: "7", Done: 7},
		{Status: "Storing", Counts: "8 of 9", Done: 8, Total: 9},
		{Status: "Done", Done: 8, Total: 9, Ended: true},
	}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	if a := s.Do("GET", path, ""); a.Status != http.StatusSeeOther || a.Header.Get("Location") != "/checks/2" {
		t.Errorf("after the end: status %d to %q, want 303 to the check", a.Status, a.Header.Get("Location"))
	}
	if strings.Contains(s.Page("/").Body, path) {
		t.Error("an ended check is still listed as running")
	}
}

// The page of a failed check says why, and offers the form again with its settings. The log has the cause once.
func TestFailedChecks(t *testing.T) {
	t.Parallel()
	var skipped []contest.SkippedItem
	for i := range 53 {
		skipped = append(skipped, contest.SkippedItem{Path: fmt.Sprintf("%s/%d", webtest.Hostile, i), Reason: i18n.Verbatim("it is a link")})
	}
	tests := []struct {
		name   string
		err    error
		words  []string
		layout string // that the page proposes
		logged string
	}{
		{
			name:   "a failure that the user can correct",
			err:    fmt.Errorf("upload: %w", &jobs.Failure{Message: i18n.Verbatim("no pair can be formed."), Advice: i18n.Verbatim("Try another layout."), Layout: "participant/problem", Skipped: skipped, Err: errors.New("detail")}),
			words:  []string{"Finals <b> could not be checked", "No pair can be formed.", "Try another layout.", "Skipped: 53 files", "it is a link", "and 50 more"},
			layout: "participant/problem",
			logged: "detail",
		},
		{
			name:   "a failure that names the file",
			err:    &jobs.Failure{Message: i18n.Verbatim("finals.zip holds no program"), Err: errors.New("finals.zip holds no program")},
			words:  []string{"finals.zip holds no program"},
			logged: `level=INFO msg="job failed" task=check contest="Finals <b>" file=finals.zip error=`,
		},
		{
			name: "a fault of the server", err: errors.New("connection lost"), logged: "level=ERROR",
			words: []string{"The check failed: finals.zip: connection lost", "Nothing that was stored before is lost"},
		},
		{
			name: "panic", logged: "on purpose",
			words: []string{"The check failed", "Try again"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := webtest.NewSignedIn(t)
			s.Checker.OnCheck = func(_ context.Context, u jobs.Upload, _ func(i18n.Text, int, int)) (int64, error) {
				if test.err == nil {
					panic("on purpose")
				}
				return 0, fmt.Errorf("%s: %w", u.Files[0].Path, test.err)
			}
			path := s.StartUpload()
			s.Events(path, func(ui.ProgressEvent) {}) // wait for the end
			a := s.Page(path)
			webtest.Mention(t, a.Text(), test.words...)
			if strings.Contains(a.Body, "http-equiv") {
				t.Error("the page goes on loading itself")
			}
			if strings.Contains(a.Text(), "goroutine") || strings.Contains(a.Text(), s.TempDir) {
				t.Errorf("the page shows a stack trace or the directory of the upload: %s", a.Text())
			}
			for name, want := range map[string]string{"layout": "participant/files", "threshold": "0.5", "max_chance": "1"} {
				form := a.One("form", "class", "panel")
				field := slices.Collect(func(yield func(*html.Node) bool) {
					for n := range form.Descendants() {
						if webtest.Attribute(n, "name") == name && !yield(n) {
							return
						}
					}
				})
				if len(field) != 1 || webtest.Attribute(field[0], "value") != want {
					t.Errorf("the form has %d fields %s, want one with %q", len(field), name, want)
				}
			}
			if proposed := a.All("input", "type", "hidden", "name", "layout", "value", test.layout); (len(proposed) == 1) != (test.layout != "") {
				t.Errorf("%d buttons for the layout %q", len(proposed), test.layout)
			}
			webtest.Mention(t, s.Log.String(), test.logged)
			for _, cause := range []string{"detail", "connection lost", "holds no program"} {
				if n := strings.Count(s.Log.String(), cause); n > 1 {
					t.Errorf("the log has %q %d times, want at most once", cause, n)
				}
			}
			s.StartCheck(path) // the files are still there
		})
	}
}

// blockingCheck returns a check that reports its start and runs until it is cancelled.
func blockingCheck(started chan<- string) func(context.Context, jobs.Upload, func(i18n.Text, int, int)) (int64, error) {
	return func(ctx context.Context, u jobs.Upload, _ func(i18n.Text, int, int)) (int64, error) {
		started <- u.Contest
		<-ctx.Done()
		return 0, ctx.Err()
	}
}

// The progress page of an upload with the name of a stored contest says that it is added to that contest.
func TestUploadJoinsContest(t *testing.T) {
	t.Parallel()
	c := webtest.NewContents()
	c.Contests = []string{"submissions"}
	s := c.SignedIn(t)
	for file, isAdded := range map[string]bool{"submissions.zip": true, "finals.zip": false} {
		a := s.Page(s.StartPreview(webtest.Part{"file", file, "archive"}))
		if got := len(a.All("a", "href", "/contests/2")); (got == 1) != isAdded {
			t.Errorf("%s: %d links to the contest; a link is wanted: %t", file, got, isAdded)
		}
		if got := strings.Contains(a.Text(), "added to the existing contest submissions"); got != isAdded {
			t.Errorf("%s: the page says that it is added: %v, want %v: %s", file, got, isAdded, a.Text())
		}
	}
}

// Running and waiting checks can be cancelled; a waiting one never starts.
func TestCancel(t *testing.T) {
	t.Parallel()
	s := webtest.NewSignedIn(t)
	started := make(chan string, 2)
	s.Checker.OnCheck = blockingCheck(started)
	first := s.StartUpload()
	<-started
	second := s.StartUpload() // waits for its turn
	webtest.Mention(t, s.Page(second).Text(), "Waiting to be checked")

	for _, path := range []string{second, first} {
		a := s.Page(path)
		form := webtest.Attribute(a.One("form", "action", path+"/cancel"), "method")
		if form != "post" {
			t.Errorf("the method of the form is %q, want post", form)
		}
		if a := s.Do("POST", path+"/cancel", "", "Sec-Fetch-Site", "same-origin"); a.Status != http.StatusSeeOther || a.Header.Get("Location") != path {
			t.Errorf("cancel: status %d to %q, want 303 to %q", a.Status, a.Header.Get("Location"), path)
		}
		s.Events(path, func(ui.ProgressEvent) {})
		webtest.Mention(t, s.Page(path).Text(), "The job was cancelled")
	}
	if len(started) != 0 {
		t.Error("a check that was cancelled while it waited was started")
	}
}

// Close waits for the running check, and stops it when its context ends: stopped and waiting checks are for the next
// server. Later uploads are refused.
func TestClose(t *testing.T) {
	t.Parallel()
	t.Run("stops a check that does not end in time", func(t *testing.T) {
		t.Parallel()
		s := webtest.NewSignedIn(t)
		started := make(chan string, 2)
		s.Checker.OnCheck = blockingCheck(started)
		running := s.StartUpload()
		<-started
		waiting := s.StartUpload()
		watched := make(chan bool)
		go func() {
			s.Events(running, func(ui.ProgressEvent) { watched <- true })
			close(watched)
		}()
		<-watched
		canceled, cancel := context.WithCancel(t.Context())
		cancel()
		s.Server.Close(canceled)
		for range watched { // the stream ends, so that the server can shut down
		}
		stopped := webtest.Files(t, s.TempDir)
		for _, path := range []string{running, waiting} {
			webtest.Mention(t, s.Page(path).Text(), "Waiting to be checked")
		}
		s.PostParts("/uploads", webtest.Part{"file", "x.zip", "archive"}).WantStatus(http.StatusServiceUnavailable, "upload after the end")
		if left := webtest.Files(t, s.TempDir); len(left) != 2 || len(stopped) != 2 {
			t.Errorf("files left on the disk: %v, want those of two uploads", left)
		}
	})
	t.Run("waits for a check that ends in time", func(t *testing.T) {
		t.Parallel()
		s := webtest.NewSignedIn(t)
		started := make(chan bool)
		s.Checker.OnCheck = func(context.Context, jobs.Upload, func(i18n.Text, int, int)) (int64, error) {
			started <- true
			<-s.Server.Jobs.Closed()
			return webtest.CheckID, nil
		}
		path := s.StartUpload()
		<-started
		s.Server.Close(t.Context())
		if a := s.Do("GET", path, ""); a.Header.Get("Location") != "/checks/2" {
			t.Errorf("the upload: status %d to %q, want /checks/2", a.Status, a.Header.Get("Location"))
		}
	})
}

// Only the last jobs.MaxEnded jobs are remembered.
func TestOldJobsAreForgotten(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes seconds")
	}
	t.Parallel()
	s := webtest.NewSignedIn(t)
	var paths []string
	for range jobs.MaxEnded/2 + 2 { // each upload is two jobs
		path := s.StartUpload()
		s.Events(path, func(ui.ProgressEvent) {})
		paths = append(paths, path)
	}
	for i, want := range map[int]int{0: 404, 1: 303, len(paths) - 1: 303} {
		s.Do("GET", paths[i], "").WantStatus(want, "upload %d", i)
	}
}
