package ui

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/request"
)

// pollPause is the time between two polls of the contests whose live pages are open.
const pollPause = 500 * time.Millisecond

// changeNotifier notifies the pages of running contests of changes. A single query polls all watched
// contests. Polling stops when nobody is subscribed.
type changeNotifier struct {
	read   func(ctx context.Context, contests []int64) (map[int64]contest.LiveVersion, error)
	ctx    context.Context // ends with the server
	cancel context.CancelFunc
	polls  sync.WaitGroup

	mu      sync.Mutex
	watched map[int64]*watchedContest
	polling bool
}

// watchedContest is a contest with subscribers.
type watchedContest struct {
	subscribers int
	version     string        // "" before the first poll
	changed     chan struct{} // closed, and replaced, when the version changes
}

func newChangeNotifier(read func(context.Context, []int64) (map[int64]contest.LiveVersion, error)) *changeNotifier {
	ctx, end := context.WithCancel(context.Background())
	return &changeNotifier{read: read, ctx: ctx, cancel: end, watched: make(map[int64]*watchedContest)}
}

func (n *changeNotifier) close() {
	n.cancel()
	n.polls.Wait()
}

// versionText formats a version for an address.
func versionText(v contest.LiveVersion) string {
	return fmt.Sprintf("%d-%d-%d", v.Alert, v.Check, v.Updated.UnixMicro())
}

// subscribe makes the notifier poll a contest until the caller calls leave.
func (n *changeNotifier) subscribe(contestID int64) (leave func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	w := n.watched[contestID]
	if w == nil {
		w = &watchedContest{changed: make(chan struct{})}
		n.watched[contestID] = w
	}
	w.subscribers++
	if !n.polling && n.ctx.Err() == nil {
		n.polling = true
		n.polls.Go(n.poll)
	}
	return func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		if w.subscribers--; w.subscribers == 0 {
			delete(n.watched, contestID)
		}
	}
}

// current returns the version of a subscribed contest, and a channel that is closed when the version changes.
func (n *changeNotifier) current(contestID int64) (version string, changed <-chan struct{}) {
	n.mu.Lock()
	defer n.mu.Unlock()
	w := n.watched[contestID]
	return w.version, w.changed
}

// poll reads the versions again and again while somebody is subscribed.
func (n *changeNotifier) poll() {
	for ids := n.watchedIDs(); len(ids) > 0; ids = n.watchedIDs() {
		ctx, cancel := context.WithTimeout(n.ctx, request.Heartbeat)
		// The next poll tries again after an error. A page that somebody opens shows the error.
		if versions, err := n.read(ctx, ids); err == nil {
			n.notify(versions)
		}
		cancel()
		select {
		case <-time.After(pollPause):
		case <-n.ctx.Done():
		}
	}
}

// watchedIDs lists the contests to poll. Polling ends if there are none, or if the server ends.
func (n *changeNotifier) watchedIDs() []int64 {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.polling = len(n.watched) > 0 && n.ctx.Err() == nil; !n.polling {
		return nil
	}
	return slices.Sorted(maps.Keys(n.watched))
}

// notify wakes the subscribers of contests that have changed.
func (n *changeNotifier) notify(versions map[int64]contest.LiveVersion) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for id, w := range n.watched {
		stored, found := versions[id]
		if version := versionText(stored); found && version != w.version {
			w.version = version
			close(w.changed)
			w.changed = make(chan struct{})
		}
	}
}

// longestWait is the longest duration of a response. After it, the browser sends a new request, which the
// server authorises again.
const longestWait = 5 * time.Minute

// LiveEvents sends one server-sent event when a running contest has changed. The event has the new version,
// and no names. Then the script fetches the page, and a second later the browser requests the next event with
// that version. So the page is fetched at most once a second, and the server authorises each request.
func (s *Site) LiveEvents(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID(r, "id")
	if err != nil {
		return err
	}
	last := r.Header.Get("Last-Event-ID")
	if last == "" {
		last = r.URL.Query().Get("mark")
	}
	request.StartEvents(w)
	stream := http.NewResponseController(w)
	leave := s.notifier.subscribe(id)
	defer leave()
	end := time.After(longestWait)
	text := "retry: 1000\n\n"
	for {
		if _, err := fmt.Fprint(w, text); err != nil {
			return nil // the page was closed
		}
		if err := stream.Flush(); err != nil {
			return nil
		}
		version, changed := s.notifier.current(id)
		if version != "" && version != last {
			fmt.Fprintf(w, "id: %s\ndata: %s\n\n", version, version)
			return nil
		}
		text = ": nothing new\n\n"
		select {
		case <-changed:
		case <-time.After(request.Heartbeat):
		case <-end:
			return nil
		case <-r.Context().Done():
			return nil
		case <-s.notifier.ctx.Done():
			return nil
		}
	}
}
