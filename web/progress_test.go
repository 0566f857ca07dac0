package web

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// start uploads something and returns the address of its progress.
func (s *site) start() string {
	s.Helper()
	a := s.upload(sent{"file", "finals.zip", "archive"}, sent{"contest", "", "Finals <b>"}, sent{"layout", "", "participant/files"})
	if a.status != http.StatusSeeOther {
		s.Fatalf("status %d: %s", a.status, a.text())
	}
	return a.header.Get("Location")
}

// events reads the events of an upload until the server ends the stream.
func (s *site) events(path string, each func(progressEvent)) {
	s.Helper()
	response, err := s.client.Get(s.base + path + "/events")
	if err != nil {
		s.Fatal(err)
	}
	defer response.Body.Close()
	if got := response.Header.Get("Content-Type"); got != "text/event-stream" {
		s.Fatalf("Content-Type = %q", got)
	}
	lines := bufio.NewScanner(response.Body)
	for lines.Scan() {
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			var e progressEvent
			if err := json.Unmarshal([]byte(data), &e); err != nil {
				s.Fatal(err)
			}
			each(e)
		}
	}
}

func TestProgress(t *testing.T) {
	t.Parallel()
	s := newSignedIn(t)
	step := make(chan func(progress func(string, int, int)))
	s.checker.check = func(_ context.Context, _ Upload, progress func(string, int, int)) (int64, error) {
		for do := range step {
			do(progress)
		}
		return checkID, nil
	}
	told := make(chan bool)
	tell := func(stage string, done, total int) {
		step <- func(progress func(string, int, int)) {
			progress(stage, done, total)
			told <- true
		}
		<-told
	}
	path := s.start()
	tell("reading programs", 1234, 5000)
	a := s.page(path)
	mention(t, a.text(), "Checking Finals <b>", "Reading programs", "1,234 of 5,000", "finals.zip, 7 bytes")
	mention(t, a.body, `<noscript><meta http-equiv="refresh"`)
	bar := a.one("progress")
	if attribute(bar, "max") != "5000" || attribute(bar, "value") != "1234" {
		t.Errorf("bar = %v", bar.Attr)
	}
	a.one("div", "data-events", path+"/events")
	mention(t, s.page("/").text(), "Finals <b> Reading programs 1,234 of 5,000")

	tell("storing", 7, 0) // of an unknown number
	a = s.page(path)
	mention(t, a.text(), "Storing", "7")
	if _, ok := lookup(a.one("progress"), "value"); ok {
		t.Error("the bar claims to know how far it is")
	}

	// A reader sees the state at once, then every change until the end.
	var seen []progressEvent
	s.events(path, func(e progressEvent) {
		if len(seen) == 0 {
			tell("storing", 8, 9)
		}
		if e.Done == 8 && !e.Ended {
			close(step)
		}
		seen = append(seen, e)
	})
	want := []progressEvent{
		{Status: "Storing", Counts: "7", Done: 7},
		{Status: "Storing", Counts: "8 of 9", Done: 8, Total: 9},
		{Status: "Done", Done: 8, Total: 9, Ended: true},
	}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	if a := s.do("GET", path, ""); a.status != http.StatusSeeOther || a.header.Get("Location") != "/checks/2" {
		t.Errorf("after the end: status %d to %q", a.status, a.header.Get("Location"))
	}
	if strings.Contains(s.page("/").body, path) {
		t.Error("an ended check is still listed as running")
	}
}

func TestFailedChecks(t *testing.T) {
	t.Parallel()
	var skipped []contest.SkippedItem
	for i := range 53 {
		skipped = append(skipped, contest.SkippedItem{Path: fmt.Sprintf("%s/%d", hostile, i), Reason: "it is a link"})
	}
	tests := []struct {
		name   string
		err    error
		text   []string
		layout string // of the form to try again
		logged string
	}{
		{
			name:   "the judge can mend it",
			err:    fmt.Errorf("upload: %w", &Failure{Message: "no pair can be formed.", Advice: "Try another layout.", Layout: "participant/problem", Skipped: skipped, Err: errors.New("detail")}),
			text:   []string{"Finals <b> could not be checked", "No pair can be formed.", "Try another layout.", "Skipped: 53 files", "it is a link", "and 50 more"},
			layout: "participant/problem",
			logged: "detail",
		},
		{
			name:   "about the file",
			err:    &Failure{Message: "finals.zip holds no program", Err: errors.New("finals.zip holds no program")},
			text:   []string{"finals.zip holds no program"},
			layout: "participant/files",
			logged: `level=INFO msg="check of an upload failed" contest="Finals <b>" file=finals.zip error=`,
		},
		{
			name: "something else", err: errors.New("connection lost"), layout: "participant/files", logged: "level=ERROR",
			text: []string{"The check failed: finals.zip: connection lost", "Nothing that was stored before is lost"},
		},
		{
			name: "panic", layout: "participant/files", logged: "on purpose",
			text: []string{"The check failed", "Try again"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := newSignedIn(t)
			s.checker.check = func(_ context.Context, u Upload, _ func(string, int, int)) (int64, error) {
				if test.err == nil {
					panic("on purpose")
				}
				return 0, fmt.Errorf("%s: %w", u.Files[0].Path, test.err)
			}
			path := s.start()
			s.events(path, func(progressEvent) {}) // wait for the end
			a := s.page(path)
			mention(t, a.text(), test.text...)
			if strings.Contains(a.body, "http-equiv") {
				t.Error("the page goes on loading itself")
			}
			if strings.Contains(a.text(), "goroutine") || strings.Contains(a.text(), s.tempDir) {
				t.Errorf("the page shows a stack trace, or where the upload was kept: %s", a.text())
			}
			retry := attribute(a.one("a", "class", "main"), "href")
			u, err := url.Parse(retry)
			if err != nil {
				t.Fatal(err)
			}
			want := url.Values{"contest": {"Finals <b>"}, "layout": {test.layout}, "threshold": {"0.5"}}
			if diff := cmp.Diff(want, u.Query()); diff != "" || u.Path != newContestPath {
				t.Errorf("retry = %q", retry)
			}
			mention(t, s.log.String(), test.logged)
			for _, cause := range []string{"detail", "connection lost", "holds no program"} {
				if n := strings.Count(s.log.String(), cause); n > 1 {
					t.Errorf("the log says %q %d times", cause, n)
				}
			}
		})
	}
}

