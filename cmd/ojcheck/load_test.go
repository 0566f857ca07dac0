//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// loadSize returns the number of judges and the duration of their work: 5 judges for a second, or 50 judges
// for the duration in OJCHECK_LOAD, such as 10m.
func loadSize(t *testing.T) (judges int, duration time.Duration) {
	t.Helper()
	text := os.Getenv("OJCHECK_LOAD")
	if text == "" {
		return 5, time.Second
	}
	duration, err := time.ParseDuration(text)
	if err != nil {
		t.Fatalf("OJCHECK_LOAD: %v", err)
	}
	return 50, duration
}

// measuredServer is a server with metrics.
type measuredServer struct {
	serverProcess
	metrics string // the address of its metrics
}

func startMeasuredServer(t *testing.T, database string) measuredServer {
	t.Helper()
	address := freeAddress(t)
	return measuredServer{startServer(t, database, t.TempDir(), "--metrics-addr", address), "http://" + address + "/metrics"}
}

// processUse has the memory and the numbers of open files and goroutines of a server.
type processUse struct{ memory, files, goroutines string }

func (s measuredServer) use(t *testing.T) (u processUse) {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.pid))
	if err != nil {
		t.Fatal(err)
	}
	if found := regexp.MustCompile(`VmRSS:\s*(\d+ kB)`).FindSubmatch(status); found != nil {
		u.memory = string(found[1])
	}
	files, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", s.pid))
	if err != nil {
		t.Fatal(err)
	}
	u.files = fmt.Sprint(len(files))
	_, metrics := get(t, http.DefaultClient, s.metrics)
	if found := regexp.MustCompile(`(?m)^go_goroutines (\d+)$`).FindStringSubmatch(metrics); found != nil {
		u.goroutines = found[1]
	}
	http.DefaultClient.CloseIdleConnections()
	return u
}

// visitor sends the requests that a judge's browser sends.
type visitor struct {
	client *http.Client
	base   string
	times  map[string][]time.Duration // of each request, by kind
	failed []string                   // requests that had another status than 200
}

func (v *visitor) request(kind, method, path string, form url.Values) string {
	var body io.Reader
	if form != nil {
		body = strings.NewReader(form.Encode())
	}
	r, err := http.NewRequest(method, v.base+path, body)
	if err != nil {
		v.failed = append(v.failed, err.Error())
		return ""
	}
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	r.Header.Set("Accept", "text/html")
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	start := time.Now()
	answer, err := v.client.Do(r)
	if err != nil {
		v.failed = append(v.failed, err.Error())
		return ""
	}
	content, err := io.ReadAll(answer.Body)
	answer.Body.Close()
	v.times[kind] = append(v.times[kind], time.Since(start))
	if err != nil || answer.StatusCode != http.StatusOK {
		v.failed = append(v.failed, fmt.Sprintf("%s %s: %s, %v", method, path, answer.Status, err))
	}
	return string(content)
}

var linksToPairs = regexp.MustCompile(`href="(/pairs/\d+)[?"]`)

// work reads the ranking, opens pairs and decides them, until the given time.
func (v *visitor) work(ranking string, until time.Time) {
	for time.Now().Before(until) {
		pairs := linksToPairs.FindAllStringSubmatch(v.request("ranking", "GET", ranking, nil), -1)
		if len(pairs) == 0 {
			v.failed = append(v.failed, "the ranking has no pair")
			return
		}
		for range 3 {
			pair := pairs[rand.IntN(len(pairs))][1]
			v.request("pair", "GET", pair, nil)
			decision := []review.Decision{review.Confirmed, review.Dismissed, review.Unclear}[rand.IntN(3)]
			v.request("decision", "POST", pair+"/decide", url.Values{"decision": {string(decision)}, "note": {"read twice"}})
		}
	}
}

