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

// shortestNumber is the length in digits of the shortest name of digits alone
// that is looked for, such as the number of a student.
const shortestNumber = 5

// shortestPart is the length in bytes of the shortest part of a name that is
// looked for inside longer words, such as "solverofzyblonka". Shorter ones are
// parts of ordinary words: "prior" of "priority", "maxim" of "maximum".
const shortestPart = 6

// Masker knows the names of hidden participants, and finds them inside sources,
// paths and messages. The zero value and nil know none.
type Masker struct {
	names   map[string]name   // by their pieces, folded and joined
	exact   map[string]string // labels of what is found as it is written alone, by what is folded
	parts   []part            // what is found inside words too
	longest int               // bytes of the longest key of both maps
}

type name struct {
	pieces int
	label  string // what to show instead
}

type part struct{ text, label string }

// NameMatch is a name found in a text.
type NameMatch struct {
	Start, End int    // bytes
	Label      string // "Participant 17", or another that tells no name
}

// NewMasker returns what finds the names of those participants who are hidden,
// and their addresses. Of those in whole, each word of a name is looked for too,
// the longer ones also inside other words, and their affiliations, sites and
// seats: they are the ones whose programs are shown.
func NewMasker(participants []contest.Participant, whole ...int64) *Masker {
	t := &Masker{names: make(map[string]name), exact: make(map[string]string)}
	for _, p := range participants {
		if !p.Hidden {
			continue
		}
		label := Label(p.Number)
		t.add(p.Name, label)
		t.addExact(p.Address, "address of "+label)
		if slices.Contains(whole, p.ID) {
			for word := range strings.FieldsFuncSeq(p.Name, func(r rune) bool { return kindOf(r) == other }) {
				t.add(word, label)
				for letters := range strings.FieldsFuncSeq(word, unicode.IsDigit) {
					t.addPart(letters, label)
				}
			}
			t.add(p.Affiliation, "affiliation of "+label)
			t.add(p.Site, "site of "+label)
			t.addExact(p.Seat, "seat of "+label)
		}
	}
	return t
}

// add notes a name. Of two participants with the same, the first one's label is
// shown.
func (t *Masker) add(text, label string) {
	list := pieces(text)
	var key strings.Builder
	for _, p := range list {
		key.WriteString(fold(text[p.start:p.end]))
	}
	k := key.String()
	if !strings.ContainsFunc(k, unicode.IsLetter) {
		t.addExact(text, label) // or 1, 23, 45 were 12345
		return
	}
	if utf8.RuneCountInString(k) < shortestName {
		return
	}
	if _, known := t.names[k]; !known {
		t.names[k] = name{len(list), label}
		t.longest = max(t.longest, len(k))
	}
}

// addExact notes what is found only with the same characters between its
// pieces, as numbers, addresses and seats: "row-7" is not "row[7]".
func (t *Masker) addExact(text, label string) {
	list := pieces(text)
	if len(list) == 0 {
		return
	}
	k := fold(text[list[0].start:list[len(list)-1].end])
	letters := strings.ContainsFunc(k, unicode.IsLetter)
	if letters && utf8.RuneCountInString(k) < shortestName || !letters && digits(k) < shortestNumber {
		return
	}
	if _, known := t.exact[k]; !known {
		t.exact[k] = label
		t.longest = max(t.longest, len(k))
	}
}

// addPart notes a part of a name that is found inside words too.
func (t *Masker) addPart(text, label string) {
	t.add(text, label)
	if text = fold(text); len(text) >= shortestPart {
		t.parts = append(t.parts, part{text, label})
	}
}

func digits(text string) (n int) {
	for _, r := range text {
		if unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

// Find returns where names stand in a text, in its order, none over another; of
// those that begin together the longest. Neither case matters nor accents,
// however they are encoded, nor what stands between the pieces of a name, if it
// is on one line: "JOSE_GARCIA", "joseGarcia2" and "JoseGarcia" all hold José
// García.
func (t *Masker) Find(text string) []NameMatch {
	if t == nil || len(t.names)+len(t.exact) == 0 {
		return nil
	}
	var found []NameMatch
	list := pieces(text)
	for i := 0; i < len(list); i++ {
		if last, label := t.at(text, list[i:]); label != "" {
			found = append(found, NameMatch{list[i].start, list[i+last].end, label})
			i += last
		} else {
			found = append(found, t.inside(text, list[i])...)
		}
	}
	return found
}

// inside returns the parts of names that stand inside a piece of a text, in its
// order.
func (t *Masker) inside(text string, p piece) (found []NameMatch) {
	if p.end-p.start < shortestPart || len(t.parts) == 0 {
		return nil
	}
	if whole := fold(text[p.start:p.end]); !slices.ContainsFunc(t.parts, func(one part) bool { return strings.Contains(whole, one.text) }) {
		return nil
	}
	var folded strings.Builder
	var at []int // where each byte of folded is from
	for i, r := range text[p.start:p.end] {
		folded.WriteString(fold(string(r)))
		for len(at) < folded.Len() {
			at = append(at, p.start+i)
		}
	}
	at = append(at, p.end)
	for rest := folded.String(); ; {
		from := len(at) - 1 - len(rest)
		first, of := -1, part{}
		for _, one := range t.parts {
			if i := strings.Index(rest, one.text); i >= 0 && (first < 0 || i < first || i == first && len(one.text) > len(of.text)) {
				first, of = i, one
			}
		}
		if first < 0 {
			return found
		}
		found = append(found, NameMatch{at[from+first], at[from+first+len(of.text)], of.label})
		rest = rest[first+len(of.text):]
	}
}

// at returns the longest name that the first of some pieces of a text begin, by
// the last piece of it; label is "" where there is none.
func (t *Masker) at(text string, list []piece) (last int, label string) {
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
		if len(t.exact) > 0 {
			if as, ok := t.exact[fold(text[list[0].start:p.end])]; ok {
				last, label = i, as
			}
		}
	}
	return last, label
}

// Replace writes the labels instead of the names.
func (t *Masker) Mask(text string) string {
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