// blocked is a check that runs until it is cancelled.
func blocked(started chan<- string) func(context.Context, Upload, func(string, int, int)) (int64, error) {
	return func(ctx context.Context, u Upload, _ func(string, int, int)) (int64, error) {
		started <- u.Contest
		<-ctx.Done()
		return 0, ctx.Err()
	}
}

// An upload that is named as a contest of the archive says so.
func TestUploadJoinsContest(t *testing.T) {
	t.Parallel()
	store := newFakeStore()
	store.contests = append(store.contests, contest.Contest{ID: 7, Name: "submissions"})
	s := newSignedIn(t, func(o *Options) { o.Store = store })
	started := make(chan string, 2)
	s.checker.check = blocked(started)
	for file, joins := range map[string]bool{"submissions.zip": true, "finals.zip": false} {
		a := s.page(s.upload(sent{"file", file, "archive"}).header.Get("Location"))
		if got := len(a.all("a", "href", "/contests/7")); (got == 1) != joins {
			t.Errorf("%s: %d links to the contest", file, got)
		}
		if got := strings.Contains(a.text(), "added to the contest submissions , which exists already"); got != joins {
			t.Errorf("%s: said = %v: %s", file, got, a.text())
		}
	}
}

func TestCancel(t *testing.T) {
	t.Parallel()
	s := newSignedIn(t)
	started := make(chan string, 2)
	s.checker.check = blocked(started)
	first := s.start()
	<-started
	second := s.start() // waits for its turn
	mention(t, s.page(second).text(), "Waiting for another check to end")

	for _, path := range []string{second, first} {
		a := s.page(path)
		form := attribute(a.one("form", "action", path+"/cancel"), "method")
		if form != "post" {
			t.Errorf("method = %q", form)
		}
		if a := s.do("POST", path+"/cancel", "", "Sec-Fetch-Site", "same-origin"); a.status != http.StatusSeeOther || a.header.Get("Location") != path {
			t.Errorf("cancel: status %d to %q", a.status, a.header.Get("Location"))
		}
		s.events(path, func(progressEvent) {})
		mention(t, s.page(path).text(), "The check was cancelled")
	}
	if len(started) != 0 {
		t.Error("a cancelled upload was checked")
	}
}

func TestClose(t *testing.T) {
	t.Parallel()
	t.Run("cancels what does not end in time", func(t *testing.T) {
		t.Parallel()
		s := newSignedIn(t)
		started := make(chan string, 2)
		s.checker.check = blocked(started)
		running := s.start()
		<-started
		waiting := s.start()
		watched := make(chan bool)
		go func() {
			s.events(running, func(progressEvent) { watched <- true })
			close(watched)
		}()
		<-watched
		late, cancel := context.WithCancel(t.Context())
		cancel()
		s.server.Close(late)
		for range watched { // the stream ends, so that the server can shut down
		}
		mention(t, s.page(running).text(), "The server was stopped before this had ended")
		mention(t, s.page(waiting).text(), "could not be checked")
		if a := s.upload(sent{"file", "x.zip", "archive"}); a.status != http.StatusServiceUnavailable {
			t.Errorf("upload after the end: status %d, want 503", a.status)
		}
		if left := files(t, s.tempDir); len(left) > 0 {
			t.Errorf("left on the disk: %v", left)
		}
	})
	t.Run("waits for what ends in time", func(t *testing.T) {
		t.Parallel()
		s := newSignedIn(t)
		started := make(chan bool)
		s.checker.check = func(context.Context, Upload, func(string, int, int)) (int64, error) {
			started <- true
			<-s.server.jobs.closing
			return checkID, nil
		}
		path := s.start()
		<-started
		s.server.Close(t.Context())
		if a := s.do("GET", path, ""); a.header.Get("Location") != "/checks/2" {
			t.Errorf("status %d to %q", a.status, a.header.Get("Location"))
		}
	})
}

func TestOldJobsAreForgotten(t *testing.T) {
	t.Parallel()
	s := newSignedIn(t)
	var paths []string
	for range keptJobs + 2 {
		path := s.start()
		s.events(path, func(progressEvent) {})
		paths = append(paths, path)
	}
	for i, want := range map[int]int{0: 404, 1: 303, len(paths) - 1: 303} {
		if a := s.do("GET", paths[i], ""); a.status != want {
			t.Errorf("upload %d: status %d, want %d", i, a.status, want)
		}
	}
}
