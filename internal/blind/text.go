package blind

import (
	"cmp"
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
	// byWord holds the names by their first word, the longest first.
	byWord map[string][]name
}

type name struct {
	words []string // folded
	label string   // what to show instead
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
	t := &Text{byWord: make(map[string][]name)}
	for _, p := range participants {
		if !p.Hidden {
			continue
		}
		label := Name(p.Number)
		t.add(p.Name, label)
		t.add(joined(p.Name), label)
		if slices.Contains(whole, p.ID) {
			for _, word := range words(p.Name) {
				t.add(p.Name[word.start:word.end], label)
			}
			t.add(p.Affiliation, "affiliation of "+label)
			t.add(p.Address, "address of "+label)
		}
	}
	for _, list := range t.byWord {
		slices.SortStableFunc(list, func(a, b name) int {
			return cmp.Or(cmp.Compare(len(b.words), len(a.words)), cmp.Compare(a.label, b.label))
		})
	}
	return t
}

func (t *Text) add(text, label string) {
	var list []string
	letters := 0
	for _, w := range words(text) {
		list = append(list, fold(text[w.start:w.end]))
		letters += strings.IndexFunc(text[w.start:w.end], unicode.IsLetter) + 1
	}
	if len(list) == 0 || letters == 0 || utf8.RuneCountInString(strings.TrimSpace(text)) < shortestName {
		return
	}
	t.byWord[list[0]] = append(t.byWord[list[0]], name{list, label})
}

// joined is a name as a class or a variable may have it, "AdaLovelace"; "" for one
// of a single word.
func joined(name string) string {
	list := words(name)
	if len(list) < 2 {
		return ""
	}
	var b strings.Builder
	for _, w := range list {
		b.WriteString(name[w.start:w.end])
	}
	return b.String()
}

// Find returns where names stand in a text, in its order, none over another.
// Neither case matters nor accents, however they are encoded, nor what stands
// between the words of a name, if it is on one line: "JOSE_GARCIA" is José
// García.
func (t *Text) Find(text string) []Found {
	if t == nil || len(t.byWord) == 0 {
		return nil
	}
	var found []Found
	list := words(text)
	for i := 0; i < len(list); i++ {
		for _, n := range t.byWord[fold(text[list[i].start:list[i].end])] {
			if n.at(text, list[i:]) {
				last := i + len(n.words) - 1
				found = append(found, Found{list[i].start, list[last].end, n.label})
				i = last
				break
			}
		}
	}
	return found
}

// at reports whether a name stands at the first of some words of a text.
func (n name) at(text string, list []word) bool {
	if len(list) < len(n.words) {
		return false
	}
	for i, want := range n.words {
		w := list[i]
		if i > 0 {
			between := text[list[i-1].end:w.start]
			if utf8.RuneCountInString(between) > 3 || strings.ContainsAny(between, "\r\n") {
				return false
			}
		}
		if fold(text[w.start:w.end]) != want {
			return false
		}
	}
	return true
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

// fold makes words equal that are one name: in lower case, without accents and
// in the compatibility decomposition of Unicode (UAX 15), by which a letter with
// an accent is the same in one code point as in two.
func fold(word string) string {
	if strings.IndexFunc(word, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return strings.ToLower(word)
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsMark(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(word))
}

// word is a run of letters and digits.
type word struct{ start, end int }

func words(text string) []word {
	var list []word
	start := -1
	for i, r := range text {
		switch in := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r); {
		case in && start < 0:
			start = i
		case !in && start >= 0:
			list = append(list, word{start, i})
			start = -1
		}
	}
	if start >= 0 {
		list = append(list, word{start, len(text)})
	}
	return list
}
