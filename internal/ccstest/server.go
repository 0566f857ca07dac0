// Package ccstest is a judge system for tests: a server of the ICPC Contest API (https://ccs-specs.icpc.io) over real
// HTTP, in any version in use, optionally like DOMjudge.
//
// A Scenario is the contest at the start of the server. The contest can change (change.go). The server can fail as
// servers and networks do (fault.go), and counts requests. Equal scenarios and calls give equal answers.
package ccstest

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"log"
	"maps"
	"net/http"
	"net/http/httptest"
	"path"
	"strings"
	"sync"
	"testing"
	"time"
)

// Server serves a contest. It is safe for concurrent use.
type Server struct {
	// URL is the base address, with a slash at its end.
	URL string

	http *httptest.Server
	stop chan struct{} // closed when the server shuts down

	mu       sync.Mutex
	scenario Scenario
	// objects has the collections, and one object each for "contest" and "state", with all properties.
	objects     map[string][]object
	submissions map[string]Submission // by ID
	log         []event
	epoch       int           // how often the log restarted
	more        chan struct{} // closed and replaced when the log grows

	replacement object // listed in place of the contest, see replaceContest; nil for none
	faults      []*fault
	cuts        []int // one for each of the next connections to the feed, see CutFeed
	requests    []*http.Request
}

// NewServer starts a server until the end of the test.
func NewServer(t testing.TB, scenario Scenario) *Server {
	t.Helper()
	s := Start(scenario)
	t.Cleanup(s.Close)
	return s
}

// Start starts a server on the loopback interface until Close.
func Start(scenario Scenario) *Server {
	scenario.Version = cmp.Or(scenario.Version, V2023)
	scenario.KeepAlive = cmp.Or(scenario.KeepAlive, 120*time.Second)
	s := &Server{
		scenario: scenario, stop: make(chan struct{}), more: make(chan struct{}),
		objects: map[string][]object{}, submissions: map[string]Submission{},
	}
	s.load()
	handler := s.record(s.withFaults(s.routes()))
	if scenario.BrokenHTTP2 {
		s.http = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.ProtoMajor > 1 {
				panic(http.ErrAbortHandler)
			}
			handler.ServeHTTP(w, r)
		}))
		s.http.EnableHTTP2 = true
		s.http.Config.ErrorLog = log.New(io.Discard, "", 0)
		s.http.StartTLS()
	} else {
		s.http = httptest.NewServer(handler)
	}
	s.URL = s.http.URL + s.base()
	return s
}

// Pin returns the SHA-256 of the server's certificate, in hexadecimal.
func (s *Server) Pin() string { return fmt.Sprintf("%X", sha256.Sum256(s.http.Certificate().Raw)) }

// Close ends all connections and the server.
func (s *Server) Close() {
	close(s.stop)
	s.http.CloseClientConnections()
	s.http.Close()
}

// base returns the path of the base address.
func (s *Server) base() string {
	if s.scenario.DOMjudge {
		return "/api/v4/"
	}
	return "/api/"
}

// record records each request before it passes the request on.
func (s *Server) record(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		unlock := s.lock()
		s.requests = append(s.requests, r)
		unlock()
		next.ServeHTTP(w, r)
	})
}

// count counts the requests with each key.
func (s *Server) count(key func(*http.Request) string) map[string]int {
	defer s.lock()()
	counts := map[string]int{}
	for _, r := range s.requests {
		counts[key(r)]++
	}
	return counts
}

// Requests returns the number of requests for each path, relative to the base address.
func (s *Server) Requests() map[string]int {
	return s.count(func(r *http.Request) string { return strings.TrimPrefix(r.URL.Path, s.base()) })
}

// Methods returns the number of requests with each method.
func (s *Server) Methods() map[string]int {
	return s.count(func(r *http.Request) string { return r.Method })
}

// UserAgents returns the number of requests with each User-Agent.
func (s *Server) UserAgents() map[string]int { return s.count((*http.Request).UserAgent) }

// AnonymousRequests returns the number of requests without credentials.
func (s *Server) AnonymousRequests() int {
	return s.count(func(r *http.Request) string { return r.Header.Get("Authorization") })[""]
}

// lock locks the server and returns the function that unlocks it.
func (s *Server) lock() (unlock func()) {
	s.mu.Lock()
	return s.mu.Unlock
}

// FileRequests returns the number of requests for the archive of each submission.
func (s *Server) FileRequests() map[string]int {
	counts := map[string]int{}
	for address, n := range s.Requests() {
		if submission, ok := strings.CutSuffix(address, "/files"); ok {
			counts[path.Base(submission)] += n
		}
	}
	return counts
}

// load creates the objects of the scenario and the events of the feed.
func (s *Server) load() {
	c := &s.scenario
	var events []event
	put := func(kind string, o object) { events = append(events, s.put(kind, o)) }
	put("contest", c.contest())
	objects := map[string][]object{}
	maps.Copy(objects, c.others)
	for i, p := range c.Problems {
		objects["problems"] = append(objects["problems"], c.problem(p, i))
	}
	for _, team := range c.Teams {
		objects["teams"] = append(objects["teams"], c.team(team))
	}
	for _, kind := range collections {
		for _, o := range objects[kind] {
			if o = c.inVersion(kind, o); o != nil {
				put(kind, o)
			}
		}
	}
	put("state", c.state())
	for _, sub := range c.Submissions {
		s.submissions[sub.ID] = sub
		put("submissions", c.submission(sub))
		for _, j := range c.Judgements {
			if j.Submission == sub.ID {
				put("judgements", c.judgement(j))
			}
		}
	}
	s.publish(events...)
}
