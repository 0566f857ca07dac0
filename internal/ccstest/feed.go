package ccstest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// event is one change of one object.
type event struct {
	kind, id, op string // op is create, update or delete
	data         object // nil of what is deleted
}

// shuffled gives events twice, and those of different objects in another
// order: the same one each time. Those of one object keep theirs.
func shuffled(events []event) []event {
	random := rand.New(rand.NewPCG(1, 2))
	twice := make([]event, 0, 2*len(events))
	for _, e := range events {
		twice = append(twice, e, e)
	}
	random.Shuffle(len(twice), func(i, j int) { twice[i], twice[j] = twice[j], twice[i] })
	// Put those of each object into their order again, each where one of them is.
	of := map[string][]event{}
	for _, e := range events {
		key := e.kind + " " + e.id
		of[key] = append(of[key], e, e)
	}
	for i, e := range twice {
		key := e.kind + " " + e.id
		twice[i], of[key] = of[key][0], of[key][1:]
	}
	return twice
}

// append adds to the log and wakes those who wait for it. The caller holds the
// lock, or nobody else knows the server yet.
func (s *Server) append(events ...event) {
	s.log = append(s.log, events...)
	close(s.more)
	s.more = make(chan struct{})
}

// EventCount is how many lines the feed has had so far, without newlines that keep it
// alive.
func (s *Server) EventCount() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.log)
}

// isOldFeed reports whether the feed is of the form that came first: event IDs and
// operations.
func (s *Server) isOldFeed() bool { return s.scenario.Version < V2021 }

// line is an event as the feed gives it, without the newline. Its place in the
// log is its token.
func (s *Server) line(place int, u User) []byte {
	e := s.log[place]
	data := e.data
	if data != nil {
		data = s.visibleTo(e.kind, data, u)
	}
	kind := e.kind
	var o object
	if s.isOldFeed() {
		if kind == "contest" {
			kind = "contests"
		}
		if data == nil {
			data = object{"id": e.id}
		}
		o = object{"type": kind, "id": s.token(place), "op": e.op, "data": data}
	} else {
		o = object{"type": kind, "id": e.id, "data": data, "token": s.token(place)}
		if kind == "contest" || kind == "state" {
			o["id"] = nil
		}
		if data == nil {
			o["data"] = nil
		}
	}
	b, err := json.Marshal(o)
	if err != nil {
		panic(err) // objects are of plain values
	}
	return b
}

// token names a place in the log, as it is since the server last forgot.
func (s *Server) token(place int) string { return fmt.Sprintf("%d.%d", s.epoch, place+1) }

// start is the place in the log behind the event that a request names.
func (s *Server) start(r *http.Request) (place int, ok bool) {
	name := "since_token"
	if s.isOldFeed() {
		name = "since_id"
	}
	since := r.URL.Query().Get(name)
	if since == "" {
		return 0, true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	epoch, number, _ := strings.Cut(since, ".")
	place, err := strconv.Atoi(number)
	return place, err == nil && epoch == strconv.Itoa(s.epoch) && 1 <= place && place <= len(s.log)
}

// feed is the event feed, without an end but for that of the connection.
func (s *Server) feed(w http.ResponseWriter, r *http.Request, u User) {
	place, ok := s.start(r)
	if !ok {
		refuse(w, http.StatusBadRequest, "There is no such token.")
		return
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.WriteHeader(http.StatusOK)
	control := http.NewResponseController(w)
	_ = control.Flush()
	oneShot := s.scenario.DOMjudge && r.URL.Query().Get("stream") == "false"
	left := s.nextCut()
	alive := time.NewTicker(s.scenario.KeepAlive)
	defer alive.Stop()
	for {
		lines, more := s.linesFrom(place, u)
		for _, line := range lines {
			if left == 0 {
				_, _ = w.Write(line[:len(line)/2])
				_ = control.Flush()
				panic(http.ErrAbortHandler) // closes the connection
			}
			left--
			place++
			if _, err := w.Write(append(line, '\n')); err != nil {
				return
			}
		}
		if control.Flush() != nil || oneShot {
			return
		}
		select {
		case <-more:
		case <-alive.C:
			_, _ = w.Write([]byte("\n"))
			_ = control.Flush()
		case <-r.Context().Done():
			return
		case <-s.stop:
			return
		}
	}
}

// linesFrom gives the lines from a place on, and what is closed when there are more.
func (s *Server) linesFrom(place int, u User) (lines [][]byte, more <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for ; place < len(s.log); place++ {
		lines = append(lines, s.line(place, u))
	}
	return lines, s.more
}
