package lexer

import (
	"math"
	"strings"
	"time"
)

// Where the rules of chroma would do too much work, the rest of a source is
// read coarsely: comments and strings are told from code by how they begin and
// end, and by nothing else.

// enclosure is a way to begin and end a comment, a directive or a literal.
type enclosure struct {
	start, end string
	kind       kind
}

// candidates are those that languages have, longer ones before those that
// they begin with.
var candidates = []enclosure{
	{`"""`, `"""`, literal}, {`'''`, `'''`, literal}, {`"`, `"`, literal}, {`'`, `'`, literal}, {"`", "`", literal},
	{"/*", "*/", comment}, {"(*", "*)", comment}, {"{-", "-}", comment}, {"#=", "=#", comment}, {"/+", "+/", comment},
	{"{", "}", comment}, {"#|", "|#", comment}, {"--[[", "]]", comment},
	{"//", "\n", comment}, {"#", "\n", comment}, {"--", "\n", comment}, {";", "\n", comment}, {"%", "\n", comment},
	{"!", "\n", comment}, {"#", "\n", directive},
}

// findEnclosures returns those that the language has: those for which its
// splitter says so. The texts are too short to need a deadline, and the answer
// is kept: it must not be poorer for being asked on a busy machine.
func (l *Language) findEnclosures() []enclosure {
	patient := *l.splitter
	patient.most = math.MaxInt64
	var found []enclosure
	for _, m := range candidates {
		text := l.syntax.opening + m.start + " a b " + m.end + "\n"
		pieces, _, err := patient.split(text, workFor(len(text)), time.Now().Add(math.MaxInt64))
		if err != nil {
			continue // the rules do not get on, as they never would
		}
		from, to := len(l.syntax.opening), len(text)-1
		ok := true
		for _, p := range pieces {
			if p.end > from && p.start < to && p.kind != m.kind && strings.TrimSpace(text[p.start:p.end]) != "" {
				ok = false
			}
		}
		if ok {
			found = append(found, m)
		}
	}
	return found
}

// coarse cuts text into pieces, code and what the enclosures hold. Literals of
// one line end with it where nothing else ends them.
func coarse(text string, enclosures []enclosure) []piece {
	var pieces []piece
	plain := 0 // where the code began
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
		if i > plain {
			pieces = append(pieces, piece{kind: code, start: plain, end: i})
		}
		pieces = append(pieces, piece{kind: k, start: i, end: i + n})
		i += n
		plain = i
	}
	if plain < len(text) {
		pieces = append(pieces, piece{kind: code, start: plain, end: len(text)})
	}
	return pieces
}

// lineBefore returns what stands before i on its line, if that is short.
func lineBefore(text string, i int) string {
	from := max(0, i-80)
	return text[from+strings.LastIndexByte(text[from:i], '\n')+1 : i]
}

// length returns how long the comment or literal is at whose beginning text
// begins.
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
