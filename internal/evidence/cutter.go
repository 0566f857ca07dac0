package evidence

import (
	"bytes"
	"errors"
	"slices"
	"sort"
	"unicode/utf8"

	"github.com/alecthomas/chroma/v2"

	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
)

// cutter cuts the lines of one file in order.
type cutter struct {
	text          []byte // of the whole program
	fileStart     int    // in text
	marks         []mark // sorted; without marks that end before the current line
	colours       []labelSpan
	names         []labelSpan // to mask
	known         []knownSpan // sorted; without spans that end before the current position
	lastKnown     int         // the last known passage that was written
	codeStart     int         // start of the current line without its indentation
	codeEnd       int         // end of the current line without trailing blanks
	lastMatch     mark        // of the marks that start a match, the last one that was written
	lastExclusion mark        // of the marks that start an excluded passage, the last one that was written
}

// line cuts the line text[start:end] into runs. Marked runs have no indentation and no trailing blanks.
func (c *cutter) line(number, start, end int) Line {
	line := Line{Number: number}
	content := bytes.TrimRight(c.text[start:end], "\r\n")
	end = start + len(content)
	c.codeStart = end - len(bytes.TrimLeft(content, " \t"))
	c.codeEnd = start + len(bytes.TrimRight(content, " \t"))
	for len(c.marks) > 0 && c.marks[0].end <= start {
		c.marks = c.marks[1:]
	}
	position := start
	for _, m := range c.marks {
		if m.start >= max(end, start+1) {
			break
		}
		if m.match != 0 && line.Match == 0 {
			line.Match = m.match
		}
		// Marks may overlap, because one match may end, and the next match start, in one use of a macro. The
		// earlier mark wins.
		from, to := max(m.start, c.codeStart, position), min(m.end, c.codeEnd)
		if from < to {
			c.addRun(&line, position, from, mark{})
			c.addRun(&line, from, to, m)
			position = to
		} else if m.startsMatch && m.end <= position && m != c.lastMatch {
			// Earlier marks have all text of this match, so only its number is shown here. The number of a match that ends
			// after position is shown on a later line, which has more of its text.
			line.Runs = append(line.Runs, Run{RunMark: RunMark{Match: m.match, StartsMatch: true}})
			c.lastMatch = m
		}
	}
	c.addRun(&line, position, end, mark{})
	return line
}

// addRun adds text[start:end] to a line as a run, unless it is empty. m is the mark of the run; zero for
// none.
func (c *cutter) addRun(line *Line, start, end int, m mark) {
	if start >= end {
		return
	}
	run := Run{RunMark: RunMark{Match: m.match, Exclusion: m.exclusion}}
	if m.startsMatch {
		run.StartsMatch = m != c.lastMatch
		c.lastMatch = m
	}
	if m.startsExclusion {
		run.StartsExclusion = m != c.lastExclusion
		c.lastExclusion = m
	}
	for position := start; position < end; {
		before := len(run.Spans)
		to, passage := c.nextKnown(position, end)
		to, label := c.next(&c.names, position, to)
		if label != "" { // if the name continues in the next run, both runs have the label
			run.Spans = append(run.Spans, Span{Class: "masked", Text: text.Visible(label)})
		} else {
			var class string
			to, class = c.next(&c.colours, position, to)
			run.Spans = appendVisible(run.Spans, class, c.text[position:to], position == c.fileStart)
		}
		c.markKnown(run.Spans[before:], passage)
		position = to
	}
	if len(run.Spans) > 0 {
		line.Runs = append(line.Runs, run)
	}
}

// next returns the end and the label of the span at position. If there is none, it returns the start of the next span, and
// "". The position that it returns is at most end. It drops the spans that end before position.
func (c *cutter) next(spans *[]labelSpan, position, end int) (to int, label string) {
	for len(*spans) > 0 && (*spans)[0].end+c.fileStart <= position {
		*spans = (*spans)[1:]
	}
	if len(*spans) == 0 {
		return end, ""
	}
	s := (*spans)[0]
	if start := s.start + c.fileStart; start > position {
		return min(end, start), ""
	}
	return min(end, s.end+c.fileStart), s.label
}

// appendVisible appends text as spans of one class. Invisible characters become symbols of the class "ctl",
// and bytes that are not UTF-8 become U+FFFD. A byte order mark at the start of a file gets no symbol,
// because invisibleProperties lists it.
func appendVisible(spans []Span, class string, words []byte, startsFile bool) []Span {
	if startsFile {
		words = bytes.TrimPrefix(words, []byte(byteOrderMark))
	}
	plain := make([]byte, 0, len(words))
	flush := func() {
		if len(plain) > 0 {
			spans = append(spans, Span{Class: class, Text: string(plain)})
			plain = plain[:0]
		}
	}
	for len(words) > 0 {
		r, size := utf8.DecodeRune(words)
		if symbol := text.Symbol(r); symbol != "" {
			flush()
			spans = append(spans, Span{Class: "ctl", Text: symbol})
		} else {
			plain = utf8.AppendRune(plain, r)
		}
		words = words[size:]
	}
	flush()
	return spans
}

// labelSpan is a span of a file's bytes with a class of chroma, or with the label of a masked name.
type labelSpan struct {
	byteRange
	label string
}

// maxHighlighted is the size in bytes of the largest highlighted file. Larger files are shown plain.
const maxHighlighted = 64 << 10

// highlight returns the classes of a file's bytes. whyPlain says why the file or its end has none; "" if all has classes.
func highlight(text []byte, language *lexer.Language) (spans []labelSpan, whyPlain i18n.Key) {
	if len(text) > maxHighlighted {
		return nil, "too large to be highlighted"
	}
	if language == nil {
		return nil, "no colours for this language"
	}
	pieces, err := language.Highlight(text)
	switch {
	case errors.Is(err, lexer.ErrDegraded):
		whyPlain = "not highlighted to the end: the rest takes too much work"
	case err != nil:
		return nil, "too slow to be highlighted"
	}
	for _, p := range pieces {
		class := chromaClass(p.Type)
		n := len(spans)
		if n > 0 && spans[n-1].label == class && len(bytes.Trim(text[spans[n-1].end:p.Start], "\x00")) == 0 {
			spans[n-1].end = p.End
		} else if class != "" {
			spans = append(spans, labelSpan{byteRange{p.Start, p.End}, class})
		}
	}
	return spans, whyPlain
}

// classAt returns the class of the byte before end; "" for none.
func classAt(colours []labelSpan, end int) string {
	i := sort.Search(len(colours), func(i int) bool { return colours[i].end >= end })
	if i < len(colours) && colours[i].start < end {
		return colours[i].label
	}
	return ""
}

// chromaClass returns chroma's short class of a token type, or of the nearest parent type with a class. It
// returns "" for types that theme.css shows in the colour of plain text.
func chromaClass(t chroma.TokenType) string {
	for ; t > 0; t = t.Parent() {
		class, ok := chroma.StandardTypes[t]
		switch {
		case slices.Contains([]string{"n", "nx", "nv", "o", "p", "w", "x"}, class):
			return ""
		case ok:
			return class
		}
	}
	return ""
}
