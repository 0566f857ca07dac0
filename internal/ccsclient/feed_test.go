package ccsclient

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/ccstest"
	"github.com/ojcheck/ojcheck/internal/contest"
)

// submissionsOf returns the submissions of a model.
func submissionsOf(m *ccs.Model) (list []contest.Submission) {
	for _, id := range m.Submissions() {
		s, _ := m.Submission(id)
		list = append(list, s.Submission)
	}
	return list
}

// errEnough ends a feed from inside a test.
var errEnough = errors.New("enough")

func ignore(ccs.Notification) error { return nil }

func ignoreState(ccs.FeedState) {}

// follow applies a feed to a model until the contest has ended, and returns the tokens of
// the notifications.
func follow(t *testing.T, c *Contest, m *ccs.Model) (tokens []string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	err := c.Feed(ctx, func(n ccs.Notification) error {
		tokens = append(tokens, n.Token)
		if _, _, err := m.Apply(n); err != nil {
			t.Errorf("apply %+v: %v", n, err)
		}
		if m.Ended() {
			return errEnough
		}
		return nil
	}, ignoreState)
	if !errors.Is(err, errEnough) {
		t.Fatalf("the feed ended with error %v before the contest ended", err)
	}
	return tokens
}

// grow adds 30 submissions to a contest, changes some of them, and ends the contest.
func grow(s *ccstest.Server) {
	for i := range 30 {
		id := fmt.Sprint(500 + i)
		s.AddSubmission(ccstest.Submission{ID: id, Team: "t3", Problem: "bottles", Language: "cpp", ContestTime: 2*time.Hour + time.Duration(i)*time.Minute,
			Files: []ccstest.File{{Name: "x.cpp", Content: "int x" + id + ";\n"}}}, ccstest.Judgement{ID: "j" + id, Submission: id, Start: 2 * time.Hour})
		s.Judge(ccstest.Judgement{ID: "j" + id, Submission: id, Type: "AC", Start: 2 * time.Hour, End: 3 * time.Hour})
	}
	s.Rejudge("j503", ccstest.Judgement{ID: "k503", Submission: "503", Type: "WA", Start: 4 * time.Hour, End: 4*time.Hour + time.Minute})
	s.Delete("judgements", "j505")
	s.Delete("submissions", "505")
	s.EndContest()
}

// TestFeed follows a growing contest, in all versions, over a network that breaks. The result is
// the same as from the endpoints, and no notification is missing or repeated.
func TestFeed(t *testing.T) {
	t.Parallel()
	for _, version := range ccstest.Versions() {
		for _, domjudge := range []bool{false, true} {
			for _, disorder := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s, DOMjudge %t, disorder %t", version, domjudge, disorder), func(t *testing.T) {
					t.Parallel()
					scenario := ccstest.SmallContest()
					scenario.Version, scenario.DOMjudge, scenario.Disorder = version, domjudge, disorder
					scenario.KeepAlive = time.Millisecond
					s := ccstest.NewServer(t, scenario)
					c := openAt(t, s)
					s.CutFeed(0, 5, 1, 20, 3)
					s.Fail("event-feed", 1, ccstest.Fault{Status: http.StatusServiceUnavailable, RetryAfter: "0"})
					s.Fail("event-feed", 1, ccstest.Fault{Status: http.StatusInternalServerError})
					go grow(s)
					followed := ccs.NewModel()
					tokens := follow(t, c, followed)
					seen := map[string]bool{}
					for _, token := range tokens {
						if seen[token] {
							t.Errorf("got token %s twice: the client did not resume after it", token)
						}
						seen[token] = true
					}
					want := s.EventCount()
					if disorder {
						want-- // the server sends the end of updates twice, and follow stops at the first
					}
					if len(seen) != want {
						t.Errorf("got %d notifications, want %d", len(seen), want)
					}
					loaded := ccs.NewModel()
					if err := c.Load(t.Context(), loaded); err != nil {
						t.Fatal(err)
					}
					if diff := cmp.Diff(submissionsOf(loaded), submissionsOf(followed)); diff != "" {
						t.Errorf("submissions by feed and by endpoints differ (-endpoints +feed):\n%s", diff)
					}
				})
			}
		}
	}
}

// If the server does not know the token, Feed reads from the beginning and reports that.
func TestFeedUnknownToken(t *testing.T) {
	t.Parallel()
	s := ccstest.NewServer(t, ccstest.SmallContest())
	c := openAt(t, s)
	var states []string
	n, events := 0, s.EventCount()
	m := ccs.NewModel()
	err := c.Feed(t.Context(), func(notification ccs.Notification) error {
		if n++; n == events {
			s.Delete("submissions", "112")
			s.ForgetTokens()
			s.EndContest()
		}
		if n > events {
			if _, _, err := m.Apply(notification); err != nil {
				t.Error(err)
			}
		}
		if m.Ended() {
			return errEnough
		}
		return nil
	}, func(state ccs.FeedState) {
		states = append(states, fmt.Sprintf("%t %t %t", state.Connected, state.Restarted, state.Reason != nil))
	})
	if !errors.Is(err, errEnough) {
		t.Fatal(err)
	}
	if len(m.Submissions()) != 11 {
		t.Errorf("the feed sent %d submissions again, want 11", len(m.Submissions()))
	}
	if diff := cmp.Diff([]string{"true false false", "false false true", "true true false"}, states); diff != "" {
		t.Errorf("connected, restarted, reason (-want +got):\n%s", diff)
	}
}

