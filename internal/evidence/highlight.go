package evidence

import (
	"errors"
	"unicode/utf8"

	"github.com/alecthomas/chroma/v2"

	"github.com/ojcheck/ojcheck/lexer"
)

// colourSpan is a span of a file's bytes with one class of chroma.
type colourSpan struct {
	start, end int
	class      string
}

// maxHighlighted is the size in bytes of the largest highlighted file. Larger files are
// compared, but shown plain.
const maxHighlighted = 64 << 10

// highlight returns the classes of a file's bytes. plain is the reason why the file, or its
// end, has none: it is too large, too slow to read, or in no known language.
func highlight(text []byte, language *lexer.Language) (found []colourSpan, plain string) {
	if len(text) > maxHighlighted {
		return nil, "too large to be highlighted"
	}
	if language == nil {
		return nil, "no colours for this language"
	}
	clean, offsets := cleanText(text)
	pieces, err := language.Highlight(clean)
	switch {
	case errors.Is(err, lexer.ErrDegraded):
		plain = "not highlighted to the end: the rest takes too much work"
	case err != nil:
		return nil, "too slow to be highlighted"
	}
	for _, p := range pieces {
		class := chromaClass(p.Type)
		if class == "" {
			continue
		}
		start, end := offsets[p.Start], offsets[p.End-1]+1
		if n := len(found); n > 0 && found[n-1].class == class && found[n-1].end == start {
			found[n-1].end = end
		} else {
			found = append(found, colourSpan{start, end, class})
		}
	}
	return found, plain
}

// cleanText prepares a file for chroma, which needs valid UTF-8, LF and no long runs of blank
// lines. It returns the original offset of each byte.
func cleanText(text []byte) (clean string, offsets []int) {
	bytes := make([]byte, 0, len(text))
	offsets = make([]int, 0, len(text))
	blank := 0 // consecutive line ends
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		b := text[i]
		switch {
		case r == utf8.RuneError && size == 1:
			b = '?'
		case r == '\r' && i+1 < len(text) && text[i+1] == '\n', i == 0 && string(r) == byteOrderMark:
			i += size
			continue
		case r == '\r':
			b = '\n'
		case r == 0:
			b = ' '
		}
		if b == '\n' {
			if blank++; blank > 2 {
				i++
				continue
			}
		} else {
			blank = 0
		}
		for n := range size {
			if size > 1 {
				b = text[i+n]
			}
			bytes = append(bytes, b)
			offsets = append(offsets, i+n)
		}
		i += size
	}
	return string(bytes), offsets
}

// chromaClass returns chroma's short class of a token type or its nearest known parent, and
// "" for types that theme.css shows in the colour of plain text, most of a program.
func chromaClass(t chroma.TokenType) string {
	for ; t > 0; t = t.Parent() {
		if class, ok := chroma.StandardTypes[t]; ok {
			switch class {
			case "n", "nx", "nv", "o", "p", "w", "x":
				return ""
			}
			return class
		}
	}
	return ""
}
