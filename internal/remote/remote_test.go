package remote

import (
	"testing"
	"time"
)

func TestIsLoopback(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]bool{
		"localhost": true, "127.0.0.1": true, "127.8.9.10": true, "::1": true, "::ffff:127.0.0.1": true,
		"": false, "0.0.0.0": false, "10.0.0.7": false, "judge.example": false, "localhost.example": false,
	} {
		if got := IsLoopback(host); got != want {
			t.Errorf("%q: got %t, want %t", host, got, want)
		}
	}
}

// RetryAfter reads seconds and dates; -1 stands for a header that it refuses.
func TestRetryAfter(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 14, 10, 0, 0, 0, time.UTC)
	for header, want := range map[string]time.Duration{
		"7": 7 * time.Second, "0": 0, "99999999999": 1e9 * time.Second, "Sat, 14 Mar 2026 10:02:00 GMT": 2 * time.Minute,
		"Sat, 14 Mar 2026 09:02:00 GMT": 0, "": -1, "-3": -1, "soon": -1,
	} {
		got, ok := RetryAfter(header, now)
		if ok != (want >= 0) || ok && got != want {
			t.Errorf("Retry-After: %s is %v, valid: %t; want %v (-1ns for invalid)", header, got, ok, want)
		}
	}
}
