package web

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/ojcheck/ojcheck/internal/text"
)

// integer writes a number with its thousands apart: 3,120.
func integer[T int | int64](n T) string { return text.Thousands(int64(n)) }

// counted writes a number with its noun: "1 pair", "3,120 pairs".
func counted[T int | int64](n T, one, many string) string {
	return integer(n) + " " + plural(n, one, many)
}

// plural picks the noun that goes with a number.
func plural[T int | int64](n T, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// parseShare reads a number from 0 to 1.
func parseShare(s string) (float64, bool) {
	x, err := strconv.ParseFloat(s, 64)
	return x, err == nil && !math.IsNaN(x) && x >= 0 && x <= 1
}

// formatShare writes a number from 0 to 1 as short as it can be read again.
func formatShare(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// moment writes a time to the minute, in the time zone of the server.
func moment(t time.Time) string {
	if t.IsZero() {
		return "unknown"
	}
	return t.Local().Format("2006-01-02 15:04")
}

// exactly writes a time to the second, as moment does: for those whose order is
// the point.
func exactly(t time.Time) string {
	if t.IsZero() {
		return "unknown"
	}
	return t.Local().Format("2006-01-02 15:04:05")
}

// day writes a time to the day, in the time zone of the server.
func day(t time.Time) string { return t.Local().Format("2006-01-02") }

// machineTime writes a time for the datetime attribute.
func machineTime(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// duration writes how long something took: to a tenth of a second where it is
// short, else to the second.
func duration(d time.Duration) string {
	whole := int(math.Round(d.Seconds()))
	switch {
	case d < 0:
		return "unknown"
	case d < 10*time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case whole < 60:
		return fmt.Sprintf("%d s", whole)
	}
	return fmt.Sprintf("%d min %02d s", whole/60, whole%60)
}
