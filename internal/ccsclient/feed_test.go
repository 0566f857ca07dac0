package ccsclient

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/ccstest"
	"github.com/ojcheck/ojcheck/internal/contest"
)

// state returns the model's facts about all submissions.
func state(m *ccs.Model) (list []contest.Submission) {
	for _, id := range m.Submissions() {
		s, _ := m.Submission(id)
		list = append(list, s.Submission)
	}
	return list
}

var errEnough = errors.New("enough")

// follow applies a feed to a model until the contest has ended, and returns the tokens of
// the notifications.
func follow(t *testing.T, c *Contest, m *ccs.Model, since string) (tokens []string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	err := c.Feed(ctx, since, func(n ccs.Notification) error {
		tokens = append(tokens, n.Token)
		if _, err := m.Apply(n); err != nil {
			t.Errorf("apply %+v: %v", n, err)
		}
		if m.Ended() {
			return errEnough
		}
		return nil
	})
	if !errors.Is(err, errEnough) {
		t.Fatalf("the feed ended with %v", err)
	}
	return tokens
}

// grow lets a contest continue to its end.
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

// TestFeed follows a growing contest, in all versions, over a network that breaks: the final
// state equals that of the endpoints.
func TestFeed(t *testing.T) {
	t.Parallel()
	for _, version := range ccstest.Versions() {
		for _, domjudge := range []bool{false, true} {
			for _, disorder := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/%t/%t", version, domjudge, disorder), func(t *testing.T) {
					t.Parallel()
					scenario := ccstest.SmallContest()
					scenario.Version, scenario.DOMjudge, scenario.Disorder = version, domjudge, disorder
					scenario.KeepAlive = time.Millisecond
					s := ccstest.NewServer(t, scenario)
					o, _ := options(s)
					c := open(t, o)
					s.CutFeed(0, 5, 1, 20, 3)
					s.Fail("event-feed", 1, ccstest.Fault{Status: http.StatusServiceUnavailable, RetryAfter: "0"})
					s.Fail("event-feed", 1, ccstest.Fault{Status: http.StatusInternalServerError})
					go grow(s)
					followed := ccs.NewModel()
					tokens := follow(t, c, followed, "")
					seen := map[string]bool{}
					for _, token := range tokens {
						if seen[token] {
							t.Errorf("got token %s twice: the client did not resume after it", token)
						}
						seen[token] = true
					}
					want := s.EventCount()
					if disorder {
						want-- // the server sends the end of updates twice
					}
					if len(seen) != want {
						t.Errorf("got %d of %d notifications", len(seen), want)
					}
					loaded := ccs.NewModel()
					if err := c.Load(t.Context(), loaded); err != nil {
						t.Fatal(err)
					}
					if diff := cmp.Diff(state(loaded), state(followed)); diff != "" {
						t.Errorf("followed differs from loaded (-loaded +followed):\n%s", diff)
					}
					if again := follow(t, c, ccs.NewModel(), tokens[len(tokens)-2]); len(again) != 1 {
						t.Errorf("got %d notifications after the second-to-last token: %v", len(again), again)
					}
				})
			}
		}
	}
}

// TestFeedUnknownToken checks that a feed with an unknown token starts over and reports it.
func TestFeedUnknownToken(t *testing.T) {
	t.Parallel()
	s := ccstest.NewServer(t, ccstest.SmallContest())
	o, _ := options(s)
	c := open(t, o)
	var states []string
	c.OnFeedState = func(state FeedState) {
		states = append(states, fmt.Sprintf("%t %t %t", state.Connected, state.Restarted, state.Reason != nil))
	}
	n, events := 0, s.EventCount()
	m := ccs.NewModel()
	err := c.Feed(t.Context(), "", func(notification ccs.Notification) error {
		if n++; n == events {
			s.Delete("submissions", "112")
			s.ForgetTokens()
			s.EndContest()
		}
		if n > events {
			if _, err := m.Apply(notification); err != nil {
				t.Error(err)
			}
		}
		if m.Ended() {
			return errEnough
		}
		return nil
	})
	if !errors.Is(err, errEnough) {
		t.Fatal(err)
	}
	if len(m.Submissions()) != 11 {
		t.Errorf("the feed sent %d submissions again", len(m.Submissions()))
	}
	if diff := cmp.Diff([]string{"true false false", "false false true", "true true false"}, states); diff != "" {
		t.Errorf("connected, restarted, reason (-want +got):\n%s", diff)
	}
	// An old token, at the start.
	s.Fail("event-feed", 1, ccstest.Fault{Status: http.StatusBadRequest})
	if tokens := follow(t, c, ccs.NewModel(), "of long ago"); len(tokens) != s.EventCount() {
		t.Errorf("got %d of %d notifications", len(tokens), s.EventCount())
	}
}

