package evidence

import (
	"bytes"
	"errors"

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
	pieces, err := language.Highlight(text)
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
		if n := len(found); n > 0 && found[n-1].class == class && len(bytes.Trim(text[found[n-1].end:p.Start], "\x00")) == 0 {
			found[n-1].end = p.End
		} else {
			found = append(found, colourSpan{p.Start, p.End, class})
		}
	}
	return found, plain
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
