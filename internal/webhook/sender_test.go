package webhook

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// list is a queue in memory.
type list struct {
	mu        sync.Mutex
	messages  []Message
	delivered []string
	refused   []string
	failures  int // number of calls of Remove that fail
	outages   int // number of calls of Next that fail
}

func (l *list) Next(context.Context) (Message, bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.outages > 0 {
		l.outages--
		return Message{}, false, errors.New("the database is not available")
	}
	if len(l.messages) == 0 {
		return Message{}, false, nil
	}
	return l.messages[0], true, nil
}

func (l *list) Remove(_ context.Context, m Message, refusal string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.failures > 0 {
		l.failures--
		return errors.New("the database is not available")
	}
	l.messages = slices.DeleteFunc(l.messages, func(queued Message) bool { return queued.ID == m.ID })
	if refusal == "" {
		l.delivered = append(l.delivered, m.ID)
	} else {
		l.refused = append(l.refused, m.ID+": "+refusal)
	}
	return nil
}

func messages(n int) []Message {
	var all []Message
	for i := range n {
		all = append(all, Message{ID: fmt.Sprintf("m%d", i+1), Body: fmt.Appendf(nil, `{"n":%d}`, i+1)})
	}
	return all
}

// receiver answers with the statuses of answers in turn, then 204, and records the
// requests.
type receiver struct {
	mu      sync.Mutex
	answers []int    // statuses; 0 breaks the connection
	ids     []string // of the messages, in order
	invalid []string // requests that violate the standard
	secret  Secret
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	id := request.Header.Get("webhook-id")
	r.ids = append(r.ids, id)
	body, err := io.ReadAll(request.Body)
	seconds, _ := strconv.ParseInt(request.Header.Get("webhook-timestamp"), 10, 64)
	at := time.Unix(seconds, 0)
	if err != nil || request.Method != http.MethodPost || request.Header.Get("Content-Type") != "application/json" ||
		request.Header.Get("User-Agent") != "ojcheck/test" || time.Since(at).Abs() > time.Minute ||
		request.Header.Get("webhook-signature") != r.secret.Sign(id, at, body) {
		r.invalid = append(r.invalid, fmt.Sprintf("%s %v %s", request.Method, request.Header, body))
	}
	if len(r.answers) == 0 {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	status := r.answers[0]
	r.answers = r.answers[1:]
	switch status {
	case 0:
		panic(http.ErrAbortHandler)
	case http.StatusTooManyRequests:
		w.Header().Set("Retry-After", "7")
	case http.StatusBadGateway:
		w.Header().Set("Retry-After", time.Now().Add(time.Hour).UTC().Format(http.TimeFormat))
	case http.StatusFound:
		w.Header().Set("Location", "/elsewhere")
	}
	w.WriteHeader(status)
}

func sender(t *testing.T, r *receiver) (*Sender, *[]time.Duration) {
	t.Helper()
	secret, err := ParseSecret("whsec_" + base64.StdEncoding.EncodeToString(make([]byte, 32)))
	if err != nil {
		t.Fatal(err)
	}
	r.secret = secret
	server := httptest.NewServer(r)
	t.Cleanup(server.Close)
	to, err := ParseURL(server.URL + "/hook")
	if err != nil {
		t.Fatal(err)
	}
	s := NewSender(to, secret, "ojcheck/test", slog.New(slog.DiscardHandler))
	s.client.Transport = server.Client().Transport // its own: the end of another test closes connections of the default one
	var waits []time.Duration
	closed := make(chan time.Time)
	close(closed)
	s.after = func(d time.Duration) <-chan time.Time {
		waits = append(waits, d)
		return closed
	}
	return s, &waits
}

// noMore returns a channel for Run that says that no more messages come.
func noMore() <-chan struct{} {
	wake := make(chan struct{})
	close(wake)
	return wake
}

// A Sender delivers all messages in order. After a failure it waits and sends the same
// message again.
func TestSender(t *testing.T) {
	t.Parallel()
	const s = time.Second
	for _, test := range []struct {
		name     string
		answers  []int
		failures int
		requests []string // the IDs of their messages
		waits    []time.Duration
	}{
		{"delivered at once", nil, 0, []string{"m1", "m2", "m3"}, nil},
		{"three failures of the first message", []int{500, 503, 0, 204}, 0, []string{"m1", "m1", "m1", "m1", "m2", "m3"}, []time.Duration{s, 2 * s, 4 * s}},
		{"a refused message is sent again before the next", []int{204, 404, 204}, 0, []string{"m1", "m2", "m2", "m3"}, []time.Duration{s}},
		{"the receiver names the wait", []int{429}, 0, []string{"m1", "m1", "m2", "m3"}, []time.Duration{7 * s}},
		{"the receiver names a time", []int{502}, 0, []string{"m1", "m1", "m2", "m3"}, []time.Duration{maxWait}},
		{"redirects are not followed", []int{302}, 0, []string{"m1", "m1", "m2", "m3"}, []time.Duration{s}},
		{"the queue cannot remove the message", nil, 1, []string{"m1", "m1", "m2", "m3"}, []time.Duration{s}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := &receiver{answers: test.answers}
			sender, waits := sender(t, r)
			queue := &list{messages: messages(3), failures: test.failures}
			if err := sender.Run(t.Context(), queue, noMore()); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.requests, r.ids); diff != "" {
				t.Errorf("messages of the requests (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.waits, *waits); diff != "" {
				t.Errorf("waited (-want +got):\n%s", diff)
			}
			if len(r.invalid) > 0 {
				t.Errorf("got requests that violate the standard: %s", r.invalid)
			}
			if diff := cmp.Diff([]string{"m1", "m2", "m3"}, queue.delivered); diff != "" {
				t.Errorf("delivered (-want +got):\n%s", diff)
			}
		})
	}
}