// A refused request ends a feed without a retry, and so does the end of the context.
func TestFeedEnds(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		status int
		want   string
	}{{401, "give a name and password"}, {403, "may not read this"}, {404, "compare the address"}, {400, "answers 400"}} {
		s := ccstest.NewServer(t, ccstest.SmallContest())
		c := openAt(t, s)
		s.Fail("event-feed", -1, ccstest.Fault{Status: test.status})
		err := c.Feed(t.Context(), ignore, ignoreState)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("status %d: error %v does not say %q", test.status, err, test.want)
		}
		if n := s.Requests()["contests/regional26/event-feed"]; n != 1 {
			t.Errorf("status %d: %d requests, want 1", test.status, n)
		}
	}
	s := ccstest.NewServer(t, ccstest.SmallContest())
	o, _ := options(s)
	ctx, cancel := context.WithCancelCause(t.Context())
	n := 0
	err := open(t, o).Feed(ctx, func(ccs.Notification) error {
		if n++; n == s.EventCount() {
			cancel(errEnough)
		}
		return nil
	}, ignoreState)
	if !errors.Is(err, errEnough) || n != s.EventCount() {
		t.Errorf("error %v after %d notifications, want %v after %d", err, n, errEnough, s.EventCount())
	}
}

// A contest that is hidden after Open is hidden, not broken, for those who load it or follow its feed.
func TestHiddenAfterOpen(t *testing.T) {
	t.Parallel()
	s := ccstest.NewServer(t, ccstest.SmallContest())
	c := openAt(t, s)
	s.SetHidden(true)
	for name, err := range map[string]error{
		"Load": c.Load(t.Context(), ccs.NewModel()),
		"Feed": c.Feed(t.Context(), ignore, ignoreState),
	} {
		if !errors.Is(err, ErrHidden) || !strings.Contains(err.Error(), `has no contest "regional26" that the account may see now`) {
			t.Errorf("%s: error %v, want ErrHidden", name, err)
		}
	}
}

// If a server is silent, before or after it begins to answer, the client connects again.
func TestFeedSilence(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes a second")
	}
	t.Parallel()
	if defaultSilence != 240*time.Second {
		t.Errorf("a feed may be silent for %v, want twice the 120 s that the specification allows", defaultSilence)
	}
	for _, test := range []struct {
		name  string
		fault ccstest.Fault
		want  []string // states of the connection
	}{
		{"after the headers", ccstest.Fault{Hang: true}, []string{"connected", "the feed was silent for 1s", "connected"}},
		{"before the headers", ccstest.Fault{Delay: time.Hour}, []string{"the feed was silent for 1s", "connected"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := ccstest.NewServer(t, ccstest.SmallContest())
			o, _ := options(s)
			o.Silence = time.Second
			c := open(t, o)
			s.Fail("event-feed", 1, test.fault)
			var states []string
			err := c.Feed(t.Context(), func(ccs.Notification) error { return errEnough }, func(state ccs.FeedState) {
				text := "connected"
				if !state.Connected {
					text = state.Reason.Error()
				}
				states = append(states, text)
			})
			if d := cmp.Diff(test.want, states); d != "" || !errors.Is(err, errEnough) {
				t.Errorf("the feed ended with error %v, want %v; states (-want +got):\n%s", err, errEnough, d)
			}
		})
	}
}

// Empty lines show that a connection is alive. A function that takes long is no silence.
func TestFeedAlive(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes a second")
	}
	t.Parallel()
	scenario := ccstest.SmallContest()
	scenario.KeepAlive = time.Millisecond
	s := ccstest.NewServer(t, scenario)
	o, _ := options(s)
	o.Silence = time.Second
	c := open(t, o)
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(3*o.Silence, func() { cancel(errEnough) })
	n := 0
	err := c.Feed(ctx, func(ccs.Notification) error {
		if n++; n == 1 {
			time.Sleep(o.Silence + o.Silence/2)
		}
		return nil
	}, ignoreState)
	if !errors.Is(err, errEnough) {
		t.Errorf("the feed ended with error %v, want %v", err, errEnough)
	}
	if n := s.Requests()["contests/regional26/event-feed"]; n != 1 {
		t.Errorf("%d connections were made, want 1", n)
	}
}

