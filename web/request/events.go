package request

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/ojcheck/ojcheck/internal/jobs"
)

// Heartbeat is the longest time between two server-sent events, so that no proxy closes a quiet connection.
const Heartbeat = 15 * time.Second

// StartEvents writes the headers of a stream of server-sent events. nginx would hold the events back until the stream ends, so
// X-Accel-Buffering turns that off.
func StartEvents(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
}

// eventPause is the shortest time between two events of a job. Users would not notice more events.
const eventPause = 100 * time.Millisecond

// StreamJob sends server-sent events (HTML standard, section 9.2): at once, whenever a job changes, and at each Heartbeat.
// An event is the result of data, as JSON. The stream ends with the job, the context, the connection or the queue.
func StreamJob(ctx context.Context, w http.ResponseWriter, queue *jobs.Queue, j *jobs.Job, data func(jobs.Snapshot) any) error {
	StartEvents(w)
	stream := http.NewResponseController(w)
	for {
		snapshot, changed := j.Watch()
		event, err := json.Marshal(data(snapshot))
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "data: %s\n\n", event); err != nil {
			return nil // the client is gone
		}
		if err := stream.Flush(); err != nil || snapshot.HasEnded() {
			return nil
		}
		select {
		case <-changed:
		case <-time.After(Heartbeat):
		case <-ctx.Done():
			return nil
		case <-queue.Closed():
			return nil
		}
		select {
		case <-time.After(eventPause):
		case <-ctx.Done():
			return nil
		}
	}
}
