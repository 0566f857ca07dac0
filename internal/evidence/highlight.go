package evidence

import (
	"time"
	"unicode/utf8"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"

	"github.com/ojcheck/ojcheck/lexer"
)

// coloured is a stretch of a file's bytes that chroma gives a class.
type coloured struct {
	start, end int
	class      string
}

const (
	// maxHighlighted is the size in bytes up to which a file is highlighted.
	// Larger ones are compared, and shown plain.
	maxHighlighted = 64 << 10
	// highlightTime bounds the time for one file. chroma takes a tenth of a
	// second for 64 KB of honest code, but for a text that is made to slow it
	// down it takes minutes. Only for such a text the looks depend on the clock.
	highlightTime = 3 * time.Second
)

// highlight finds the classes of a file's bytes. A file that has none, because
// it is too large, too slow to read, or in no known language, is shown plain,
// for the reason returned.
func highlight(text []byte, language *lexer.Language) (found []coloured, plain string) {
	if len(text) > maxHighlighted {
		return nil, "too large to be highlighted"
	}
	var source chroma.Lexer
	if language != nil {
		source = chromaLexer(language)
	}
	if source == nil {
		return nil, "no colours for this language"
	}
	// A rule that leaves more states than there are makes chroma panic.
	defer func() {
		if r := recover(); r != nil {
			found, plain = nil, "not highlighted: chroma failed"
		}
	}()
	clean, offsets := cleanText(text)
	next, err := source.Tokenise(&chroma.TokeniseOptions{State: "root"}, clean)
	if err != nil {
		return nil, "not highlighted: " + err.Error()
	}
	deadline := time.Now().Add(highlightTime)
	at := 0
	for t := next(); t != chroma.EOF; t = next() {
		if time.Now().After(deadline) {
			return nil, "too slow to be highlighted"
		}
		end := min(at+len(t.Value), len(clean)) // some lexers add a line end
		if class := chromaClass(t.Type); class != "" && end > at {
			start := offsets[at]
			if n := len(found); n > 0 && found[n-1].class == class && found[n-1].end == start {
				found[n-1].end = offsets[end-1] + 1
			} else {
				found = append(found, coloured{start, offsets[end-1] + 1, class})
			}
		}
		at = end
	}
	return found, ""
}

func chromaLexer(language *lexer.Language) chroma.Lexer {
	if language.ID == "pascal" {
		return lexers.Get("ObjectPascal")
	}
	if l := lexers.Get(language.Name); l != nil {
		return l
	}
	return lexers.Get(language.ID)
}

// cleanText makes a file fit for chroma, which wants valid UTF-8, LF and no
// long runs of blank lines. It tells where each byte came from.
func cleanText(text []byte) (clean string, offsets []int) {
	bytes := make([]byte, 0, len(text))
	offsets = make([]int, 0, len(text))
	blank := 0 // line ends in a row
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

// chromaClass returns chroma's short class of a token type, that of the nearest
// known parent where it has none. What theme.css shows in the colour of plain
// text has none: it is most of a program.
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
