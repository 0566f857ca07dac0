package ccsclient

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/ccstest"
)

// The client accepts a server with the pinned certificate, although no authority has signed it. For another pin the
// error has the SHA-256 of the server's certificate, and there are no retries. The client uses HTTP/1.1.
func TestPin(t *testing.T) {
	t.Parallel()
	api := ccstest.NewServer(t, ccstest.SmallContest())
	protocols := make(chan string, 1)
	target, err := url.Parse(api.URL)
	if err != nil {
		t.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) }}
	secure := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		protocols <- r.Proto
		proxy.ServeHTTP(w, r)
	}))
	secure.EnableHTTP2 = true
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	secure.StartTLS()
	t.Cleanup(secure.Close)
	sum := sha256.Sum256(secure.Certificate().Raw)
	right := strings.ToUpper(hex.EncodeToString(sum[:]))
	var colons []string
	for i := 0; i < len(right); i += 2 {
		colons = append(colons, right[i:i+2])
	}
	for _, pin := range []string{right, strings.Join(colons, ":")} {
		client, err := New(Options{URL: secure.URL, Pin: pin, Wait: time.Hour})
		if err != nil {
			t.Fatal(err)
		}
		if list, err := client.Contests(t.Context()); err != nil || len(list) != 1 {
			t.Errorf("pin %s: contests %v and error %v, want one contest", pin, list, err)
		}
		if protocol := <-protocols; protocol != "HTTP/1.1" {
			t.Errorf("asked by %s, want HTTP/1.1", protocol)
		}
	}
	for _, pin := range []string{strings.Repeat("0", 64), ""} { // the error says what the pin is
		client, err := New(Options{URL: secure.URL, Pin: pin, Wait: time.Hour})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := client.Contests(t.Context()); err == nil || !strings.Contains(err.Error(), "--pin "+right) {
			t.Errorf("pin %q: error %v, want one with --pin %s", pin, err, right)
		}
	}
}

// A pin that is no SHA-256, or that no certificate can have, is refused before anything is sent.
func TestBadPin(t *testing.T) {
	t.Parallel()
	for _, o := range []Options{
		{URL: "https://contest.example/api", Pin: "abc"},
		{URL: "https://contest.example/api", Pin: strings.Repeat("g", 64)},
		{URL: "http://contest.example/api", Pin: strings.Repeat("0", 64)},
	} {
		if _, err := New(o); err == nil || !strings.Contains(err.Error(), "pin") {
			t.Errorf("%s with pin %q: error %v, want one about the pin", o.URL, o.Pin, err)
		}
	}
}