// The waits of a Sender grow to maxWait, so that 100 tries take more than six hours.
func TestSenderBacksOffForHours(t *testing.T) {
	t.Parallel()
	r := &receiver{answers: slices.Repeat([]int{500}, 100)}
	sender, waits := sender(t, r)
	if err := sender.Run(t.Context(), &list{messages: messages(1)}, noMore()); err != nil {
		t.Fatal(err)
	}
	total := time.Duration(0)
	for _, wait := range *waits {
		total += wait
	}
	if longest := slices.Max(*waits); longest != maxWait || total < 6*time.Hour {
		t.Errorf("100 tries take %v with waits of up to %v, want at least 6h and up to %v", total, longest, maxWait)
	}
}

// Run stops when its context ends, and when the receiver wants no more messages.
func TestSenderStops(t *testing.T) {
	t.Parallel()
	t.Run("the context ends", func(t *testing.T) {
		t.Parallel()
		sender, _ := sender(t, &receiver{})
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := sender.Run(ctx, &list{messages: messages(1)}, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want %v", err, context.Canceled)
		}
	})
	t.Run("the receiver wants no more messages", func(t *testing.T) {
		t.Parallel()
		sender, _ := sender(t, &receiver{answers: []int{410}})
		queue := &list{messages: messages(2)}
		if err := sender.Run(t.Context(), queue, nil); !errors.Is(err, ErrGone) {
			t.Errorf("error %v, want %v", err, ErrGone)
		}
		if !strings.Contains(sender.LastError().String(), "410") {
			t.Errorf("last error %q, want one with status 410", sender.LastError())
		}
		if len(queue.messages) != 2 {
			t.Errorf("the queue has %d messages, want 2", len(queue.messages))
		}
	})
}

// A message that the receiver always refuses does not block the others.
func TestSenderDropsRefused(t *testing.T) {
	t.Parallel()
	r := &receiver{answers: slices.Repeat([]int{422}, maxRefusals)}
	sender, waits := sender(t, r)
	queue := &list{messages: messages(2)}
	if err := sender.Run(t.Context(), queue, noMore()); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(queue.delivered, []string{"m2"}) || len(queue.refused) != 1 || !strings.HasSuffix(queue.refused[0], "answers 422 Unprocessable Entity") {
		t.Errorf("delivered %q and refused %q, want m2 delivered and m1 refused with status 422", queue.delivered, queue.refused)
	}
	total := time.Duration(0)
	for _, wait := range *waits {
		total += wait
	}
	if total < 30*time.Minute || total > 2*time.Hour {
		t.Errorf("the refused message is dropped after %v, want 30 minutes to 2 hours", total)
	}
	if !sender.LastError().IsZero() {
		t.Errorf("last error at the end: %q, want none", sender.LastError())
	}
}

