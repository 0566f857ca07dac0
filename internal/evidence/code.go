package evidence

import (
	"context"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"
)

// code renders the lines of a file. It is not a templ component because every blank counts
// here, and a pair has tens of thousands of spans.
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
	afterCode := false
	for _, run := range line.Runs {
		b = v.appendRun(b, s, run, afterCode)
		afterCode = afterCode || !run.isBlank()
	}
	return append(b, "\n</span>"...)
}

// appendLineStart opens a line with the match on it, or the match with the line in a gap.
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

func (v View) appendRun(b []byte, s side, run Run, afterCode bool) []byte {
	b = v.appendRunStart(b, s, run.Match, run.Exclusion, run.First, afterCode)
	for _, span := range run.Spans {
		b = appendSpan(b, span)
	}
	return appendRunEnd(b, run.Match, run.Exclusion)
}

// appendRunStart opens the element of a run in a match or an excluded passage. At its
// first run it adds the number of the match or the reason.
func (v View) appendRunStart(b []byte, s side, match, exclusion int, first, afterCode bool) []byte {
	switch {
	case match > 0:
		b = append(append(b, `<mark class="match `...), colour(match)...)
		b = append(strconv.AppendInt(append(b, `" data-match="`...), int64(match), 10), `">`...)
		if first {
			b = v.appendBadge(b, s, match, afterCode)
		}
	case exclusion > 0:
		reason := v.pane(s).Exclusions[exclusion-1]
		b = append(append(append(b, `<span class="aside" title="`...), templ.EscapeString(reason.Text)...), `">`...)
		if first {
			b = append(append(b, `<span class="reason">`...), templ.EscapeString(reason.Label)...)
			b = append(append(b, `<span class="unseen">`...), templ.EscapeString(strings.TrimPrefix(reason.Text, reason.Label))...)
			b = append(b, `</span></span>`...)
		}
	}
	return b
}

func appendRunEnd(b []byte, match, exclusion int) []byte {
	switch {
	case match > 0:
		return append(b, `</mark>`...)
	case exclusion > 0:
		return append(b, `</span>`...)
	}
	return b
}

// appendBadge appends the number at the start of a match, which links to the other side.
// After code it is raised above the line: in the line it would look like code and shift
// the columns.
func (v View) appendBadge(b []byte, s side, number int, raised bool) []byte {
	m := v.Matches[number-1]
	place := v.Right.rangeText(m.Right)
	if s == rightSide {
		place = v.Left.rangeText(m.Left)
	}
	b = append(append(b, `<a class="badge `...), colour(number)...)
	if raised {
		b = append(b, " raised"...)
	}
	b = append(append(b, `" id="`...), v.anchor(s, number)...)
	b = append(append(b, `" href="#`...), v.anchor(s.other(), number)...)
	b = append(strconv.AppendInt(append(b, `" aria-label="Match `...), int64(number), 10), ": "...)
	b = append(append(b, m.sizeText()...), ", on the other side "...)
	b = append(b, templ.EscapeString(place)...)
	hasOthers := m.OtherParticipants != nil && *m.OtherParticipants > 0
	if hasOthers {
		b = append(append(b, ", "...), m.othersText()...)
		b = append(append(b, `" title="`...), m.othersText()...)
	}
	b = strconv.AppendInt(append(b, `">`...), int64(number), 10)
	if hasOthers {
		b = strconv.AppendInt(append(b, `<span class="also">+`...), int64(*m.OtherParticipants), 10)
		b = append(b, `</span>`...)
	}
	return append(b, `</a>`...)
}

// isBlank reports whether the run is only indentation.
func (r Run) isBlank() bool {
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

// tokenCode renders the tokens of a file, separated by blanks. A class is in <i>, to
// distinguish it from a keyword.
func tokenCode(v View, s side, f File) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		var b []byte
		for _, line := range f.Tokens {
			b = v.appendTokenLine(b[:0], s, line)
			if _, err := w.Write(b); err != nil {
				return err
			}
		}
		return nil
	})
}

func (v View) appendTokenLine(b []byte, s side, line TokenLine) []byte {
	match := 0
	if i := slices.IndexFunc(line.Runs, func(run TokenRun) bool { return run.Match > 0 }); i >= 0 {
		match = line.Runs[i].Match
	}
	b = appendLineStart(b, line.Number, match, 0)
	for i, run := range line.Runs {
		if i > 0 {
			b = append(b, ' ')
		}
		b = v.appendRunStart(b, s, run.Match, run.Exclusion, run.First, false)
		for j, text := range run.Texts {
			if j > 0 {
				b = append(b, ' ')
			}
			if class, ok := classNames[text]; ok {
				b = append(append(append(b, "<i>"...), class...), "</i>"...)
			} else {
				b = append(b, templ.EscapeString(text)...)
			}
		}
		b = appendRunEnd(b, run.Match, run.Exclusion)
	}
	return append(b, "\n</span>"...)
}
