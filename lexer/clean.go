package lexer

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"
)

const (
	byteOrderRune = '\ufeff'
	byteOrderMark = string(byteOrderRune)
)

// cleanText is a source prepared by clean. It maps each clean byte back to its original byte.
type cleanText struct {
	text        []byte
	segments    []segment // in the order of the source
	blankLines  int       // consecutive blank lines at the end of text
	lineStart   int       // offset of the last line
	lastSegment int       // segment of the last offset that original mapped
	splices     []int     // offsets where two lines were joined
}

// segment is a run of clean bytes that have the same distance from their original bytes. It may also be one
// character in place of other bytes.
type segment struct {
	clean, original int // offsets of the first byte
	replaced        int // number of the other bytes; 0 for a run
}

// clean prepares src. CRLF and CR become LF, but a CR alone becomes a blank if syntax.plainReturns is set. Each byte of bad UTF-8
// becomes U+FFFD. A byte order mark vanishes, and so do NUL, except in C, and what syntax.ignoresControls says. Of consecutive
// blank lines only the first stays, because chroma's time grows with the square of the number of blank lines. Escapes become
// characters as syntax.unicodeEscapes says. As compilers of C do, clean joins a line that ends with a backslash and the next
// line, reads NUL as a blank, and %: before a directive as #.
func clean(src []byte, syntax *syntax) *cleanText {
	unicodeEscapes, preprocessed := syntax.unicodeEscapes, syntax.directives
	c := &cleanText{text: make([]byte, 0, len(src))}
	i := 0
	if bytes.HasPrefix(src, []byte(byteOrderMark)) {
		i = len(byteOrderMark)
	}
	for i < len(src) {
		switch b := src[i]; {
		case b == 0 && preprocessed:
			c.addSegment(i, 0)
			c.text = append(c.text, ' ')
			i++
		case b == 0, b == '\r' && i+1 < len(src) && src[i+1] == '\n':
			i++
		case b == '\r' && syntax.plainReturns:
			c.addSegment(i, 0)
			c.text = append(c.text, ' ')
			i++
		case b == '\n', b == '\r':
			c.endLine(i)
			i++
		case preprocessed && spliceLength(src[i:]) > 0:
			c.splices = append(c.splices, len(c.text))
			i += spliceLength(src[i:])
		case preprocessed && bytes.HasPrefix(src[i:], []byte("%:")) && len(bytes.TrimRight(c.text, " \t\v\f")) <= c.lineStart:
			c.addSegment(i, 2)
			c.text = append(c.text, '#')
			i += 2
		case b == '\\' && unicodeEscapes != "":
			i += c.addEscape(src, i, syntax)
		case b < utf8.RuneSelf && !c.ignores(rune(b), syntax):
			c.addSegment(i, 0)
			end := i + 1
			for end < len(src) && ' ' <= src[end] && src[end] <= '~' && (src[end] != '\\' || unicodeEscapes == "") && (src[end] != '%' || !preprocessed) {
				end++
			}
			c.text = append(c.text, src[i:end]...)
			i = end
		default:
			r, size := utf8.DecodeRune(src[i:])
			if c.ignores(r, syntax) {
				i += size
				continue
			}
			replaced := 0
			if r == utf8.RuneError && size == 1 {
				replaced = 1
			}
			c.addSegment(i, replaced)
			c.text = utf8.AppendRune(c.text, r)
			i += size
		}
	}
	return c
}

// spliceLength returns the length of a backslash and the line end after it, with the blanks between that compilers ignore; 0 if
// src does not begin with them.
func spliceLength(src []byte) int {
	if src[0] != '\\' {
		return 0
	}
	switch end := bytes.TrimLeft(src[1:], " \t\v\f\x00"); {
	case bytes.HasPrefix(end, []byte("\r\n")):
		return len(src) - len(end) + 2
	case len(end) > 0 && (end[0] == '\n' || end[0] == '\r'):
		return len(src) - len(end) + 1
	}
	return 0
}

// unicodeEscape matches the escape of a character, as in Java, JavaScript and C#.
var unicodeEscape = regexp.MustCompile(`^\\(?:u+([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|u\{([0-9A-Fa-f]{1,6})\})`)

// ignores reports whether the next character vanishes, because Java ignores it in words.
func (c *cleanText) ignores(r rune, syntax *syntax) bool {
	if !syntax.ignoresControls || len(c.text) == 0 {
		return false
	}
	last := c.text[len(c.text)-1]
	return (isAlphanumeric(last) || last == '$' || last >= utf8.RuneSelf) &&
		(r <= 0x08 || 0x0e <= r && r <= 0x1b || 0x7f <= r && r <= 0x9f || unicode.Is(unicode.Cf, r))
}

// addEscape adds what stands for the backslash at i, and returns how many bytes that is in the source. Except everywhere, only
// escapes of letters and digits are read. A backslash after another one begins no escape.
func (c *cleanText) addEscape(src []byte, i int, syntax *syntax) int {
	everywhere := syntax.unicodeEscapes == "everywhere"
	m := unicodeEscape.FindSubmatch(src[i:min(len(src), i+maxEscape)])
	if m != nil {
		code, _ := strconv.ParseInt(string(slices.Concat(m[1:]...)), 16, 64)
		r := rune(code)
		switch {
		case everywhere && (r == '\n' || r == '\r'):
			c.endLine(i)
			return len(m[0])
		case c.ignores(r, syntax):
			return len(m[0])
		case everywhere && r != 0, unicode.IsLetter(r), unicode.IsDigit(r), r == '_', r == '$', syntax.isOtherLetter(r):
			c.addSegment(i, len(m[0]))
			c.text = utf8.AppendRune(c.text, r)
			return len(m[0])
		}
	}
	c.addSegment(i, 0)
	size := 1
	if bytes.HasPrefix(src[i+1:], []byte(`\`)) && spliceLength(src[i+1:]) == 0 {
		size = 2
	}
	c.text = append(c.text, src[i:i+size]...)
	return size
}

// maxEscape bounds the bytes of an escape: Java allows any number of u.
const maxEscape = 100

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
		for n := len(c.splices); n > 0 && c.splices[n-1] > c.lineStart; n-- {
			c.splices = c.splices[:n-1]
		}
		if c.blankLines++; c.blankLines > 1 {
			return
		}
	}
	c.addSegment(original, 0)
	c.text = append(c.text, '\n')
	c.lineStart = len(c.text)
}

// addSegment records that the next clean byte comes from the given original byte. If replaced is not 0, the next character
// comes from so many bytes.
func (c *cleanText) addSegment(original, replaced int) {
	here := len(c.text)
	if n := len(c.segments); n > 0 && replaced == 0 {
		last := c.segments[n-1]
		if last.replaced == 0 && here-last.clean == original-last.original {
			return
		}
	}
	c.segments = append(c.segments, segment{here, original, replaced})
}

// span returns the span of the original bytes of a span of clean bytes, which must not be empty.
func (c *cleanText) span(start, end int) (int, int) {
	first, last := c.original(start), c.original(end-1)
	return first, last + max(1, c.segments[c.lastSegment].replaced)
}

// original returns the offset in the source of a clean byte. All bytes of a replaced character have the same.
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
	if s.replaced > 0 {
		return s.original
	}
	return s.original + offset - s.clean
}
