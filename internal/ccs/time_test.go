package ccs

import (
	"strings"
	"testing"
	"time"
)

// ParseTime reads the times of the specification, with the variations of judge systems, and refuses
// what is not a time.
func TestParseTime(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, text, want string }{
		{"as in the specification", "2014-06-25T11:22:05.034+01", "2014-06-25T10:22:05.034Z"},
		{"offset with minutes", "2014-06-25T11:22:05.034+05:30", "2014-06-25T05:52:05.034Z"},
		{"offset without a colon", "2014-06-25T11:22:05+0530", "2014-06-25T05:52:05Z"},
		{"offset before UTC", "2014-06-25T22:22:05.5-03", "2014-06-26T01:22:05.5Z"},
		{"offset before UTC with minutes", "2014-06-25T11:00:00-03:30", "2014-06-25T14:30:00Z"},
		{"UTC", "2014-06-25T11:22:05.034Z", "2014-06-25T11:22:05.034Z"},
		{"without a fraction", "2014-06-25T10:00:00+01", "2014-06-25T09:00:00Z"},
		{"small letters", "2014-06-25t10:00:00z", "2014-06-25T10:00:00Z"},
		{"a blank before the offset", "2014-06-25T10:00:00 +01", "2014-06-25T09:00:00Z"},
		{"with spaces", "2014-06-25 10:00:00 +01:00", "2014-06-25T09:00:00Z"},
		{"a long fraction", "2014-06-25T10:00:00.123456789Z", "2014-06-25T10:00:00.123456Z"},
		{"a leap day", "2024-02-29T00:00:00Z", "2024-02-29T00:00:00Z"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, ok := ParseTime(test.text)
			if !ok || got.Format(time.RFC3339Nano) != test.want {
				t.Errorf("%s is %v (%t), want %s", test.text, got, ok, test.want)
			}
		})
	}
	for _, text := range []string{
		"", "now", "2014-06-25", "2014-06-25T10:00:00", "2014-06-25T10:00Z", "2014-02-30T10:00:00Z", "2014-13-01T10:00:00Z",
		"2014-06-25T24:00:00Z", "2014-06-25T10:60:00Z", "2014-06-25T10:00:60Z", "0000-06-25T10:00:00Z", "2014-06-25T10:00:00+25",
		"2014-06-25T10:00:00+01:61", "9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+01", "2014-06-25T10:00:00Z\n", "2014-06-25 10: 00:00Z",
		strings.Repeat("2", 1000),
	} {
		if got, ok := ParseTime(text); ok {
			t.Errorf("%q is %v, want no time", text, got)
		}
	}
}

// parseDuration reads hours, minutes and seconds, to the microsecond, and refuses other texts.
func TestParseDuration(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]time.Duration{
		"1:22:05.034":     time.Hour + 22*time.Minute + 5034*time.Millisecond,
		"-0:15:32.457":    -(15*time.Minute + 32457*time.Millisecond),
		"5:00:00":         5 * time.Hour,
		"05:00:00.5":      5*time.Hour + 500*time.Millisecond,
		"100:00:00":       100 * time.Hour,
		"0:00:00.1234567": 123456 * time.Microsecond,
		"999999:59:59":    1_000_000*time.Hour - time.Second,
	} {
		if got, ok := parseDuration(text); !ok || got != want {
			t.Errorf("%s is %v (%t), want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "20", "5:00", "1:60:00", "1:00:60", "--1:00:00", "1:0:0", "1000000:00:00", "1:00:00 "} {
		if got, ok := parseDuration(text); ok {
			t.Errorf("%q is %v, want no duration", text, got)
		}
	}
}
