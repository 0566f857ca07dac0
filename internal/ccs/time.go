package ccs

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// ParseTime reads a TIME of the Contest API: "2014-06-25T11:22:05.034+01". The result is in UTC, to the
// microsecond. ok is false for other texts. Some judge systems write minutes in the offset, with or without a
// colon, or a blank before the time of day or before the offset.
func ParseTime(text string) (t time.Time, ok bool) {
	const date = len("2006-01-02")
	text = strings.ToUpper(text)
	if len(text) > date && text[date] == ' ' {
		text = text[:date] + "T" + text[date+1:]
	}
	if time, offset, isCut := strings.Cut(text, " "); isCut && len(offset) > 0 && strings.Contains("Z+-", offset[:1]) {
		text = time + offset
	}
	for _, offset := range []string{"Z07:00", "Z0700", "Z07"} {
		if t, err := time.Parse("2006-01-02T15:04:05"+offset, text); err == nil && contest.ValidTime(t) {
			return t.UTC().Truncate(time.Microsecond), true
		}
	}
	return time.Time{}, false
}

// durationPattern matches the specification's (-)?(h)*h:mm:ss(.uuu)?, also with a plus sign or a decimal comma.
var durationPattern = regexp.MustCompile(`^([+-])?(\d{1,6}):([0-5]\d):([0-5]\d)(?:[.,](\d{1,32}))?$`)

// parseDuration reads a RELTIME of the Contest API: "1:22:05.034", "-0:15:00". The result is exact to the
// microsecond. Its hours have at most six digits.
func parseDuration(text string) (d time.Duration, ok bool) {
	m := durationPattern.FindStringSubmatch(text)
	if m == nil {
		return 0, false
	}
	number := func(digits string) time.Duration {
		n, _ := strconv.Atoi(digits)
		return time.Duration(n)
	}
	d = number(m[2])*time.Hour + number(m[3])*time.Minute + number(m[4])*time.Second +
		number((m[5] + "000000")[:6])*time.Microsecond
	if m[1] == "-" {
		d = -d
	}
	return d, true
}
