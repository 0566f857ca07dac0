// Package ccstest is a judge system for tests: a server of the ICPC Contest API
// (https://ccs-specs.icpc.io) over real HTTP, in any version in use, optionally like
// DOMjudge.
//
// A Scenario is the contest at the start of the server. The contest can grow (grow.go),
// the server can fail as servers and networks do (fault.go), and it counts requests.
// The same scenario and calls always give the same answers and event feed.
package ccstest

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
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
	// objects has the collections and the single objects "contest" and "state", as seen by a
	// user who may read archives.
	objects  map[string][]object
	archives map[string]Submission // by ID
	log      []event
	epoch    int           // how often the log restarted
	more     chan struct{} // closed and replaced when the log grows

	faults    []*fault
	cuts      []int
	requests  map[string]int
	methods   map[string]int
	agents    map[string]int
	anonymous int // requests without credentials
}

// NewServer starts a server on the loopback interface until the end of the test.
func NewServer(t testing.TB, scenario Scenario) *Server {
	t.Helper()
	s := Start(scenario)
	t.Cleanup(s.Close)
	return s
}

// Start starts a server on the loopback interface until Close.
func Start(scenario Scenario) *Server {
	if scenario.Version == "" {
		scenario.Version = V2023
	}
	if scenario.KeepAlive == 0 {
		scenario.KeepAlive = 120 * time.Second
	}
	s := &Server{
		scenario: scenario, stop: make(chan struct{}), more: make(chan struct{}),
		objects: map[string][]object{}, archives: map[string]Submission{}, requests: map[string]int{},
		methods: map[string]int{}, agents: map[string]int{},
	}
	s.load()
	s.http = httptest.NewServer(s.count(s.fail(s.routes())))
	s.URL = s.http.URL + s.base()
	return s
}

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

func (s *Server) count(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.requests[strings.TrimPrefix(r.URL.Path, s.base())]++
		s.methods[r.Method]++
		s.agents[r.UserAgent()]++
		if r.Header.Get("Authorization") == "" {
			s.anonymous++
		}
		s.mu.Unlock()
		next.ServeHTTP(w, r)
	})
}

// Requests returns the number of requests by path relative to the base address.
func (s *Server) Requests() map[string]int { return s.clone(s.requests) }

// Methods returns the number of requests by method.
func (s *Server) Methods() map[string]int { return s.clone(s.methods) }

// UserAgents returns the number of requests by User-Agent.
func (s *Server) UserAgents() map[string]int { return s.clone(s.agents) }

func (s *Server) clone(counts map[string]int) map[string]int {
	defer s.lock()()
	return maps.Clone(counts)
}

// lock locks the server and returns the function that unlocks it.
func (s *Server) lock() (unlock func()) {
	s.mu.Lock()
	return s.mu.Unlock
}

// FileRequests returns the number of requests for archives by submission.
func (s *Server) FileRequests() map[string]int {
	fetched := map[string]int{}
	for path, n := range s.Requests() {
		if rest, ok := strings.CutSuffix(path, "/files"); ok {
			fetched[rest[strings.LastIndex(rest, "/")+1:]] += n
		}
	}
	return fetched
}

// AnonymousRequests returns the number of requests without credentials.
func (s *Server) AnonymousRequests() int {
	defer s.lock()()
	return s.anonymous
}

// load creates the objects of the scenario and the events of the feed.
func (s *Server) load() {
	c := &s.scenario
	var events []event
	put := func(kind string, o object) { events = append(events, s.put(kind, o)) }
	put("contest", c.contest())
	putAll(put, "judgement-types", c.JudgementTypes, c.judgementType)
	putAll(put, "languages", c.Languages, c.language)
	for i, p := range c.Problems {
		put("problems", c.problem(p, i))
	}
	putAll(put, "groups", c.Groups, c.group)
	putAll(put, "organizations", c.Organizations, c.organization)
	putAll(put, "teams", c.Teams, c.team)
	if c.Version >= V2021 {
		putAll(put, "accounts", c.Accounts, c.account)
	}
	put("state", c.state())
	for _, sub := range c.Submissions {
		s.archives[sub.ID] = sub
		put("submissions", c.submission(sub))
		for _, j := range c.Judgements {
			if j.Submission == sub.ID {
				put("judgements", c.judgement(j))
			}
		}
	}
	s.publish(events...)
}

func putAll[T any](put func(kind string, o object), kind string, list []T, convert func(T) object) {
	for _, x := range list {
		put(kind, convert(x))
	}
}

// find returns the index of an object in its collection; -1 if it is missing.
func (s *Server) find(kind, wanted string) int {
	return slices.IndexFunc(s.objects[kind], func(o object) bool { return id(o) == wanted })
}
