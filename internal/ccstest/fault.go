package ccstest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Fault is a way in which a request fails. Delay and RetryAfter go with every other field, and Status with Location and Page. Of
// the others, set only one.
type Fault struct {
	Status     int           // status of the answer; 0 for the normal status
	RetryAfter string        // the Retry-After header; "" for none
	Location   string        // the Location header, for a redirect
	Page       bool          // the answer is a web page
	Delay      time.Duration // wait before the answer
	Cut        bool          // the connection breaks in the middle of the body
	Hang       bool          // the server sends headers, then nothing until the client gives up
	ListLength int           // lists have only their first ListLength objects, as on a Contest Data Server that is loading; 0 for all
}

type fault struct {
	Fault
	path      string
	remaining int // number of requests that still fail; negative for all
}

// Fail makes requests fail as f says: the next n whose path ends with path, or all of these if n is negative.
func (s *Server) Fail(path string, n int, f Fault) {
	defer s.lock()()
	s.faults = append(s.faults, &fault{f, path, n})
}

// ClearFaults ends all faults, including those of CutFeed.
func (s *Server) ClearFaults() {
	defer s.lock()()
	s.faults, s.cuts = nil, nil
}

// SetLoading makes the server answer like a Contest Data Server that has not loaded its contest yet: the server lists a
// contest without an ID, and does not know the ID of the contest.
func (s *Server) SetLoading(loading bool) { s.replaceContest(loading, object{"name": s.scenario.Name}) }

// SetHidden makes the server list only another contest, and answer 404 for the contest of the scenario, like DOMjudge
// before the activation time.
func (s *Server) SetHidden(hidden bool) {
	s.replaceContest(hidden, object{"id": "practice", "name": "Practice"})
}

// replaceContest makes the server list replacement in place of the contest. If isReplaced is false, the server lists the contest
// again.
func (s *Server) replaceContest(isReplaced bool, replacement object) {
	defer s.lock()()
	s.replacement = nil
	if isReplaced {
		s.replacement = replacement
	}
}

// CutFeed breaks the next connections to the event feed. lines[i] is how many whole lines the i-th connection sends.
func (s *Server) CutFeed(lines ...int) {
	defer s.lock()()
	s.cuts = append(s.cuts, lines...)
}

// nextCut returns how many lines the next connection sends before it breaks; -1 if it never breaks.
func (s *Server) nextCut() int {
	defer s.lock()()
	if len(s.cuts) == 0 {
		return -1
	}
	n := s.cuts[0]
	s.cuts = s.cuts[1:]
	return n
}

// ForgetTokens makes the server forget all tokens (positions in the event feed), as after a new installation. The feed
// then starts with the current objects, and earlier tokens get status 400. Connections to the feed end.
func (s *Server) ForgetTokens() {
	unlock := s.lock()
	s.log, s.epoch = nil, s.epoch+1
	for _, kind := range slices.Concat([]string{"contest"}, collections, []string{"state"}) {
		for _, o := range s.objects[kind] {
			s.log = append(s.log, event{kind: kind, id: id(o), op: "create", data: o})
		}
	}
	unlock()
	s.DropConnections()
}

// DropConnections closes the connections of all clients.
func (s *Server) DropConnections() { s.http.CloseClientConnections() }

// withFaults returns a handler that makes requests fail as Fail says, and passes all others to next.
func (s *Server) withFaults(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f := s.nextFault(strings.TrimPrefix(r.URL.Path, s.base()))
		if f == nil {
			next.ServeHTTP(w, r)
			return
		}
		select {
		case <-time.After(f.Delay):
		case <-r.Context().Done():
			return
		}
		if f.RetryAfter != "" {
			w.Header().Set("Retry-After", f.RetryAfter)
		}
		switch {
		case f.Location != "":
			http.Redirect(w, r, f.Location, max(f.Status, http.StatusFound))
		case f.Page:
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(max(f.Status, http.StatusOK))
			fmt.Fprint(w, "<!DOCTYPE html><title>Welcome</title>")
		case f.Status != 0:
			refuse(w, f.Status, http.StatusText(f.Status))
		case f.Hang:
			w.WriteHeader(http.StatusOK)
			_ = http.NewResponseController(w).Flush()
			select {
			case <-r.Context().Done():
			case <-s.stop:
			}
		case f.Cut:
			next.ServeHTTP(&halfWriter{ResponseWriter: w}, r)
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		case f.ListLength > 0:
			recorder := httptest.NewRecorder()
			next.ServeHTTP(recorder, r)
			var list []json.RawMessage
			_ = json.Unmarshal(recorder.Body.Bytes(), &list) // the list is valid JSON of this server
			answer(w, list[:min(f.ListLength, len(list))])
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// nextFault returns the fault that applies to a request for path, nil for none, and counts the request as failed.
func (s *Server) nextFault(path string) *fault {
	defer s.lock()()
	for _, f := range s.faults {
		if f.remaining != 0 && strings.HasSuffix(path, f.path) {
			f.remaining--
			return f
		}
	}
	return nil
}

// halfWriter writes only the first half of each write.
type halfWriter struct{ http.ResponseWriter }

func (h *halfWriter) Write(p []byte) (int, error) {
	h.Header().Set("Content-Length", strconv.Itoa(len(p)))
	_, err := h.ResponseWriter.Write(p[:len(p)/2])
	return len(p), err
}
