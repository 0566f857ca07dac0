package ccs

import (
	"fmt"
	"regexp"
	"strconv"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// timePattern matches the specification's yyyy-mm-ddThh:mm:ss(.uuu)?[+-]zz(:mm)? or Z. It also matches what
// judge systems write instead: the offset may lack colon or minutes, the fraction may have any length, and a
// blank may replace the T.
var timePattern = regexp.MustCompile(
	`^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,32}))? ?(?:[Zz]|([+-])(\d\d)(?::?(\d\d))?)$`)

// ParseTime reads a TIME of the Contest API: "2014-06-25T11:22:05.034+01". The result is in UTC, to the
// microsecond. Package time cannot read offsets without minutes, but the specification allows them.
func ParseTime(text string) (time.Time, error) {
	m := timePattern.FindStringSubmatch(text)
	if m == nil {
		return time.Time{}, fmt.Errorf("%s is not a time: it should look like 2014-06-25T11:22:05.034+01", quote(text))
	}
	year, month, day := atoi(m[1]), atoi(m[2]), atoi(m[3])
	hour, minute, second := atoi(m[4]), atoi(m[5]), atoi(m[6])
	offset := time.Duration(atoi(m[9])*60+atoi(m[10])) * time.Minute
	if m[8] == "-" {
		offset = -offset
	}
	t := time.Date(year, time.Month(month), day, hour, minute, second, int(fraction(m[7])), time.UTC)
	// time.Date accepts days and times out of range, such as 30 February.
	if year < 1 || t.Month() != time.Month(month) || t.Day() != day || hour > 23 || minute > 59 || second > 59 ||
		atoi(m[9]) > 23 || atoi(m[10]) > 59 {
		return time.Time{}, fmt.Errorf("%s is not a time: a part of it is out of range", quote(text))
	}
	if t = t.Add(-offset); !contest.ValidTime(t) {
		return time.Time{}, fmt.Errorf("%s is not a time: in UTC its year is not from 1 to 9999", quote(text))
	}
	return t, nil
}

// durationPattern matches the specification's (-)?(h)*h:mm:ss(.uuu)?.
var durationPattern = regexp.MustCompile(`^([+-])?(\d{1,6}):(\d\d):(\d\d)(?:[.,](\d{1,32}))?$`)

// parseDuration reads a RELTIME of the Contest API: "1:22:05.034", "-0:15:00". The result is exact to the
// microsecond. Its hours have at most six digits.
func parseDuration(text string) (time.Duration, error) {
	m := durationPattern.FindStringSubmatch(text)
	if m == nil {
		return 0, fmt.Errorf("%s is not a duration: it should look like 1:22:05.034", quote(text))
	}
	if atoi(m[3]) > 59 || atoi(m[4]) > 59 {
		return 0, fmt.Errorf("%s is not a duration: a part of it is out of range", quote(text))
	}
	d := time.Duration(atoi(m[2])*3600+atoi(m[3])*60+atoi(m[4]))*time.Second + fraction(m[5])
	if m[1] == "-" {
		d = -d
	}
	return d, nil
}

// fraction reads the decimals of a second, to the microsecond.
func fraction(digits string) time.Duration {
	return time.Duration(atoi((digits + "000000")[:6])) * time.Microsecond
}

// atoi converts digits that a pattern matched; "" is 0.
func atoi(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

// quote quotes the first 40 bytes of a text for a message.
func quote(text string) string {
	if len(text) > 40 {
		text = text[:40] + "…"
	}
	return strconv.QuoteToASCII(text)
}