// All judges of a jury sign in at once and work for a while: every request succeeds.
func TestJuryUnderLoad(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: many requests")
	}
	ctx := context.Background()
	count, duration := loadSize(t)
	database, db, finals := checkedFinals(t)
	const password = "correct horse battery"
	hash, err := account.HashPassword(password, account.DefaultCost())
	if err != nil {
		t.Fatal(err)
	}
	server := startMeasuredServer(t, database)
	visitors := make([]*visitor, count)
	for i := range visitors {
		name := fmt.Sprintf("judge %d", i)
		user, err := db.AddUser(ctx, review.CommandLine, name, hash, false)
		if err != nil {
			t.Fatal(err)
		}
		if err := db.SetMember(ctx, review.CommandLine, finals.ContestID, user.ID, account.Reviewer); err != nil {
			t.Fatal(err)
		}
		visitors[i] = &visitor{base: server.address, client: newClient(t), times: make(map[string][]time.Duration)}
		visitors[i].client.Timeout = time.Minute
	}

	before := server.use(t)
	start := time.Now()
	each := func(do func(i int, v *visitor)) {
		var all sync.WaitGroup
		for i, v := range visitors {
			all.Go(func() { do(i, v) })
		}
		all.Wait()
	}
	each(func(i int, v *visitor) {
		v.request("signin", "POST", "/signin", url.Values{"name": {fmt.Sprintf("judge %d", i)}, "password": {password}})
	})
	signedIn := time.Since(start)
	for _, v := range visitors {
		clear(v.times)
	}
	until := time.Now().Add(duration)
	each(func(_ int, v *visitor) { v.work(fmt.Sprintf("/checks/%d", finals.ID), until) })
	for _, v := range visitors {
		v.client.CloseIdleConnections()
	}
	time.Sleep(100 * time.Millisecond) // the server closes its side
	after := server.use(t)

	var times []time.Duration
	byKind := make(map[string][]time.Duration)
	failures := 0
	for _, v := range visitors {
		for kind, list := range v.times {
			times, byKind[kind] = append(times, list...), append(byKind[kind], list...)
		}
		failures += len(v.failed)
		for _, f := range v.failed[:min(3, len(v.failed))] {
			t.Error(f)
		}
	}
	slices.Sort(times)
	if len(times) < count {
		t.Fatalf("%d requests of %d judges", len(times), count)
	}
	if os.Getenv("OJCHECK_LOAD") != "" {
		fmt.Printf("%d judges: signed in within %.1f s; %d requests in %v, %d failed; median %v, p99 %v, longest %v; memory %s -> %s, open files %s -> %s, goroutines %s -> %s\n",
			count, signedIn.Seconds(), len(times), duration, failures, times[len(times)/2].Round(time.Millisecond),
			times[len(times)*99/100].Round(time.Millisecond), times[len(times)-1].Round(time.Millisecond),
			before.memory, after.memory, before.files, after.files, before.goroutines, after.goroutines)
		for _, kind := range []string{"ranking", "pair", "decision"} { // after a decision, the judge gets the next pair
			list := byKind[kind]
			if len(list) == 0 {
				continue // v.failed says why
			}
			slices.Sort(list)
			fmt.Printf("  judges: %-8s %6d requests, median %v, p99 %v\n", kind, len(list),
				list[len(list)/2].Round(time.Millisecond), list[len(list)*99/100].Round(time.Millisecond))
		}
	}
}

// The server disconnects clients that never finish a form, and meanwhile answers other clients.
func TestFormsHeldUnderLoad(t *testing.T) {
	if os.Getenv("OJCHECK_LOAD") == "" {
		t.Skip("NOT RUN without OJCHECK_LOAD: it waits for the limit of 10 s; TestStalledBodies has short limits")
	}
	server := startMeasuredServer(t, pgtest.New(t))
	before := server.use(t)
	held := make([]net.Conn, 200)
	for i := range held {
		connection, err := net.Dial("tcp", strings.TrimPrefix(server.address, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer connection.Close()
		fmt.Fprintf(connection, "POST /signin HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nname=")
		held[i] = connection
	}
	start := time.Now()
	if status, _ := get(t, http.DefaultClient, server.address+"/signin"); status != http.StatusOK {
		t.Errorf("the page for signing in: status %d", status)
	}
	answered := time.Since(start)
	left := 0
	for _, connection := range held {
		_ = connection.SetReadDeadline(start.Add(15 * time.Second))
		if _, err := io.Copy(io.Discard, connection); errors.Is(err, os.ErrDeadlineExceeded) {
			left++
		}
	}
	if left > 0 {
		t.Errorf("%d of %d half-sent forms are still held after %v", left, len(held), time.Since(start))
	}
	after := server.use(t)
	fmt.Printf("%d half-sent forms: another page after %v; %d held after %.0f s; open files %s -> %s, goroutines %s -> %s\n",
		len(held), answered.Round(time.Millisecond), left, time.Since(start).Seconds(), before.files, after.files, before.goroutines, after.goroutines)
}