// TestFeedEnds checks which errors end a feed.
func TestFeedEnds(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		status int
		want   string
	}{{401, "give a name and password"}, {403, "may not read this"}, {404, "compare the address"}, {400, "answers 400"}} {
		s := ccstest.NewServer(t, ccstest.SmallContest())
		o, _ := options(s)
		c := open(t, o)
		s.Fail("event-feed", -1, ccstest.Fault{Status: test.status})
		err := c.Feed(t.Context(), "", func(ccs.Notification) error { return nil })
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%d: error %v does not say %q", test.status, err, test.want)
		}
		if n := s.Requests()["contests/regional26/event-feed"]; n != 1 {
			t.Errorf("%d: %d requests", test.status, n)
		}
	}
	s := ccstest.NewServer(t, ccstest.SmallContest())
	o, _ := options(s)
	ctx, cancel := context.WithCancelCause(t.Context())
	n := 0
	err := open(t, o).Feed(ctx, "", func(ccs.Notification) error {
		if n++; n == s.EventCount() {
			cancel(errEnough)
		}
		return nil
	})
	if !errors.Is(err, errEnough) || n != s.EventCount() {
		t.Errorf("after %d notifications: %v", n, err)
	}
}

// fakeClock fires on command.
type fakeClock struct {
	mu        sync.Mutex
	waits     []wait
	waitTimes chan time.Duration
}

type wait struct {
	d    time.Duration
	fire chan time.Time
}

func (c *fakeClock) After(d time.Duration) <-chan time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	fire := make(chan time.Time, 1)
	c.waits = append(c.waits, wait{d, fire})
	c.waitTimes <- d
	return fire
}

// fire ends all current waits.
func (c *fakeClock) fire() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, w := range c.waits {
		w.fire <- time.Time{}
	}
	c.waits = nil
}

// TestFeedSilence checks that the client replaces a connection that is silent for twice the
// longest allowed time, with growing waits.
func TestFeedSilence(t *testing.T) {
	t.Parallel()
	s := ccstest.NewServer(t, ccstest.SmallContest())
	clock := &fakeClock{waitTimes: make(chan time.Duration, 1000)}
	o, _ := options(s)
	o.Clock, o.Wait = clock, time.Second
	c := open(t, o)
	states := make(chan FeedState, 100)
	c.OnFeedState = func(state FeedState) { states <- state }
	s.Fail("event-feed", 3, ccstest.Fault{Hang: true})
	ended := make(chan error, 1)
	go func() {
		n := 0
		ended <- c.Feed(t.Context(), "", func(ccs.Notification) error {
			if n++; n == s.EventCount() {
				return errEnough
			}
			return nil
		})
	}()
	for i := range 3 {
		if state := <-states; !state.Connected {
			t.Fatalf("connection %d: %+v", i, state)
		}
		if d := <-clock.waitTimes; d != 240*time.Second {
			t.Errorf("the client waits %v for data", d)
		}
		clock.fire()
		state := <-states
		if state.Connected || state.Wait != time.Second<<i || !strings.Contains(state.Reason.Error(), "silent for 4m0s") {
			t.Errorf("after the silence of connection %d: %+v", i, state)
		}
		if d := <-clock.waitTimes; d != state.Wait {
			t.Errorf("waits for %v, and says %v", d, state.Wait)
		}
		clock.fire()
	}
	if err := <-ended; !errors.Is(err, errEnough) {
		t.Error(err)
	}
}

// TestFeedWithoutHeaders checks that the client also gives up, after the same time, on a server
// that never starts to answer.
func TestFeedWithoutHeaders(t *testing.T) {
	t.Parallel()
	s := ccstest.NewServer(t, ccstest.SmallContest())
	clock := &fakeClock{waitTimes: make(chan time.Duration, 1000)}
	o, _ := options(s)
	o.Clock = clock
	c := open(t, o)
	states := make(chan FeedState, 100)
	c.OnFeedState = func(state FeedState) { states <- state }
	s.Fail("event-feed", 1, ccstest.Fault{Delay: time.Hour})
	ended := make(chan error, 1)
	go func() { ended <- c.Feed(t.Context(), "", func(ccs.Notification) error { return errEnough }) }()
	<-clock.waitTimes
	for s.Requests()["contests/regional26/event-feed"] == 0 { // or the next request would meet the fault
		time.Sleep(time.Millisecond)
	}
	clock.fire()
	if state := <-states; state.Connected || !strings.Contains(state.Reason.Error(), "silent") {
		t.Errorf("after the silence: %+v", state)
	}
	<-clock.waitTimes
	clock.fire()
	if err := <-ended; !errors.Is(err, errEnough) {
		t.Error(err)
	}
}

