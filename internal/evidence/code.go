package evidence

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/ojcheck/ojcheck/internal/i18n"
)

// code renders the lines of a file. It does not use templ, because templ may change blanks, and would be slow
// for tens of thousands of spans.
func code(v View, s side, f File) templ.Component {
	return component(f.Lines, func(p *i18n.Printer, b []byte, line Line) []byte {
		b = appendLineStart(b, line.Number, line.Match, line.Gap)
		afterCode := false
		for _, run := range line.Runs {
			b = v.appendRunStart(p, b, s, run.RunMark, afterCode)
			b = appendSpans(b, run.Spans, pick(s, v.Left, v.Right).Known)
			b = appendRunEnd(b, run.RunMark)
			afterCode = afterCode || slices.ContainsFunc(run.Spans,
				func(span Span) bool { return strings.TrimLeft(span.Text, " \t") != "" }) // indentation is not code
		}
		return append(b, "\n</span>"...)
	})
}

// tokenCode renders the tokens of a file. A class, such as "name", is in <i>, so that it does not look like a
// keyword.
func tokenCode(v View, s side, lines []TokenLine) templ.Component {
	return component(lines, func(p *i18n.Printer, b []byte, line TokenLine) []byte {
		match := 0 // the first match on the line, or 0
		for _, run := range line.Runs {
			match = cmp.Or(match, run.Match)
		}
		b = appendLineStart(b, line.Number, match, 0)
		for i, run := range line.Runs {
			if i > 0 {
				b = append(b, ' ')
			}
			b = v.appendRunStart(p, b, s, run.RunMark, false)
			for j, text := range run.Texts {
				if j > 0 {
					b = append(b, ' ')
				}
				if class, ok := classNames[text]; ok {
					b = appendStrings(b, "<i>", templ.EscapeString(p.T(class)), "</i>")
				} else {
					b = append(b, templ.EscapeString(text)...)
				}
			}
			b = appendRunEnd(b, run.RunMark)
		}
		return append(b, "\n</span>"...)
	})
}

// component returns a component that writes the items one after another.
func component[T any](items []T, appendItem func(*i18n.Printer, []byte, T) []byte) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		p := i18n.From(ctx)
		var b []byte
		for _, item := range items {
			b = appendItem(p, b[:0], item)
			if _, err := w.Write(b); err != nil {
				return err
			}
		}
		return nil
	})
}

func appendStrings(b []byte, list ...string) []byte {
	for _, s := range list {
		b = append(b, s...)
	}
	return b
}

// appendLineStart opens the element of a line. match is the first match on the line. gap is the match that
// has the line in a gap. Both are 0 if there is no such match.
func appendLineStart(b []byte, number, match, gap int) []byte {
	b = append(b, `<span class="line`...)
	switch {
	case match > 0:
		b = appendStrings(b, ` in `, colour(match))
	case gap > 0:
		b = appendStrings(b, ` gap `, colour(gap))
	}
	b = append(strconv.AppendInt(append(b, `" data-line="`...), int64(number), 10), '"')
	if match > 0 {
		b = appendStrings(b, ` data-in="`, strconv.Itoa(match), `"`)
	}
	return append(b, '>')
}

// appendRunStart opens the elements of a run that is in a match or in an excluded passage. For the first run
// of a match, it adds the number of the match. For the first run of an excluded passage, it adds the reason.
func (v View) appendRunStart(p *i18n.Printer, b []byte, s side, m RunMark, afterCode bool) []byte {
	if m.Match > 0 {
		b = appendStrings(b, `<mark class="match `, colour(m.Match))
		if m.Exclusion > 0 {
			b = append(b, " uncounted"...)
		}
		b = appendStrings(b, `" data-match="`, strconv.Itoa(m.Match), `">`)
		if m.StartsMatch {
			b = v.appendBadge(p, b, s, m.Match, afterCode)
		}
	}
	if m.Exclusion > 0 {
		reason := pick(s, v.Left, v.Right).Exclusions[m.Exclusion-1]
		if v.showsOne {
			reason.Text = reason.Label // the details may name the other participant
		}
		b = appendStrings(b, `<span class="aside" title="`, templ.EscapeString(reason.Text), `">`)
		if m.StartsExclusion {
			b = appendStrings(b, `<span class="reason">`, templ.EscapeString(reason.Label), `<span class="unseen">`,
				templ.EscapeString(strings.TrimPrefix(reason.Text, reason.Label)), `</span></span>`)
		}
	}
	return b
}

func appendRunEnd(b []byte, m RunMark) []byte {
	if m.Exclusion > 0 {
		b = append(b, `</span>`...)
	}
	if m.Match > 0 {
		b = append(b, `</mark>`...)
	}
	return b
}

// appendBadge appends the number at the start of a match, which is a link to the match on the other side.
// After code, the number is raised above the line, so that it does not look like code or shift the columns.
func (v View) appendBadge(p *i18n.Printer, b []byte, s side, number int, afterCode bool) []byte {
	m := v.Matches[number-1]
	b = appendStrings(b, `<a class="badge `, colour(number))
	if afterCode {
		b = append(b, " raised"...)
	}
	b = appendStrings(b, `" id="`, v.anchor(s, number), `" href="#`, v.anchor(s.other(), number))
	label := p.T("Match %s", strconv.Itoa(number))
	if !v.showsOne {
		if s == leftSide { // for matchBar
			b = appendStrings(b, `" data-about="`, templ.EscapeString(m.about(p)))
		}
		label = p.T("Match %s: %s, on the other side %s", strconv.Itoa(number), m.sizeText(p),
			pick(s, v.Right.rangeText(p, m.Right), v.Left.rangeText(p, m.Left)))
	}
	if m.OtherParticipants != nil && *m.OtherParticipants > 0 {
		others := m.othersText(p)
		return appendStrings(b, `" aria-label="`, templ.EscapeString(joinTexts(p, label, others)),
			`" title="`, templ.EscapeString(others), `">`, strconv.Itoa(number),
			`<span class="also" data-others="+`, strconv.Itoa(*m.OtherParticipants), `"></span></a>`)
	}
	return appendStrings(b, `" aria-label="`, templ.EscapeString(label), `">`, strconv.Itoa(number), `</a>`)
}

// appendSpans appends the spans of a run. known has the texts about the known passages.
func appendSpans(b []byte, spans []Span, known []string) []byte {
	passage := 0
	for _, span := range spans {
		if span.Known != passage {
			if passage > 0 {
				b = append(b, `</span>`...)
			}
			if passage = span.Known; passage > 0 {
				about := templ.EscapeString(known[passage-1])
				b = appendStrings(b, `<span class="known" title="`, about, `">`)
				if span.StartsKnown {
					b = appendStrings(b, `<span class="unseen">`, about, ` </span>`)
				}
			}
		}
		b = appendSpan(b, span)
	}
	if passage > 0 {
		b = append(b, `</span>`...)
	}
	return b
}

func appendSpan(b []byte, span Span) []byte {
	if span.Class == "" {
		return append(b, templ.EscapeString(span.Text)...)
	}
	return appendStrings(b, `<span class="`, span.Class, `">`, templ.EscapeString(span.Text), `</span>`)
}
