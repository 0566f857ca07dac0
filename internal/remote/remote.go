// Package remote has what the clients of other servers share.
package remote

import (
	"net/http"
	"net/netip"
	"strconv"
	"time"
)

// IsThisMachine reports whether the host of an address is this machine, so that nobody in a network can read what is sent there.
func IsThisMachine(host string) bool {
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