// A judge system that closes each connection at once is asked less and less often, whatever it sends. A connection that lasted
// longer than the wait before it was good.
func TestFeedWait(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "\n"+`{"type":"teams","id":"1","data":{"id":"1"},"token":"t1"}`+"\n")
	}))
	t.Cleanup(s.Close)
	o, _ := options(&ccstest.Server{URL: s.URL})
	client := newClient(t, o)
	for _, test := range []struct {
		name         string
		before, want time.Duration
	}{{"closed at once", time.Hour, 4 * o.Wait}, {"longer than the wait", 0, o.Wait}} {
		f := feedReader{contest: &Contest{ID: "regional26", client: client}, onState: ignoreState, backOff: client.newBackOff(), wait: test.before,
			onNotification: ignore}
		f.backOff.Reset()
		f.backOff.NextBackOff()
		f.backOff.NextBackOff()
		_ = f.follow(t.Context()) // it always fails
		if got := f.backOff.NextBackOff(); got != test.want {
			t.Errorf("%s: the next wait is %v, want %v", test.name, got, test.want)
		}
	}
}

// A judge system that asks to wait for very long is asked again after five minutes.
func TestFeedLongWait(t *testing.T) {
	t.Parallel()
	s := ccstest.NewServer(t, ccstest.SmallContest())
	o, log := options(s)
	client := newClient(t, o)
	c := &Contest{ID: "regional26", client: client}
	s.Fail("event-feed", -1, ccstest.Fault{Status: http.StatusTooManyRequests, RetryAfter: "600"})
	ctx, cancel := context.WithCancelCause(t.Context())
	err := c.Feed(ctx, ignore, func(ccs.FeedState) { time.AfterFunc(10*time.Millisecond, func() { cancel(errEnough) }) })
	if !errors.Is(err, errEnough) || strings.Count(log.String(), "wait=5m0s ") != 1 {
		t.Errorf("error %v, want %v after one wait of 5 minutes:\n%s", err, errEnough, log)
	}
}

// trickle answers the event feed with endless bytes without a newline, one piece at a time.
func trickle(piece []byte, every time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			if _, err := w.Write(piece); err != nil {
				return
			}
			_ = http.NewResponseController(w).Flush()
			time.Sleep(every)
		}
	})
}

// An endless line does not keep a connection alive. A line that is too long is not requested
// again.
func TestFeedEndlessLine(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes many seconds")
	}
	t.Parallel()
	for _, test := range []struct {
		name  string
		feed  http.Handler
		want  string
		final bool // Feed does not try again
	}{
		{"a slow endless line", trickle([]byte("x"), 5*time.Millisecond), "has not ended within 8s", false},
		{"a line that is too long", trickle(bytes.Repeat([]byte("x"), 1<<20), 0), "longer than 64 MiB", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := httptest.NewServer(test.feed)
			t.Cleanup(s.Close)
			client := newClient(t, Options{URL: s.URL + "/api/", Silence: 2 * time.Second})
			if test.final {
				client.options.Silence = time.Minute
			}
			ctx, cancel := context.WithCancelCause(t.Context())
			c := &Contest{client: client, ID: "finals"}
			err := c.Feed(ctx, ignore, func(state ccs.FeedState) {
				if !state.Connected {
					cancel(state.Reason)
				}
			})
			if err == nil || !strings.Contains(err.Error(), test.want) || errors.Is(err, ccs.ErrUnreadable) != test.final {
				t.Errorf("error %v, want %q, final: %t", err, test.want, test.final)
			}
		})
	}
}

// FuzzFeed checks that no notification is lost or repeated if a feed breaks off anywhere and is
// resumed at the start of the cut line.
func FuzzFeed(f *testing.F) {
	f.Add([]byte(`{"type":"teams","id":"1","data":{"id":"1"},"token":"t1"}`+"\n\n"+`{"type":"state","id":null,"data":{},"token":"t2"}`+"\n"), 70)
	f.Add([]byte(`{"type":"teams","id":"e1","op":"create","data":{"id":"1"}}`+"\n"), 3)
	f.Add([]byte("\xff\n{}\n[]\nnull\n"), 0)
	client, err := New(Options{URL: "https://host/api"})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte, cut int) {
		readTokens := func(text []byte) (tokens []string) {
			f := feedReader{contest: &Contest{client: client}, backOff: client.newBackOff(), onNotification: func(n ccs.Notification) error {
				tokens = append(tokens, n.Type+n.Token)
				return nil
			}}
			r := bufio.NewReader(bytes.NewReader(text))
			for {
				line, err := readLine(r)
				if err != nil {
					return tokens
				}
				if err := f.handleLine(line); err != nil {
					t.Fatal(err)
				}
			}
		}
		all := readTokens(text)
		if cut < 0 || cut > len(text) {
			return
		}
		before := readTokens(text[:cut])
		last := bytes.LastIndexByte(text[:cut], '\n') + 1
		if diff := cmp.Diff(all, append(before, readTokens(text[last:])...)); diff != "" {
			t.Errorf("a cut loses or repeats lines (-whole +cut):\n%s", diff)
		}
	})
}
