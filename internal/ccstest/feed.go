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

// shuffle returns each event twice, and mixes the events of different objects. The order depends only on the events.
func shuffle(events []event) []event {
	var twice []event
	byObject := map[string][]event{}
	for _, e := range events {
		twice = append(twice, e, e)
		byObject[e.kind+" "+e.id] = append(byObject[e.kind+" "+e.id], e, e)
	}
	random := rand.New(rand.NewPCG(1, 2))
	random.Shuffle(len(twice), func(i, j int) { twice[i], twice[j] = twice[j], twice[i] })
	for i, e := range twice { // restore the order of the events of each object
		key := e.kind + " " + e.id
		twice[i], byObject[key] = byObject[key][0], byObject[key][1:]
	}
	return twice
}

// EventCount returns the number of lines of the feed so far, without empty lines.
func (s *Server) EventCount() int {
	defer s.lock()()
	return len(s.log)
}

// isOldFeed reports whether the feed has the form of 2020-03, with event IDs and operations.
func (s *Server) isOldFeed() bool { return s.scenario.Version < V2021 }

// line returns an event as a line of the feed, without the newline.
func (s *Server) line(index int, u User) []byte {
	e, token := s.log[index], fmt.Sprintf("%d.%d", s.epoch, index+1)
	o := object{"type": e.kind, "id": e.id, "data": nil, "token": token}
	setIf(o, e.data != nil, "data", s.visibleTo(e.kind, e.data, u))
	setIf(o, e.kind == "contest" || e.kind == "state", "id", nil)
	if s.isOldFeed() {
		delete(o, "token")
		setIf(o, true, "id", token, "op", e.op)
		setIf(o, e.kind == "contest", "type", "contests")
		setIf(o, e.data == nil, "data", object{"id": e.id})
	}
	b, err := json.Marshal(o)
	if err != nil {
		panic(err) // objects have plain values
	}
	return b
}

// startIndex returns the index in the log after the event with the token of the request; 0 if the request has no token.
func (s *Server) startIndex(r *http.Request) (index int, ok bool) {
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
	index, ok := s.startIndex(r)
	if !ok {
		refuse(w, http.StatusBadRequest, "There is no such token.")
		return
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.WriteHeader(http.StatusOK)
	control := http.NewResponseController(w)
	_ = control.Flush()
	endsWithLog := s.scenario.DOMjudge && r.URL.Query().Get("stream") == "false"
	linesUntilCut := s.nextCut() // negative: never
	alive := time.NewTicker(s.scenario.KeepAlive)
	defer alive.Stop()
	for {
		lines, more := s.linesFrom(index, u)
		for _, line := range lines {
			if linesUntilCut == 0 {
				_, _ = w.Write(line[:len(line)/2])
				_ = control.Flush()
				panic(http.ErrAbortHandler) // breaks the connection
			}
			linesUntilCut--
			index++
			if _, err := w.Write(append(line, '\n')); err != nil {
				return
			}
		}
		if control.Flush() != nil || endsWithLog {
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

// linesFrom returns the lines from an index on, and a channel that is closed when further lines come.
func (s *Server) linesFrom(index int, u User) (lines [][]byte, more <-chan struct{}) {
	defer s.lock()()
	for ; index < len(s.log); index++ {
		lines = append(lines, s.line(index, u))
	}
	return lines, s.more
}
