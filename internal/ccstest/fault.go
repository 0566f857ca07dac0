package ccstest

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Fault is a way in which a request goes wrong. Its fields can stand together.
type Fault struct {
	Status     int           // answered in place of what was asked for; 0 for none
	RetryAfter string        // the header of that name; "" for none
	Location   string        // where to, for a status of 300 to 399
	Page       bool          // the answer is a web page, with Status or 200
	Delay      time.Duration // before anything is answered
	Cut        bool          // the connection breaks in the middle of the body
	Hang       bool          // headers are sent, and nothing more, until the client gives up
}

type fault struct {
	Fault
	path string
	left int // requests; below 0 for all
}

// Fail makes the next n requests go wrong whose path, relative to the base
// address, ends with what is given; all of them where n is below 0. "" is any
// path.
func (s *Server) Fail(path string, n int, f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, &fault{f, path, n})
}

// ClearFaults ends all faults.
func (s *Server) ClearFaults() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults, s.cuts = nil, nil
}

// CutFeed breaks the next connections to the event feed, one after the other, in
// the middle of the line that follows so many.
func (s *Server) CutFeed(lines ...int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cuts = append(s.cuts, lines...)
}

// nextCut is after how many lines a connection that begins now breaks; -1 for never.
func (s *Server) nextCut() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.cuts) == 0 {
		return -1
	}
	n := s.cuts[0]
	s.cuts = s.cuts[1:]
	return n
}

// ForgetTokens makes the server forget what its tokens meant, as one does that was set
// up anew: its feed tells of what there is now, from the beginning, and answers
// 400 to tokens of before. Connections to the feed end.
func (s *Server) ForgetTokens() {
	s.mu.Lock()
	s.log, s.epoch = nil, s.epoch+1
	for _, kind := range append([]string{"contest"}, append(collections, "state")...) {
		for _, o := range s.objects[kind] {
			s.log = append(s.log, event{kind: kind, id: id(o), op: "create", data: o})
		}
	}
	s.mu.Unlock()
	s.DropConnections()
}

// DropConnections ends all connections at once.
func (s *Server) DropConnections() { s.http.CloseClientConnections() }

// fail lets requests go wrong.
func (s *Server) fail(next http.Handler) http.Handler {
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
		default:
			next.ServeHTTP(w, r)
		}
	})
}

func (s *Server) nextFault(path string) *fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.faults {
		if f.left != 0 && strings.HasSuffix(path, f.path) {
			f.left--
			return f
		}
	}
	return nil
}

// halfWriter writes the first half of what it is given.
type halfWriter struct{ http.ResponseWriter }

func (h *halfWriter) Write(p []byte) (int, error) {
	h.Header().Set("Content-Length", strconv.Itoa(len(p)))
	_, err := h.ResponseWriter.Write(p[:len(p)/2])
	return len(p), err
}
