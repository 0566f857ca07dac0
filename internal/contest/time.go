package contest

import "time"

// ValidTime reports whether a time can be told everywhere: RFC 3339 knows the
// years 1 to 9999, here of UTC.
func ValidTime(t time.Time) bool {
	year := t.UTC().Year()
	return year >= 1 && year <= 9999
}
