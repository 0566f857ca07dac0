package lexer

import (
	"math"
	"slices"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/lexer/driver"
)

// A source is read coarsely from the place where chroma's rules would do too much work. Coarse reading finds
// comments and strings only by their opening and closing marks.

// enclosure is a pair of marks around a comment, a directive or a literal.
type enclosure struct {
	start, end string
	kind       kind
}

// knownEnclosures are the enclosures of all languages, longer ones before their prefixes.
var knownEnclosures = []enclosure{
	{`"""`, `"""`, literal}, {`'''`, `'''`, literal}, {`"`, `"`, literal}, {`'`, `'`, literal}, {"`", "`", literal},
	{"/*", "*/", comment}, {"(*", "*)", comment}, {"{-", "-}", comment}, {"#=", "=#", comment}, {"/+", "+/", comment},
	{"{", "}", comment}, {"#|", "|#", comment}, {"--[[", "]]", comment},
	{"//", "\n", comment}, {"#", "\n", comment}, {"--", "\n", comment}, {";", "\n", comment}, {"%", "\n", comment},
	{"!", "\n", comment}, {"#", "\n", directive},
}

// findEnclosures returns the known enclosures that the language has: it tries each one with the splitter of
// the language. There is no deadline, because the result must not depend on the load of the machine.
func (l *Language) findEnclosures() []enclosure {
	splitter := *l.splitter
	splitter.tokenLimit = math.MaxInt64
	var found []enclosure
	for _, m := range knownEnclosures {
		text := l.syntax.codePrefix + m.start + " a b " + m.end + "\n"
		pieces, _, err := splitter.split(text, workFor(len(text)), time.Now().Add(math.MaxInt64))
		if err != nil {
			continue // the rules make no progress here, on any machine
		}
		from, to := len(l.syntax.codePrefix), len(text)-1
		if !slices.ContainsFunc(pieces, func(p driver.Piece) bool {
			return p.End > from && p.Start < to && kindOf(p.Type) != m.kind && strings.TrimSpace(text[p.Start:p.End]) != ""
		}) {
			found = append(found, m)
		}
	}
	return found
}

// splitCoarsely cuts text into code and enclosures. A literal with a mark of one byte ends with its line.
func splitCoarsely(text string, enclosures []enclosure) []driver.Piece {
	var pieces []driver.Piece
	add := func(k kind, start, end int) {
		if end > start {
			pieces = append(pieces, driver.Piece{Type: kindTypes[k], Start: start, End: end})
		}
	}
	codeStart := 0 // of the code before i
	for i := 0; i < len(text); {
		n, k := 0, code
		for _, m := range enclosures {
			if strings.HasPrefix(text[i:], m.start) && (m.kind != directive || strings.TrimLeft(lineBefore(text, i), " \t") == "") {
				n, k = m.length(text[i:]), m.kind
				break
			}
		}
		if n == 0 {
			i++
			continue
		}
		add(code, codeStart, i)
		add(k, i, i+n)
		i += n
		codeStart = i
	}
	add(code, codeStart, len(text))
	return pieces
}

// lineBefore returns the text before i on its line, at most 80 bytes.
func lineBefore(text string, i int) string {
	from := max(0, i-80)
	return text[from+strings.LastIndexByte(text[from:i], '\n')+1 : i]
}

// length returns the length of the enclosure at the start of text.
func (e enclosure) length(text string) int {
	if e.kind != literal {
		if n := strings.Index(text[len(e.start):], e.end); n >= 0 {
			return len(e.start) + n + len(e.end)
		}
		return len(text)
	}
	for i := len(e.start); i < len(text); i++ {
		switch {
		case strings.HasPrefix(text[i:], e.end):
			return i + len(e.end)
		case text[i] == '\\':
			i++
		case text[i] == '\n' && len(e.start) == 1:
			return i
		}
	}
	return len(text)
}
