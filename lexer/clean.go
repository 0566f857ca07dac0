package lexer

import (
	"bytes"
	"unicode/utf8"
)

const byteOrderMark = "\ufeff"

// cleaned is a source made fit for chroma: valid UTF-8 without byte order mark
// and NUL, lines ended by LF, at most one blank line in a row. It remembers
// where each clean byte came from.
type cleaned struct {
	text     []byte
	segments []segment // sorted by both fields
	blank    int       // blank lines in a row at the end of text
	line     int       // where the last line of text starts
	last     int       // segment of the last offset that was asked for
}

// segment is a run of clean bytes whose distance to the original is the same, or
// one replacement character, whose three bytes stand for one bad byte.
type segment struct {
	clean, original int
	replaced        bool
}

// clean prepares src. CRLF and CR become LF, bad UTF-8 becomes U+FFFD (one for
// each byte), NUL and a byte order mark vanish, and so do all but the first of
// consecutive blank lines, whose number chroma would square.
func clean(src []byte) *cleaned {
	c := &cleaned{text: make([]byte, 0, len(src))}
	i := 0
	if bytes.HasPrefix(src, []byte(byteOrderMark)) {
		i = len(byteOrderMark)
	}
	for i < len(src) {
		switch b := src[i]; {
		case b == 0, b == '\r' && i+1 < len(src) && src[i+1] == '\n':
			i++
		case b == '\n', b == '\r':
			c.endLine(i)
			i++
		case b < utf8.RuneSelf:
			c.mark(i, false)
			c.text = append(c.text, b)
			i++
		default:
			r, size := utf8.DecodeRune(src[i:])
			c.mark(i, r == utf8.RuneError && size == 1)
			c.text = utf8.AppendRune(c.text, r)
			i += size
		}
	}
	return c
}

// endLine ends the last line of the text, unless it is blank after a blank
// one: then the line is taken back.
func (c *cleaned) endLine(original int) {
	if len(bytes.TrimSpace(c.text[c.line:])) > 0 {
		c.blank = 0
	} else {
		c.text = c.text[:c.line]
		n := len(c.segments)
		for n > 0 && c.segments[n-1].clean >= c.line {
			n--
		}
		c.segments = c.segments[:n]
		if c.blank++; c.blank > 1 {
			return
		}
	}
	c.mark(original, false)
	c.text = append(c.text, '\n')
	c.line = len(c.text)
}

// mark notes that the next clean byte stands for the original byte given.
func (c *cleaned) mark(original int, replaced bool) {
	here := len(c.text)
	if n := len(c.segments); n > 0 && !replaced {
		last := c.segments[n-1]
		if !last.replaced && here-last.clean == original-last.original {
			return
		}
	}
	c.segments = append(c.segments, segment{here, original, replaced})
}

// span returns the original bytes that the clean bytes from start up to, not
// including, end came from. The span must not be empty.
func (c *cleaned) span(start, end int) (int, int) {
	return c.original(start), c.original(end-1) + 1
}

// original returns where a clean byte came from; all bytes of a replacement
// character came from one.
func (c *cleaned) original(offset int) int {
	// Most offsets are in the segment of the one before, or close to it.
	i := c.last
	for i > 0 && c.segments[i].clean > offset {
		i--
	}
	for i+1 < len(c.segments) && c.segments[i+1].clean <= offset {
		i++
	}
	c.last = i
	s := c.segments[i]
	if s.replaced {
		return s.original
	}
	return s.original + offset - s.clean
}