// TestFeedAlive checks that newlines and half lines keep a connection alive.
func TestFeedAlive(t *testing.T) {
	t.Parallel()
	scenario := ccstest.SmallContest()
	scenario.KeepAlive = time.Millisecond
	s := ccstest.NewServer(t, scenario)
	clock := &fakeClock{waitTimes: make(chan time.Duration, 100_000)}
	o, _ := options(s)
	o.Clock = clock
	c := open(t, o)
	ctx, cancel := context.WithCancelCause(t.Context())
	go func() {
		for range 3 * s.EventCount() { // each line and each piece restart the wait
			<-clock.waitTimes
		}
		cancel(errEnough)
	}()
	if err := c.Feed(ctx, "", func(ccs.Notification) error { return nil }); !errors.Is(err, errEnough) {
		t.Error(err)
	}
	if n := s.Requests()["contests/regional26/event-feed"]; n != 1 {
		t.Errorf("%d connections were made", n)
	}
}

// trickle answers the event feed with endless bytes without a newline.
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

// TestFeedEndlessLine checks that an endless line does not keep a connection alive, and that a
// line that is too long is not requested again.
func TestFeedEndlessLine(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes many seconds")
	}
	t.Parallel()
	for _, test := range []struct {
		name  string
		feed  http.Handler
		want  string
		final bool
	}{
		{"that trickles", trickle([]byte("x"), 5*time.Millisecond), "has not ended within 8s", false},
		{"that is too long", trickle(bytes.Repeat([]byte("x"), 1<<20), 0), "longer than 64 MiB", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := httptest.NewServer(test.feed)
			t.Cleanup(s.Close)
			client, err := New(Options{URL: s.URL + "/api/", Silence: 2 * time.Second})
			if err != nil {
				t.Fatal(err)
			}
			if test.final {
				client.options.Silence = time.Minute
			}
			ctx, cancel := context.WithCancelCause(t.Context())
			c := &Contest{client: client, ID: "finals"}
			c.OnFeedState = func(state FeedState) {
				if !state.Connected {
					cancel(state.Reason)
				}
			}
			err = c.Feed(ctx, "", func(ccs.Notification) error { return nil })
			if err == nil || !strings.Contains(err.Error(), test.want) || errors.Is(err, ErrLineTooLong) != test.final {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

// FuzzFeed reads arbitrary lines of a feed, cut anywhere.
func FuzzFeed(f *testing.F) {
	f.Add([]byte(`{"type":"teams","id":"1","data":{"id":"1"},"token":"t1"}`+"\n\n"+`{"type":"state","id":null,"data":{},"token":"t2"}`+"\n"), 70)
	f.Add([]byte(`{"type":"teams","id":"e1","op":"create","data":{"id":"1"}}`+"\n"), 3)
	f.Add([]byte("\xff\n{}\n[]\nnull\n"), 0)
	client, err := New(Options{URL: "https://host/api"})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte, cut int) {
		take := func(text []byte) (tokens []string) {
			f := follower{contest: &Contest{client: client}, backOff: client.newBackOff(), each: func(n ccs.Notification) error {
				tokens = append(tokens, n.Type+n.Token)
				return nil
			}}
			c := connection{alive: make(chan struct{}, 1), lines: make(chan line)}
			go c.readLines(t.Context(), bytes.NewReader(text))
			for l := range c.lines {
				if l.err != nil {
					return tokens
				}
				if err := f.handleLine(l.text); err != nil {
					t.Fatal(err)
				}
			}
			return tokens
		}
		all := take(text)
		if cut < 0 || cut > len(text) {
			return
		}
		before := take(text[:cut])
		last := bytes.LastIndexByte(text[:cut], '\n') + 1
		if diff := cmp.Diff(all, append(before, take(text[last:])...)); diff != "" {
			t.Errorf("a cut loses or repeats lines (-whole +cut):\n%s", diff)
		}
	})
}
