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

// Server serves a contest. Its methods can be called from any goroutine.
type Server struct {
	// URL is the base address, with the slash at its end.
	URL string

	http *httptest.Server
	stop chan struct{} // closed when it shuts down

	mu       sync.Mutex
	scenario Scenario
	// objects are those of the collections and, below "contest" and "state", the
	// two that stand alone, as somebody who may read the archives gets them.
	objects  map[string][]object
	archives map[string]Submission // by ID
	log      []event
	epoch    int           // how often the log was begun anew
	more     chan struct{} // closed, and another put in its place, when the log grows

	faults    []*fault
	cuts      []int
	requests  map[string]int
	methods   map[string]int
	agents    map[string]int
	anonymous int // requests without credentials
}

// NewServer starts a server on the loopback interface, which the end of the test
// stops.
func NewServer(t testing.TB, scenario Scenario) *Server {
	t.Helper()
	s := Start(scenario)
	t.Cleanup(s.Close)
	return s
}

// Start starts a server on the loopback interface. It runs until Close.
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

// base is the path of the base address.
func (s *Server) base() string {
	if s.scenario.DOMjudge {
		return "/api/v4/"
	}
	return "/api/"
}

// count counts requests.
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

// Requests tells how often each path, relative to the base address, was asked for.
func (s *Server) Requests() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.requests)
}

// Methods tells how often each method was used.
func (s *Server) Methods() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.methods)
}

// UserAgents tells how many requests came from each User-Agent.
func (s *Server) UserAgents() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.agents)
}

// FileRequests tells how often archives were asked for, by submission.
func (s *Server) FileRequests() map[string]int {
	fetched := map[string]int{}
	for path, n := range s.Requests() {
		if rest, ok := strings.CutSuffix(path, "/files"); ok {
			fetched[rest[strings.LastIndex(rest, "/")+1:]] += n
		}
	}
	return fetched
}

// AnonymousRequests tells how many requests brought no credentials.
func (s *Server) AnonymousRequests() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.anonymous
}

// load makes the objects of the scenario, and the feed that tells of them.
func (s *Server) load() {
	c := &s.scenario
	var events []event
	put := func(kind string, o object) {
		s.objects[kind] = append(s.objects[kind], o)
		events = append(events, event{kind: kind, id: id(o), op: "create", data: o})
	}
	put("contest", c.contest())
	for _, t := range c.JudgementTypes {
		put("judgement-types", c.judgementType(t))
	}
	for _, l := range c.Languages {
		put("languages", c.language(l))
	}
	for i, p := range c.Problems {
		put("problems", c.problem(p, i))
	}
	for _, g := range c.Groups {
		put("groups", c.group(g))
	}
	for _, u := range c.Organizations {
		put("organizations", c.organization(u))
	}
	for _, t := range c.Teams {
		put("teams", c.team(t))
	}
	if c.Version >= V2021 {
		for _, a := range c.Accounts {
			put("accounts", c.account(a))
		}
	}
	put("state", c.state())
	for _, sub := range c.Submissions {
		s.archives[sub.ID] = sub
		put("submissions", c.submission(sub, true))
		for _, j := range c.Judgements {
			if j.Submission == sub.ID {
				put("judgements", c.judgement(j))
			}
		}
	}
	if c.Disorder {
		events = shuffled(events)
	}
	s.append(events...)
}

// find returns the place of an object in its collection; -1 where it is not there.
func (s *Server) find(kind, wanted string) int {
	return slices.IndexFunc(s.objects[kind], func(o object) bool { return id(o) == wanted })
}
