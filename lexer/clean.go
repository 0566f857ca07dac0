package lexer

import (
	"bytes"
	"unicode/utf8"
)

const byteOrderMark = "\ufeff"

// cleanText is a source prepared by clean. It maps each clean byte back to its original byte.
type cleanText struct {
	text        []byte
	segments    []segment // in the order of the source
	blankLines  int       // consecutive blank lines at the end of text
	lineStart   int       // offset of the last line
	lastSegment int       // segment of the last offset that original mapped
}

// segment is a run of clean bytes that have the same distance from their original bytes. It may also be one
// replacement character.
type segment struct {
	clean, original int // offsets of the first byte
	replaced        bool
}

// clean prepares src. CRLF and CR become LF. Each byte of bad UTF-8 becomes U+FFFD. NUL and a byte order mark
// vanish. Of consecutive blank lines only the first stays, because chroma's time grows with the square of the
// number of blank lines.
func clean(src []byte) *cleanText {
	c := &cleanText{text: make([]byte, 0, len(src))}
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
			c.addSegment(i, false)
			end := i + 1
			for end < len(src) && ' ' <= src[end] && src[end] < utf8.RuneSelf {
				end++
			}
			c.text = append(c.text, src[i:end]...)
			i = end
		default:
			r, size := utf8.DecodeRune(src[i:])
			c.addSegment(i, r == utf8.RuneError && size == 1)
			c.text = utf8.AppendRune(c.text, r)
			i += size
		}
	}
	return c
}

// endLine ends the last line, or removes the last line if it and the line before are blank.
func (c *cleanText) endLine(original int) {
	if len(bytes.TrimSpace(c.text[c.lineStart:])) > 0 {
		c.blankLines = 0
	} else {
		c.text = c.text[:c.lineStart]
		n := len(c.segments)
		for n > 0 && c.segments[n-1].clean >= c.lineStart {
			n--
		}
		c.segments = c.segments[:n]
		if c.blankLines++; c.blankLines > 1 {
			return
		}
	}
	c.addSegment(original, false)
	c.text = append(c.text, '\n')
	c.lineStart = len(c.text)
}

// addSegment records that the next clean byte comes from the given original byte.
func (c *cleanText) addSegment(original int, replaced bool) {
	here := len(c.text)
	if n := len(c.segments); n > 0 && !replaced {
		last := c.segments[n-1]
		if !last.replaced && here-last.clean == original-last.original {
			return
		}
	}
	c.segments = append(c.segments, segment{here, original, replaced})
}

// span returns the span of the original bytes of a span of clean bytes, which must not be empty.
func (c *cleanText) span(start, end int) (int, int) { return c.original(start), c.original(end-1) + 1 }

// original returns the offset in the source of a clean byte. A replacement character has one byte in the source.
func (c *cleanText) original(offset int) int {
	// Most offsets are in the segment of the previous offset, or close to that segment.
	i := c.lastSegment
	for i > 0 && c.segments[i].clean > offset {
		i--
	}
	for i+1 < len(c.segments) && c.segments[i+1].clean <= offset {
		i++
	}
	c.lastSegment = i
	s := c.segments[i]
	if s.replaced {
		return s.original
	}
	return s.original + offset - s.clean
}
