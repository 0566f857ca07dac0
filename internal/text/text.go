// Package text writes numbers, names and lists for people, the same way on
// pages, in reports and on the command line. It depends on no other package of
// ojcheck.
package text

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Integer is an integer type.
type Integer interface{ ~int | ~int64 }

// Thousands writes n with commas between its thousands: 3,120.
func Thousands[T Integer](n T) string {
	digits := strconv.FormatInt(int64(n), 10)
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// Count writes n with its noun, which takes an s in the plural: "1 pair",
// "3,120 pairs".
func Count[T Integer](n T, noun string) string { return Thousands(n) + " " + Plural(n, noun) }

// Plural returns noun if n is 1. Otherwise it returns irregular if that is given, else
// noun with an s.
func Plural[T Integer](n T, noun string, irregular ...string) string {
	switch {
	case n == 1:
		return noun
	case len(irregular) > 0:
		return irregular[0]
	}
	return noun + "s"
}

// Bytes writes a size, rounded down to whole units: "3 MiB", "1,000 bytes". It
// uses GiB only for a whole number of them.
func Bytes[T Integer](n T) string {
	switch size := int64(n); {
	case size >= 1<<30 && size%(1<<30) == 0:
		return Thousands(size>>30) + " GiB"
	case size >= 1<<20:
		return Thousands(size>>20) + " MiB"
	case size >= 1<<10:
		return Thousands(size>>10) + " KiB"
	}
	return Count(n, "byte")
}

// Percent writes a share from 0 to 1 as a percentage with one decimal: 62.7%.
func Percent(share float64) string { return fmt.Sprintf("%.1f%%", 100*share) }

// Score writes a suspicion from 0 to 1 with three decimals: 0.912. It is not
// written as a percentage, so that nobody takes it for a probability.
func Score(suspicion float64) string { return fmt.Sprintf("%.3f", suspicion) }

// Decimal writes a number, such as a share from 0 to 1 or a number of pairs, with the
// fewest digits that are read back as the same number.
func Decimal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// Minute writes t to the minute in the server's time zone; "unknown" for the
// zero time.
func Minute(t time.Time) string { return format(t, "2006-01-02 15:04") }

// Second is Minute with seconds, for pages where the order of events matters.
func Second(t time.Time) string { return format(t, "2006-01-02 15:04:05") }

func format(t time.Time, layout string) string {
	if t.IsZero() {
		return "unknown"
	}
	return t.Local().Format(layout)
}

// Day writes the date of t in the server's time zone.
func Day(t time.Time) string { return t.Local().Format("2006-01-02") }

// Elapsed writes how long something took: to a tenth of a second below 10 s,
// else to the second; "unknown" for a negative duration.
func Elapsed(d time.Duration) string {
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

// Gap writes the time between two events in its two largest units: "3 h 5 min".
func Gap(d time.Duration) string {
	return largestUnits(d, func(n int64, short, _ string) string { return Thousands(n) + " " + short })
}

// Duration writes a duration, rounded to seconds, in its two largest units: "3 hours 5
// minutes"; "" for less than half a second.
func Duration(d time.Duration) string {
	return largestUnits(d.Round(time.Second), func(n int64, _, noun string) string { return Count(n, noun) })
}

// largestUnits writes a duration in its largest unit and the next smaller one. It leaves out a unit
// that is 0.
func largestUnits(d time.Duration, format func(n int64, short, noun string) string) string {
	var parts []string
	for _, unit := range []struct {
		length      time.Duration
		short, noun string
	}{{24 * time.Hour, "d", "day"}, {time.Hour, "h", "hour"}, {time.Minute, "min", "minute"}, {time.Second, "s", "second"}} {
		if n := d / unit.length; n > 0 {
			parts = append(parts, format(int64(n), unit.short, unit.noun))
			d %= unit.length
		} else if len(parts) > 0 {
			break
		}
	}
	return strings.Join(parts[:min(2, len(parts))], " ")
}

// Join writes names as a sentence does: "A, B and C".
func Join(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// MaxContests is the number of names that Contests lists.
const MaxContests = 20

// Contests returns the end of an error message for a user who named a contest that does not
// exist: `there are "fall", "spring"`. It sorts the names, lists the first MaxContests, and counts
// the rest.
func Contests(names []string) string {
	if len(names) == 0 {
		return "no contest is stored yet"
	}
	list := slices.Sorted(slices.Values(names))
	more := ""
	if n := len(list) - MaxContests; n > 0 {
		list, more = list[:MaxContests], fmt.Sprintf(" and %d more", n)
	}
	for i, name := range list {
		list[i] = strconv.Quote(name)
	}
	return "there are " + strings.Join(list, ", ") + more
}

// Capitalize returns s with its first letter in upper case.
func Capitalize(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + s[size:]
}

// Visible makes a name, a path or any other short text safe to show on a page
// or a terminal: Sign replaces control and other invisible characters, and
// U+FFFD replaces bytes that are not UTF-8.
func Visible(s string) string {
	var b strings.Builder
	for _, r := range s {
		sign := Sign(r)
		if r == '\t' {
			sign = "\u2409"
		}
		b.WriteString(cmp.Or(sign, string(r)))
	}
	return b.String()
}

// Sign returns what to show in place of an invisible character, such as one
// that changes the direction of writing; "" for a visible one and for a tab.
func Sign(r rune) string {
	switch {
	case r == '\t' || r == utf8.RuneError:
		return ""
	case r < ' ':
		return string('\u2400' + r) // the control pictures of Unicode
	case r == 0x7f:
		return "\u2421"
	case unicode.IsControl(r), unicode.Is(unicode.Cf, r), r == '\u2028', r == '\u2029':
		return fmt.Sprintf("[U+%04X]", r)
	}
	return ""
}

// CompareNatural orders texts as people do: "9" comes before "10". Texts that
// differ only in leading zeros are equal.
func CompareNatural(a, b string) int {
	for a != "" && b != "" {
		da, db := leadingDigits(a), leadingDigits(b)
		if da > 0 && db > 0 {
			x, y := strings.TrimLeft(a[:da], "0"), strings.TrimLeft(b[:db], "0")
			if c := cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(x, y)); c != 0 {
				return c
			}
			a, b = a[da:], b[db:]
			continue
		}
		if a[0] != b[0] {
			return cmp.Compare(a[0], b[0])
		}
		a, b = a[1:], b[1:]
	}
	return cmp.Compare(len(a), len(b))
}

// leadingDigits counts the digits at the start of s.
func leadingDigits(s string) int {
	return len(s) - len(strings.TrimLeft(s, "0123456789"))
}
