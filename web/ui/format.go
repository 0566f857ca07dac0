package ui

import (
	"time"

	"github.com/ojcheck/ojcheck/internal/text"
)

// machineTime writes a time for the datetime attribute.
func machineTime(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// countOf writes a number with its noun, whose plural takes more than an s.
func countOf[T text.Integer](n T, one, many string) string {
	return text.Thousands(n) + " " + text.Plural(n, one, many)
}
