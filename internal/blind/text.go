package blind

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// shortestName is the length in characters of the shortest name, or part of
// one, that is looked for inside texts. Shorter ones, such as "a" or "17", are
// found all over a program and tell nobody's name.
const shortestName = 3

// Text knows the names of hidden participants, and finds them inside sources,
// paths and messages. The zero value and nil know none.
type Text struct {
	names   map[string]name // by their pieces, folded and joined
	longest int             // bytes of the longest key
}

type name struct {
	pieces int
	label  string // what to show instead
}

// Found is a name found in a text.
type Found struct {
	Start, End int    // bytes
	Label      string // "Participant 17", or another that tells no name
}

// NewText returns what finds the names of those participants who are hidden,
// and their affiliations. Of those in whole, each word of a name is looked for
// too: they are the ones whose programs are shown.
func NewText(participants []contest.Participant, whole ...int64) *Text {
	t := &Text{names: make(map[string]name)}
	for _, p := range participants {
		if !p.Hidden {
			continue
		}
		label := Name(p.Number)
		t.add(p.Name, label)
		if slices.Contains(whole, p.ID) {
			for word := range strings.FieldsFuncSeq(p.Name, func(r rune) bool { return kindOf(r) == other }) {
				t.add(word, label)
			}
			t.add(p.Affiliation, "affiliation of "+label)
			t.add(p.Address, "address of "+label)
		}
	}
	return t
}

// add notes a name. Of two participants with the same, the first one's label is
// shown.
func (t *Text) add(text, label string) {
	list := pieces(text)
	var key strings.Builder
	for _, p := range list {
		key.WriteString(fold(text[p.start:p.end]))
	}
	k := key.String()
	if utf8.RuneCountInString(k) < shortestName || !strings.ContainsFunc(k, unicode.IsLetter) {
		return
	}
	if _, known := t.names[k]; !known {
		t.names[k] = name{len(list), label}
		t.longest = max(t.longest, len(k))
	}
}

// Find returns where names stand in a text, in its order, none over another; of
// those that begin together the longest. Neither case matters nor accents,
// however they are encoded, nor what stands between the pieces of a name, if it
// is on one line: "JOSE_GARCIA", "joseGarcia2" and "JoseGarcia" all hold José
// García.
func (t *Text) Find(text string) []Found {
	if t == nil || len(t.names) == 0 {
		return nil
	}
	var found []Found
	list := pieces(text)
	for i := 0; i < len(list); i++ {
		if last, label := t.at(text, list[i:]); label != "" {
			found = append(found, Found{list[i].start, list[i+last].end, label})
			i += last
		}
	}
	return found
}

// at returns the longest name that the first of some pieces of a text begin, by
// the last piece of it; label is "" where there is none.
func (t *Text) at(text string, list []piece) (last int, label string) {
	var key strings.Builder
	gaps := 0
	for i, p := range list {
		if i > 0 {
			between := text[list[i-1].end:p.start]
			if utf8.RuneCountInString(between) > 3 || strings.ContainsAny(between, "\r\n") {
				break
			}
			if between != "" {
				gaps++
			}
		}
		key.WriteString(fold(text[p.start:p.end]))
		if key.Len() > t.longest {
			break
		}
		// A name is not found with more gaps than it has itself: "to be" is not Tobe.
		if n, ok := t.names[key.String()]; ok && gaps < n.pieces {
			last, label = i, n.label
		}
	}
	return last, label
}

// Replace writes the labels instead of the names.
func (t *Text) Replace(text string) string {
	var b strings.Builder
	from := 0
	for _, f := range t.Find(text) {
		b.WriteString(text[from:f.Start])
		b.WriteString(f.Label)
		from = f.End
	}
	b.WriteString(text[from:])
	return b.String()
}

// fold makes pieces equal that are of one name: in lower case, without accents
// and in the compatibility decomposition of Unicode (UAX 15), by which a letter
// with an accent is the same in one code point as in two.
func fold(piece string) string {
	if strings.IndexFunc(piece, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return strings.ToLower(piece)
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsMark(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(piece))
}

// piece is a part of a word as names are put together in programs: ada, Love
// and lace are those of "ada_LoveLace7", and 7.
type piece struct{ start, end int }

func pieces(text string) []piece {
	var list []piece
	start, before := -1, other
	for i, r := range text {
		k := kindOf(r)
		if k == mark && before != other {
			continue // it belongs to the letter before it
		}
		if start >= 0 && k != before && !(before == upper && k == lower) {
			list = append(list, piece{start, i})
			start = -1
		}
		if start < 0 && k != other {
			start = i
		}
		before = k
	}
	if start >= 0 {
		list = append(list, piece{start, len(text)})
	}
	return list
}

// kind is what a character is, as far as the pieces of words go.
type kind int

const (
	other kind = iota
	lower      // or without case
	upper
	digit
	mark
)

func kindOf(r rune) kind {
	switch {
	case unicode.IsUpper(r):
		return upper
	case unicode.IsLetter(r):
		return lower
	case unicode.IsDigit(r):
		return digit
	case unicode.IsMark(r):
		return mark
	}
	return other
}
