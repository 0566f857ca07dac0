package evidence

import (
	"bytes"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/text"
)

// cutter cuts the lines of one file, one after another.
type cutter struct {
	text    []byte // of the whole program
	base    int    // where the file starts in text
	marks   []mark // sorted; those that are behind are dropped
	colours []coloured
	names   []blind.NameMatch // that are not to be shown; bytes of the file
	inMatch mark              // the match that was begun last
	inAside mark              // the stretch set aside that was begun last
}

// line cuts text[start:end], which may end with a line end. Indentation and
// blanks at the end belong to no run that is marked, so that a mark hugs code.
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
		// What is under an earlier mark stays so: the end of one match and the
		// begin of another may be in the same use of a macro.
		from, to := max(m.start, first, at), min(m.end, last)
		if from >= to {
			if m.first && m.end <= at && m != c.inMatch {
				line.Runs = append(line.Runs, Run{Match: m.match, First: true}) // nothing but its number is left
				c.inMatch = m
			}
			continue // or the line is blank
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

// run makes the run of text[start:end] under a mark; the zero mark is none.
func (c *cutter) run(start, end int, m mark) Run {
	run := Run{Match: m.match, Exclusion: m.aside}
	switch {
	case start >= end:
		return run
	case m.match != 0:
		run.First = m.first && m != c.inMatch
		c.inMatch = m
	case m.aside != 0:
		run.First = m != c.inAside
		c.inAside = m
	}
	for at := start; at < end; {
		to, label := c.toName(at, end)
		if label != "" {
			// Of a name that goes on in the next run, the label stands in both.
			run.Spans = append(run.Spans, Span{masked, text.Visible(label)})
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

// masked is the class of what stands in place of a name.
const masked = "masked"

// toName returns how far text[at:end] is free of names, and "", or how far the
// name goes that it begins in, with its label.
func (c *cutter) toName(at, end int) (to int, label string) {
	for len(c.names) > 0 && c.names[0].End+c.base <= at {
		c.names = c.names[1:]
	}
	if len(c.names) == 0 {
		return end, ""
	}
	name := c.names[0]
	if start := name.Start + c.base; start > at {
		return min(end, start), ""
	}
	return min(end, name.End+c.base), name.Label
}
