package evidence

import (
	"context"
	"io"
	"strconv"
	"strings"

	"github.com/a-h/templ"
)

// code renders the lines of a file. It is written by hand, and not as a templ
// component, because every blank counts here, and because a pair has tens of
// thousands of spans.
func code(v View, s side, f File) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		var b []byte
		for _, line := range f.Lines {
			b = v.appendLine(b[:0], s, line)
			if _, err := w.Write(b); err != nil {
				return err
			}
		}
		return nil
	})
}

func (v View) appendLine(b []byte, s side, line Line) []byte {
	b = appendLineStart(b, line.Number, line.Match, line.Gap)
	amid := false // code
	for _, run := range line.Runs {
		b = v.appendRun(b, s, run, amid)
		amid = amid || !run.blank()
	}
	return append(b, "\n</span>"...)
}

// appendLineStart opens a line, and notes a match that touches it, or has it in
// a gap.
func appendLineStart(b []byte, number, match, gap int) []byte {
	b = append(b, `<span class="line`...)
	switch {
	case match > 0:
		b = append(append(b, ` in `...), colour(match)...)
	case gap > 0:
		b = append(append(b, ` gap `...), colour(gap)...)
	}
	b = append(strconv.AppendInt(append(b, `" data-line="`...), int64(number), 10), '"')
	if match > 0 {
		b = append(strconv.AppendInt(append(b, ` data-in="`...), int64(match), 10), '"')
	}
	return append(b, '>')
}

func (v View) appendRun(b []byte, s side, run Run, amid bool) []byte {
	b = v.appendOpening(b, s, run.Match, run.Exclusion, run.First, amid)
	for _, span := range run.Spans {
		b = appendSpan(b, span)
	}
	return appendClosing(b, run.Match, run.Exclusion)
}

// appendOpening opens the element of a run that is in a match, or set aside; and
// where that begins, says which it is, or why.
func (v View) appendOpening(b []byte, s side, match, aside int, first, amid bool) []byte {
	switch {
	case match > 0:
		b = append(append(b, `<mark class="match `...), colour(match)...)
		b = append(strconv.AppendInt(append(b, `" data-match="`...), int64(match), 10), `">`...)
		if first {
			b = v.appendBadge(b, s, match, amid)
		}
	case aside > 0:
		why := v.pane(s).Exclusions[aside-1]
		b = append(append(append(b, `<span class="aside" title="`...), templ.EscapeString(why.Text)...), `">`...)
		if first {
			b = append(append(b, `<span class="reason">`...), templ.EscapeString(why.Label)...)
			b = append(append(b, `<span class="unseen">`...), templ.EscapeString(strings.TrimPrefix(why.Text, why.Label))...)
			b = append(b, `</span></span>`...)
		}
	}
	return b
}

func appendClosing(b []byte, match, aside int) []byte {
	switch {
	case match > 0:
		return append(b, `</mark>`...)
	case aside > 0:
		return append(b, `</span>`...)
	}
	return b
}

// appendBadge appends the number that stands at the start of a match and leads
// to the other side. Amid code it is raised above it: a number in the line
// would read as code, and push what follows out of its column.
func (v View) appendBadge(b []byte, s side, number int, raised bool) []byte {
	m := v.Matches[number-1]
	there := v.Right.inWords(m.Right)
	if s == rightSide {
		there = v.Left.inWords(m.Left)
	}
	b = append(append(b, `<a class="badge `...), colour(number)...)
	if raised {
		b = append(b, " raised"...)
	}
	b = append(append(b, `" id="`...), v.anchor(s, number)...)
	b = append(append(b, `" href="#`...), v.anchor(s.other(), number)...)
	b = append(strconv.AppendInt(append(b, `" aria-label="Match `...), int64(number), 10), ": "...)
	b = append(append(b, m.size()...), ", on the other side "...)
	b = append(b, templ.EscapeString(there)...)
	also := m.OtherParticipants != nil && *m.OtherParticipants > 0
	if also {
		b = append(append(b, ", "...), m.elsewhere()...)
		b = append(append(b, `" title="`...), m.elsewhere()...)
	}
	b = strconv.AppendInt(append(b, `">`...), int64(number), 10)
	if also {
		b = strconv.AppendInt(append(b, `<span class="also">+`...), int64(*m.OtherParticipants), 10)
		b = append(b, `</span>`...)
	}
	return append(b, `</a>`...)
}

// blank reports whether the run is nothing but indentation.
func (r Run) blank() bool {
	for _, span := range r.Spans {
		if strings.TrimLeft(span.Text, " \t") != "" {
			return false
		}
	}
	return true
}

func appendSpan(b []byte, span Span) []byte {
	if span.Class == "" {
		return append(b, templ.EscapeString(span.Text)...)
	}
	b = append(append(b, `<span class="`...), span.Class...)
	b = append(append(b, `">`...), templ.EscapeString(span.Text)...)
	return append(b, `</span>`...)
}
