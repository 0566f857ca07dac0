package web_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/web"
	"github.com/ojcheck/ojcheck/web/request"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// observed collects the requests of a site.
type observed struct {
	mu   sync.Mutex
	list []web.Request
	log  bytes.Buffer
}

func (o *observed) add(r web.Request) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.list = append(o.list, r)
}

// wait waits for n requests: a client may have the whole answer before the server has described it.
func (o *observed) wait(n int) (list []web.Request) {
	for range 1000 {
		o.mu.Lock()
		list = slices.Clone(o.list)
		o.mu.Unlock()
		if len(list) >= n {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	for i := range list {
		list[i].Duration = 0
	}
	return list
}

func (o *observed) options(options *web.Options) {
	options.OnRequest, options.LogRequests = o.add, true
	options.Log = slog.New(slog.NewJSONHandler(&o.log, nil))
}

// Each request has a line in the log with its route, and with nothing that names anybody: no query, no path, no address.
func TestRequestLog(t *testing.T) {
	t.Parallel()
	var o observed
	s := webtest.NewContestSite(t, o.options)
	tests := []struct {
		method, path string
		headers      []string
		route        string
		status       int
	}{
		{"GET", "/checks/2?participant=Rosa+Nowak", nil, "GET /checks/{id}", http.StatusOK},
		{"GET", "/contests/999", nil, "GET /contests/{id}", http.StatusNotFound},
		{"GET", "/Rosa-Nowak", nil, "/", http.StatusNotFound},
		{"GET", s.Server.Assets()["ojcheck.css"], nil, "GET /static/", http.StatusOK},
		{"GET", "/", []string{"Host", "rosa-nowak.example"}, "", http.StatusMisdirectedRequest},
		{"POST", "/signout", []string{"Sec-Fetch-Site", "cross-site"}, "", http.StatusForbidden},
		{"GET", "/api/v1/contests?name=Rosa-Nowak", nil, "GET /api/v1/contests", http.StatusOK},
	}
	o.wait(1) // the sign-in
	o.list = nil
	o.log.Reset()
	var want []web.Request
	for _, test := range tests {
		a := s.Do(test.method, test.path, "", test.headers...)
		want = append(want, web.Request{ID: a.Header.Get(request.IDHeader), Route: test.route, Status: test.status, Bytes: int64(len(a.Body))})
	}
	if diff := cmp.Diff(want, o.wait(len(tests))); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
	lines := strings.Split(strings.TrimSpace(o.log.String()), "\n")
	if len(lines) != len(tests) {
		t.Fatalf("%d lines in the log, want %d:\n%s", len(lines), len(tests), &o.log)
	}
	for i, line := range lines {
		var fields map[string]any
		if err := json.Unmarshal([]byte(line), &fields); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if fields["request"] != want[i].ID || fields["route"] != want[i].Route || fields["status"] != float64(want[i].Status) {
			t.Errorf("line %s, want the request %+v", line, want[i])
		}
		if len(fields) != len([]string{"time", "level", "msg", "request", "route", "status", "bytes", "seconds"}) {
			t.Errorf("the line has other fields: %s", line)
		}
	}
	for _, secret := range []string{"osa", "127.0.0.1", "?"} {
		if strings.Contains(o.log.String(), secret) {
			t.Errorf("the log contains %q:\n%s", secret, &o.log)
		}
	}
}

// The ID of a request comes from a proxy if it is well-formed, and is random otherwise. It is in the header of the
// answer, on error pages and in the log of the error.
func TestRequestID(t *testing.T) {
	t.Parallel()
	const sent = "4bf92f3577b34da6a3ce929d0e0e4736"
	proxied := webtest.NewSite(t, behindProxy)
	direct := webtest.NewSite(t)
	tests := []struct {
		name     string
		site     *webtest.Site
		sent     string
		accepted bool
	}{
		{"of a proxy", proxied, sent, true},
		{"a UUID", proxied, "123e4567-e89b-12d3-a456-426614174000", true},
		{"too short", proxied, "1", false},
		{"too long", proxied, strings.Repeat("a", 65), false},
		{"with other characters", proxied, "4bf92f35 level=error", false},
		{"none", proxied, "", false},
		{"without a proxy", direct, sent, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			id := test.site.Do("GET", "/", "", request.IDHeader, test.sent).Header.Get(request.IDHeader)
			if (id == test.sent) != test.accepted || len(id) < 8 {
				t.Errorf("the answer has the ID %q, accepted: %v, want %v", id, id == test.sent, test.accepted)
			}
		})
	}

	s := webtest.NewSignedIn(t, func(o *web.Options) { o.Store = panickingStore{o.Store} })
	a := s.Do("GET", "/", "")
	id := a.Header.Get(request.IDHeader)
	webtest.Mention(t, a.Text(), "Request "+id)
	webtest.Mention(t, s.Log.String(), "request="+id)
	if next := s.Do("GET", "/nowhere", "").Header.Get(request.IDHeader); next == id {
		t.Errorf("two requests have the ID %s", id)
	}
}
