package i18n

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/text"
)

// Number writes a whole number with the language's sign between thousands: 3,120.
func Number[T text.Integer](p *Printer, n T) string { return p.T("%d", int64(n)) }

// Score writes a suspicion from 0 to 1 with three decimals: 0.912. It writes no percentage, so that nobody
// takes a suspicion for a probability.
func (p *Printer) Score(suspicion float64) string { return p.T("%.3f", suspicion) }

// Percent writes a share from 0 to 1 as a percentage with one decimal: 62.7%.
func (p *Printer) Percent(share float64) string { return p.T("%.1f%%", 100*share) }

// Decimal writes a number with as few digits as possible, but so many that a program that reads them gets the
// same number.
func (p *Printer) Decimal(x float64) string {
	_, decimals, _ := strings.Cut(text.Decimal(x), ".")
	return p.messages.Sprintf(fmt.Sprintf("%%.%df", len(decimals)), x)
}

// Bytes writes a size in the largest unit that is not larger than the size, rounded down: "3 MiB", "1,000
// bytes". It uses GiB only for whole numbers of GiB.
func (p *Printer) Bytes(size int64) string {
	switch {
	case size >= 1<<30 && size%(1<<30) == 0:
		return p.T("%s GiB", Number(p, size>>30))
	case size >= 1<<20:
		return p.T("%s MiB", Number(p, size>>20))
	case size >= 1<<10:
		return p.T("%s KiB", Number(p, size>>10))
	}
	return p.T("%d bytes", size)
}

// Minute writes the date and the time of t without seconds, in the server's time zone: "2026-03-01 09:05".
// For the zero time it writes "unknown".
func (p *Printer) Minute(t time.Time) string { return p.time(t, "2006-01-02 15:04") }

// Second is like Minute, but with seconds, for pages where the order of events matters.
func (p *Printer) Second(t time.Time) string { return p.time(t, "2006-01-02 15:04:05") }

// Day writes the date of t in the zone of t. For the zero time it writes "unknown".
func (p *Printer) Day(t time.Time) string {
	if t.IsZero() {
		return p.T("unknown")
	}
	return t.Format(p.T("2006-01-02"))
}

// UTC writes t in UTC with seconds, for files that people read elsewhere: "2026-03-01 09:05:07 UTC". For the
// zero time it writes "not known".
func (p *Printer) UTC(t time.Time) string {
	if t.IsZero() {
		return p.T("not known")
	}
	return t.UTC().Format(p.T("2006-01-02 15:04:05 UTC"))
}

// LongDay writes the date of t with the name of the month, for sentences: "1 March 2026". For the zero time
// it writes "not known".
func (p *Printer) LongDay(t time.Time) string {
	if t.IsZero() {
		return p.T("not known")
	}
	// Package time knows only English names. A translation of the layout may have the month's number instead of
	// its name.
	return strings.Replace(t.Format(p.T("2 January 2006")), t.Month().String(), p.T(months[t.Month()-1]), 1)
}

// months are the names of the months in the form for a date. Some languages have another form for a month
// alone.
var months = [...]Key{
	"January", "February", "March", "April", "May", "June",
	"July", "August", "September", "October", "November", "December",
}

// time writes t by a layout for time.Time.Format. The catalogues translate the layout like any other text.
func (p *Printer) time(t time.Time, layout Key) string {
	if t.IsZero() {
		return p.T("unknown")
	}
	return t.Local().Format(p.T(layout))
}

// Elapsed writes how long ojcheck took for something: "9.5 s", "59 s", "2 min 05 s". For a negative time it
// writes "unknown".
func (p *Printer) Elapsed(d time.Duration) string {
	whole := int(d.Round(time.Second).Seconds())
	switch {
	case d < 0:
		return p.T("unknown")
	case d < 10*time.Second:
		return p.T("%.1f s", d.Seconds())
	case whole < 60:
		return p.T("%s s", strconv.Itoa(whole))
	}
	return p.T("%s min %s s", strconv.Itoa(whole/60), fmt.Sprintf("%02d", whole%60))
}

// Gap writes the time between two events in the two largest units, with short names: "3 h 5 min". Duration
// writes long names.
func (p *Printer) Gap(d time.Duration) string {
	return p.largestUnits(d, [...]Key{"%s d", "%s h", "%s min", "%s s"},
		func(text Key, n int64) string { return p.T(text, Number(p, n)) })
}

// Duration writes a duration, rounded to seconds, in the two largest units: "3 hours 5 minutes". It writes ""
// for 0.
func (p *Printer) Duration(d time.Duration) string {
	return p.largestUnits(d.Round(time.Second), [...]Key{"%d days", "%d hours", "%d minutes", "%d seconds"},
		func(text Key, n int64) string { return p.T(text, n) })
}

// largestUnits writes a duration in the largest unit and the next smaller unit, which it leaves out if it is
// 0. texts are for days, hours, minutes and seconds.
func (p *Printer) largestUnits(d time.Duration, texts [4]Key, write func(Key, int64) string) string {
	var parts []string
	for i, unit := range [...]time.Duration{24 * time.Hour, time.Hour, time.Minute, time.Second} {
		n := d / unit
		if n > 0 {
			parts = append(parts, write(texts[i], int64(n)))
			d %= unit
		}
		if len(parts) == 2 || len(parts) == 1 && n == 0 {
			break
		}
	}
	return strings.Join(parts, " ")
}

// Sentences joins sentences as the language does, because Chinese and Japanese have no space between them. It
// leaves out "".
func (p *Printer) Sentences(list ...string) string {
	joined := ""
	for _, s := range list {
		if joined != "" && s != "" {
			joined = p.format(p.translation(twoSentences, nil), []any{joined, s})
		} else {
			joined += s
		}
	}
	return joined
}

const twoSentences Key = "%s %s"

// Join writes names as a sentence does: "A, B and C".
func (p *Printer) Join(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return p.T("%s and %s", strings.Join(names[:last], p.T(", ")), names[last])
}
