package evidence

import (
	"bytes"
	"unicode/utf8"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/text"
)

// cutter cuts the lines of one file in order.
type cutter struct {
	text          []byte // of the whole program
	base          int    // where the file starts in text
	marks         []mark // sorted; passed ones are removed
	colours       []colourSpan
	nameMatches   []blind.NameMatch // names to mask, in bytes of the file
	lastMatch     mark              // the last match started
	lastExclusion mark              // the last excluded passage started
}

// line cuts text[start:end], which may end with a line end. Marked runs exclude indentation
// and trailing blanks.
func (c *cutter) line(number, start, end int) Line {
	line := Line{Number: number}
	content := bytes.TrimRight(c.text[start:end], "\r\n")
	end = start + len(content)
	first := end - len(bytes.TrimLeft(content, " \t"))
	last := start + len(bytes.TrimRight(content, " \t"))
	for len(c.marks) > 0 && c.marks[0].end <= start {
		c.marks = c.marks[1:]
	}
	at := start
	for _, m := range c.marks {
		if m.start >= max(end, start+1) {
			break
		}
		if m.match != 0 && line.Match == 0 {
			line.Match = m.match
		}
		// An earlier mark takes precedence: one match may end and another start in the
		// same use of a macro.
		from, to := max(m.start, first, at), min(m.end, last)
		if from >= to {
			if m.first && m.end <= at && m != c.lastMatch {
				line.Runs = append(line.Runs, Run{Match: m.match, First: true}) // only its number is left
				c.lastMatch = m
			}
			continue // the line may be blank
		}
		line.add(c.run(at, from, mark{}))
		line.add(c.run(from, to, m))
		at = to
	}
	line.add(c.run(at, end, mark{}))
	return line
}

func (l *Line) add(r Run) {
	if len(r.Spans) > 0 {
		l.Runs = append(l.Runs, r)
	}
}

// run returns the run of text[start:end] under a mark, which may be zero.
func (c *cutter) run(start, end int, m mark) Run {
	run := Run{Match: m.match, Exclusion: m.exclusion}
	switch {
	case start >= end:
		return run
	case m.match != 0:
		run.First = m.first && m != c.lastMatch
		c.lastMatch = m
	case m.exclusion != 0:
		run.First = m != c.lastExclusion
		c.lastExclusion = m
	}
	for at := start; at < end; {
		to, label := c.nextName(at, end)
		if label != "" {
			// If a name continues in the next run, both have the label.
			run.Spans = append(run.Spans, Span{maskedClass, text.Visible(label)})
			at = to
			continue
		}
		for len(c.colours) > 0 && c.colours[0].end+c.base <= at {
			c.colours = c.colours[1:]
		}
		class := ""
		if len(c.colours) > 0 {
			next := c.colours[0]
			if next.start+c.base <= at {
				class = next.class
				to = min(to, next.end+c.base)
			} else {
				to = min(to, next.start+c.base)
			}
		}
		run.Spans = appendVisible(run.Spans, class, c.text[at:to], at == c.base)
		at = to
	}
	return run
}

// maskedClass is the class of a label in place of a name.
const maskedClass = "masked"

// nextName returns the end of the name at the start of text[at:end] with its label, or else
// the end of the text before the next name and "".
func (c *cutter) nextName(at, end int) (to int, label string) {
	for len(c.nameMatches) > 0 && c.nameMatches[0].End+c.base <= at {
		c.nameMatches = c.nameMatches[1:]
	}
	if len(c.nameMatches) == 0 {
		return end, ""
	}
	name := c.nameMatches[0]
	if start := name.Start + c.base; start > at {
		return min(end, start), ""
	}
	return min(end, name.End+c.base), name.Label
}

// appendVisible appends text as spans of one class. Control and other invisible characters,
// including those that change the direction of writing, become signs with the class "ctl",
// and bytes that are not UTF-8 become U+FFFD. A byte order mark at the start of a file has
// no sign: notes reports it.
func appendVisible(spans []Span, class string, words []byte, fileStart bool) []Span {
	if fileStart {
		words = bytes.TrimPrefix(words, []byte(byteOrderMark))
	}
	plain := make([]byte, 0, len(words))
	flush := func() {
		if len(plain) > 0 {
			spans = append(spans, Span{class, string(plain)})
			plain = plain[:0]
		}
	}
	for len(words) > 0 {
		r, size := utf8.DecodeRune(words)
		if sign := text.Sign(r); sign != "" {
			flush()
			spans = append(spans, Span{"ctl", sign})
		} else {
			plain = utf8.AppendRune(plain, r)
		}
		words = words[size:]
	}
	flush()
	return spans
}
