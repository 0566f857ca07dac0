package ccsclient

import (
	"crypto/tls"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/ccstest"
)

// The client accepts a server with the pinned certificate, although no authority has signed it. With another pin, the
// error has the SHA-256 of the server's certificate, and there are no retries. The client uses HTTP/1.1, because the
// server breaks off HTTP/2.
func TestPin(t *testing.T) {
	t.Parallel()
	scenario := ccstest.SmallContest()
	scenario.BrokenHTTP2 = true
	secure := ccstest.NewServer(t, scenario)
	right := secure.Pin()
	var colons []string
	for i := 0; i < len(right); i += 2 {
		colons = append(colons, right[i:i+2])
	}
	for _, pin := range []string{right, strings.Join(colons, ":")} {
		client := newClient(t, Options{URL: secure.URL, Pin: pin, Wait: time.Hour})
		if list, err := client.Contests(t.Context()); err != nil || len(list) != 1 {
			t.Errorf("pin %s: contests %v and error %v, want one contest", pin, list, err)
		}
	}
	trusting := &http.Client{Transport: &http.Transport{
		ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{InsecureSkipVerify: true},
	}}
	if answer, err := trusting.Get(secure.URL); err == nil {
		answer.Body.Close()
		t.Error("the server answers by HTTP/2, so this test shows nothing")
	}
	for _, pin := range []string{strings.Repeat("0", 64), ""} { // the error says what the pin is
		client := newClient(t, Options{URL: secure.URL, Pin: pin, Wait: time.Hour})
		if _, err := client.Contests(t.Context()); err == nil || !strings.Contains(err.Error(), "--pin "+right) {
			t.Errorf("pin %q: error %v, want one with --pin %s", pin, err, right)
		}
	}
}

// New refuses a pin that is no SHA-256, and a pin for an address without https.
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
