package evidence

import (
	"context"
	"io"
	"strconv"

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
	b = append(b, `<span class="line`...)
	if line.Match > 0 {
		b = append(append(b, ` in `...), colour(line.Match)...)
	}
	b = append(strconv.AppendInt(append(b, `" data-line="`...), int64(line.Number), 10), '"')
	if line.Match > 0 {
		b = append(strconv.AppendInt(append(b, ` data-in="`...), int64(line.Match), 10), '"')
	}
	b = append(b, '>')
	for _, run := range line.Runs {
		b = v.appendRun(b, s, run)
	}
	return append(b, "\n</span>"...)
}

func (v View) appendRun(b []byte, s side, run Run) []byte {
	switch {
	case run.Match > 0:
		b = append(append(b, `<mark class="match `...), colour(run.Match)...)
		b = append(strconv.AppendInt(append(b, `" data-match="`...), int64(run.Match), 10), `">`...)
		if run.First {
			b = v.appendBadge(b, s, run.Match)
		}
	case run.Base == BaseBegin:
		b = append(b, `<span class="base" title="base code"><span class="reason">base code</span>`...)
	case run.Base == BaseGoesOn:
		b = append(b, `<span class="base" title="base code">`...)
	}
	for _, span := range run.Spans {
		b = appendSpan(b, span)
	}
	switch {
	case run.Match > 0:
		b = append(b, `</mark>`...)
	case run.Base != NotBase:
		b = append(b, `</span>`...)
	}
	return b
}

// appendBadge appends the number that stands at the start of a match and leads
// to the other side.
func (v View) appendBadge(b []byte, s side, number int) []byte {
	m := v.Matches[number-1]
	there := m.Right
	if s == rightSide {
		there = m.Left
	}
	b = append(append(b, `<a class="badge `...), colour(number)...)
	b = append(append(b, `" id="`...), v.anchor(s, number)...)
	b = append(append(b, `" href="#`...), v.anchor(s.other(), number)...)
	b = append(strconv.AppendInt(append(b, `" aria-label="Match `...), int64(number), 10), ": "...)
	b = append(strconv.AppendInt(b, int64(m.Tokens), 10), " tokens, on the other side "...)
	b = append(append(b, there.String()...), `">`...)
	b = strconv.AppendInt(b, int64(number), 10)
	return append(b, `</a>`...)
}

func appendSpan(b []byte, span Span) []byte {
	if span.Class == "" {
		return append(b, templ.EscapeString(span.Text)...)
	}
	b = append(append(b, `<span class="`...), span.Class...)
	b = append(append(b, `">`...), templ.EscapeString(span.Text)...)
	return append(b, `</span>`...)
}

// String tells the lines in words: "line 3" or "lines 3 to 9".
func (r Range) String() string {
	if r.First == r.Last {
		return "line " + strconv.Itoa(r.First)
	}
	return "lines " + strconv.Itoa(r.First) + " to " + strconv.Itoa(r.Last)
}