// LastError is zero again when the queue can be read, even if it is empty.
func TestSenderForgetsErrors(t *testing.T) {
	t.Parallel()
	sender, waits := sender(t, &receiver{})
	if err := sender.Run(t.Context(), &list{outages: 1}, noMore()); err != nil {
		t.Fatal(err)
	}
	if len(*waits) != 1 || !sender.LastError().IsZero() {
		t.Errorf("waited %v, last error at the end: %q; want one wait and no error", *waits, sender.LastError())
	}
}

// A message that comes before one that was refused is not dropped for the refusals of that one.
func TestSenderCountsRefusalsOfEach(t *testing.T) {
	t.Parallel()
	r := &receiver{answers: slices.Repeat([]int{422}, maxRefusals)}
	sender, waits := sender(t, r)
	queue := &list{messages: messages(1)}
	after := sender.after
	sender.after = func(d time.Duration) <-chan time.Time {
		if len(*waits) == maxRefusals-2 {
			queue.messages = slices.Insert(queue.messages, 0, Message{ID: "m0"})
		}
		return after(d)
	}
	if err := sender.Run(t.Context(), queue, noMore()); err != nil {
		t.Fatal(err)
	}
	if len(queue.refused) > 0 || !slices.Equal(queue.delivered, []string{"m0", "m1"}) {
		t.Errorf("delivered %q and refused %q, want m0 and m1 delivered", queue.delivered, queue.refused)
	}
}

// After an error, a signal of wake ends the wait of a Sender.
func TestSenderRetriesAtOnce(t *testing.T) {
	t.Parallel()
	r := &receiver{answers: []int{500, 500}}
	sender, _ := sender(t, r)
	waiting := make(chan struct{})
	sender.after = func(time.Duration) <-chan time.Time {
		waiting <- struct{}{}
		return nil // a timer that never ends
	}
	queue := &list{messages: messages(1)}
	wake := make(chan struct{})
	done := make(chan error)
	go func() { done <- sender.Run(t.Context(), queue, wake) }()
	<-waiting
	if got := sender.LastError(); !strings.HasSuffix(got.String(), "answers 500 Internal Server Error") {
		t.Errorf("last error %q, want status 500", got)
	}
	wake <- struct{}{}
	<-waiting
	close(wake)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(queue.delivered, []string{"m1"}) {
		t.Errorf("delivered %q, want m1", queue.delivered)
	}
}

// Run sends messages that arrive while it waits for a signal.
func TestSenderWaitsForMessages(t *testing.T) {
	t.Parallel()
	r := &receiver{}
	sender, _ := sender(t, r)
	queue := &list{}
	wake := make(chan struct{})
	done := make(chan error)
	go func() { done <- sender.Run(t.Context(), queue, wake) }()
	wake <- struct{}{}
	queue.mu.Lock()
	queue.messages = messages(1)
	queue.mu.Unlock()
	wake <- struct{}{}
	close(wake)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"m1"}, queue.delivered); diff != "" {
		t.Errorf("delivered (-want +got):\n%s", diff)
	}
}

// The address may itself be a secret: no error quotes its path.
func TestErrorsHideTheAddress(t *testing.T) {
	t.Parallel()
	to := &url.URL{Scheme: "http", Host: "127.0.0.1:1", Path: "/hooks/hidden"}
	s := NewSender(to, make(Secret, 32), "ojcheck/test", slog.New(slog.DiscardHandler))
	_, err := s.send(t.Context(), Message{ID: "m"})
	if err == nil || strings.Contains(err.Error(), "hidden") {
		t.Errorf("error %v, want one without the path of the address", err)
	}
}
