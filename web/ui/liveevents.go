package ui

import (
	"fmt"
	"net/http"
	"time"

	"github.com/ojcheck/ojcheck/web/request"
)

// longestWait is how long one answer waits for news. The next one is asked for
// anew, by somebody who may have been signed out since.
const longestWait = 5 * time.Minute

// liveEvents tells when there is something new of a running contest, as one
// server-sent event with the mark of what is there now. It names nobody: the page
// fetches itself anew. The answer ends with the event, and the browser asks again
// after a second, by the mark that it was told last; so however quickly alerts
// come, a page is fetched no more than once a second, and everyone is admitted
// anew each time.
func (s *Site) LiveEvents(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID(r)
	if err != nil {
		return err
	}
	last := r.Header.Get("Last-Event-ID")
	if last == "" {
		last = r.URL.Query().Get("mark")
	}
	w.Header().Set("Content-Type", "text/event-stream")
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
		version, changed := s.notifier.now(id)
		if version != "" && version != last {
			fmt.Fprintf(w, "id: %s\ndata: %s\n\n", version, version)
			return nil
		}
		text = ": nothing new\n\n"
		select {
		case <-changed:
		case <-time.After(heartbeat):
		case <-end:
			return nil
		case <-r.Context().Done():
			return nil
		case <-s.jobs.Done():
			return nil
		}
	}
}
