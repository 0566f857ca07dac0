// Package remote says which hosts are this machine, and how long another server asks to wait.
package remote

import (
	"net/http"
	"net/netip"
	"strconv"
	"time"
)

// IsLoopback reports whether a host is a loopback address of this machine: nobody in a network can read what is sent there.
func IsLoopback(host string) bool {
	address, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && address.IsLoopback()
}

// RetryAfter reads the wait in a Retry-After header: seconds, or a date (RFC 9110, 10.2.3). ok is false for other texts.
func RetryAfter(header string, now time.Time) (wait time.Duration, ok bool) {
	if seconds, err := strconv.Atoi(header); err == nil && seconds >= 0 {
		return time.Duration(min(seconds, 1e9)) * time.Second, true
	}
	if at, err := http.ParseTime(header); err == nil {
		return max(at.Sub(now), 0), true
	}
	return 0, false
}
