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

// event is a change of an object.
type event struct {
	kind, id, op string // op is create, update or delete
	data         object // nil if deleted
}

// shuffled returns the events twice, in another but always the same order. The events of
// each object stay in order.
func shuffled(events []event) []event {
	random := rand.New(rand.NewPCG(1, 2))
	twice := make([]event, 0, 2*len(events))
	for _, e := range events {
		twice = append(twice, e, e)
	}
	random.Shuffle(len(twice), func(i, j int) { twice[i], twice[j] = twice[j], twice[i] })
	// Restore the order of the events of each object.
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

// append adds to the log and wakes the feeds. The caller holds the lock, or is the only
// user of the server.
func (s *Server) append(events ...event) {
	s.log = append(s.log, events...)
	close(s.more)
	s.more = make(chan struct{})
}

// EventCount returns the number of lines of the feed so far, without empty ones.
func (s *Server) EventCount() int {
	defer s.lock()()
	return len(s.log)
}

// isOldFeed reports whether the feed has the oldest form, with event IDs and operations.
func (s *Server) isOldFeed() bool { return s.scenario.Version < V2021 }

// line returns an event as a line of the feed, without the newline.
func (s *Server) line(index int, u User) []byte {
	e := s.log[index]
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
		o = object{"type": kind, "id": s.token(index), "op": e.op, "data": data}
	} else {
		o = object{"type": kind, "id": e.id, "data": data, "token": s.token(index)}
		if kind == "contest" || kind == "state" {
			o["id"] = nil
		}
		if data == nil {
			o["data"] = nil
		}
	}
	b, err := json.Marshal(o)
	if err != nil {
		panic(err) // objects have plain values
	}
	return b
}

// token returns the token of an index of the log.
func (s *Server) token(index int) string { return fmt.Sprintf("%d.%d", s.epoch, index+1) }

// start returns the index in the log after the event that a request names.
func (s *Server) start(r *http.Request) (index int, ok bool) {
	name := "since_token"
	if s.isOldFeed() {
		name = "since_id"
	}
	since := r.URL.Query().Get(name)
	if since == "" {
		return 0, true
	}
	defer s.lock()()
	epoch, number, _ := strings.Cut(since, ".")
	index, err := strconv.Atoi(number)
	return index, err == nil && epoch == strconv.Itoa(s.epoch) && 1 <= index && index <= len(s.log)
}

// feed serves the event feed until the connection ends.
func (s *Server) feed(w http.ResponseWriter, r *http.Request, u User) {
	index, ok := s.start(r)
	if !ok {
		refuse(w, http.StatusBadRequest, "There is no such token.")
		return
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.WriteHeader(http.StatusOK)
	control := http.NewResponseController(w)
	_ = control.Flush()
	oneShot := s.scenario.DOMjudge && r.URL.Query().Get("stream") == "false"
	linesLeft := s.nextCut()
	alive := time.NewTicker(s.scenario.KeepAlive)
	defer alive.Stop()
	for {
		lines, more := s.linesFrom(index, u)
		for _, line := range lines {
			if linesLeft == 0 {
				_, _ = w.Write(line[:len(line)/2])
				_ = control.Flush()
				panic(http.ErrAbortHandler) // closes the connection
			}
			linesLeft--
			index++
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

// linesFrom returns the lines from an index on, and a channel that is closed when there
// are more.
func (s *Server) linesFrom(index int, u User) (lines [][]byte, more <-chan struct{}) {
	defer s.lock()()
	for ; index < len(s.log); index++ {
		lines = append(lines, s.line(index, u))
	}
	return lines, s.more
}
