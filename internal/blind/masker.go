package blind

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/ojcheck/ojcheck/internal/contest"
)

const (
	// shortestName is the length in characters of the shortest name, or word of a
	// name, that is masked. Shorter ones, such as "a" or "17", are common in
	// programs and identify nobody.
	shortestName = 3
	// shortestNumber is the length of the shortest name that is masked if it has only
	// digits, such as a student number.
	shortestNumber = 5
	// shortestPart is the length in bytes of the shortest word of a name that is
	// masked inside longer words, such as "solverofzyblonka". Shorter ones are
	// parts of ordinary words: "prior" of "priority", "maxim" of "maximum".
	shortestPart = 6
)

// Masker finds and replaces the names of hidden participants in sources, paths
// and messages. It never changes after it is built and is safe for concurrent
// use: build one per contest with [NewMasker], which reads all participants, and
// derive one for each program or pair with [Masker.ForSides] or
// [Masker.ForParticipants], which is cheap. The zero value and nil mask nothing.
type Masker struct {
	base    *Masker                       // looks up names that this one does not have; nil for none
	people  map[int64]contest.Participant // by ID, hidden or not
	names   map[string]name               // by the joined, folded pieces
	exact   map[string]string             // labels by folded text; separators must be the same
	parts   []part                        // also found inside words; with those of base
	longest int                           // bytes of the longest key of names and exact, here and in base
}

type name struct {
	pieces int
	label  string // the text to show instead
}

type part struct{ text, label string }

// NameMatch is a name found in a text.
type NameMatch struct {
	Start, End int    // bytes
	Label      string // "Participant 17", or another text without a name
}

// NewMasker returns a masker for the names and addresses of those participants who
// are hidden. If two have the same name, it shows the first one's label.
func NewMasker(participants []contest.Participant) *Masker {
	m := &Masker{people: make(map[int64]contest.Participant, len(participants)), names: make(map[string]name), exact: make(map[string]string)}
	for _, p := range participants {
		m.people[p.ID] = p
		if p.Hidden {
			label := Label(p.Number)
			m.add(p.Name, label)
			m.addExact(p.Address, "address of "+label)
		}
	}
	return m
}

// ForSides is [Masker.ForParticipants] for the participants of the sides, with
// Hidden and Number from the sides.
func (m *Masker) ForSides(sides ...contest.Side) *Masker {
	participants := make([]contest.Participant, len(sides))
	for i, s := range sides {
		participants[i] = contest.Participant{ID: s.ParticipantID, Hidden: s.Hidden, Number: s.Number}
	}
	return m.ForParticipants(participants...)
}

// ForParticipants returns a masker for texts by the given participants or about
// them. For hidden ones it also masks each word of the name, long words even inside
// other words, and affiliation, site and seat. These take precedence over the names
// of others. If [NewMasker] had the participant, only ID, Hidden and Number matter.
func (m *Masker) ForParticipants(participants ...contest.Participant) *Masker {
	if m == nil {
		m = &Masker{}
	}
	focused := &Masker{base: m, people: m.people, parts: slices.Clip(m.parts), longest: m.longest, names: make(map[string]name), exact: make(map[string]string)}
	for _, p := range participants {
		if !p.Hidden {
			continue
		}
		label := Label(p.Number)
		if person, ok := m.people[p.ID]; ok {
			p = person
		}
		focused.add(p.Name, label)
		focused.addExact(p.Address, "address of "+label)
		for word := range strings.FieldsFuncSeq(p.Name, func(r rune) bool { return kindOf(r) == other }) {
			focused.add(word, label)
			for letters := range strings.FieldsFuncSeq(word, unicode.IsDigit) {
				focused.addPart(letters, label)
			}
		}
		focused.add(p.Affiliation, "affiliation of "+label)
		focused.add(p.Site, "site of "+label)
		focused.addExact(p.Seat, "seat of "+label)
	}
	return focused
}

// add adds a name, unless the masker has it already.
func (m *Masker) add(text, label string) {
	list := pieces(text)
	var key strings.Builder
	for _, p := range list {
		key.WriteString(fold(text[p.start:p.end]))
	}
	k := key.String()
	if !strings.ContainsFunc(k, unicode.IsLetter) {
		m.addExact(text, label) // otherwise "1, 23, 45" would match 12345
		return
	}
	if utf8.RuneCountInString(k) < shortestName {
		return
	}
	if _, ok := m.names[k]; !ok {
		m.names[k] = name{len(list), label}
		m.longest = max(m.longest, len(k))
	}
}

// addExact adds a number, an address or a seat. It matches only with the same
// characters between its pieces: "row-7" is not "row[7]".
func (m *Masker) addExact(text, label string) {
	list := pieces(text)
	if len(list) == 0 {
		return
	}
	k := fold(text[list[0].start:list[len(list)-1].end])
	letters := strings.ContainsFunc(k, unicode.IsLetter)
	if letters && utf8.RuneCountInString(k) < shortestName || !letters && digits(k) < shortestNumber {
		return
	}
	if _, ok := m.exact[k]; !ok {
		m.exact[k] = label
		m.longest = max(m.longest, len(k))
	}
}

// addPart adds a word of a name, to mask it inside other words too.
func (m *Masker) addPart(text, label string) {
	m.add(text, label)
	if text = fold(text); len(text) >= shortestPart {
		m.parts = append(m.parts, part{text, label})
	}
}

// name looks up a name by its joined, folded pieces.
func (m *Masker) name(key string) (name, bool) {
	for ; m != nil; m = m.base {
		if n, ok := m.names[key]; ok {
			return n, true
		}
	}
	return name{}, false
}

// exactLabel returns the label of a folded text; "" if there is none.
func (m *Masker) exactLabel(folded string) string {
	for ; m != nil; m = m.base {
		if label, ok := m.exact[folded]; ok {
			return label
		}
	}
	return ""
}

func digits(text string) (n int) {
	for _, r := range text {
		if unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

// Find returns the names in a text in order, without overlaps. If several start at one
// place, it takes the longest. It ignores case, accents in any encoding, and
// separators between the pieces of a name within one line: "JOSE_GARCIA",
// "joseGarcia2" and "JoseGarcia" all contain José García.
func (m *Masker) Find(text string) []NameMatch {
	if m == nil || m.longest == 0 {
		return nil
	}
	var matches []NameMatch
	list := pieces(text)
	for i := 0; i < len(list); i++ {
		if last, label := m.longestName(text, list[i:]); label != "" {
			matches = append(matches, NameMatch{list[i].start, list[i+last].end, label})
			i += last
		} else {
			matches = append(matches, m.findInside(text, list[i])...)
		}
	}
	return matches
}

// findInside returns the parts of names inside a piece of a text, in order.
func (m *Masker) findInside(text string, p piece) (matches []NameMatch) {
	if p.end-p.start < shortestPart || len(m.parts) == 0 {
		return nil
	}
	if whole := fold(text[p.start:p.end]); !slices.ContainsFunc(m.parts, func(part part) bool { return strings.Contains(whole, part.text) }) {
		return nil
	}
	var folded strings.Builder
	var origins []int // for each byte of folded, its offset in text
	for i, r := range text[p.start:p.end] {
		folded.WriteString(fold(string(r)))
		for len(origins) < folded.Len() {
			origins = append(origins, p.start+i)
		}
	}
	origins = append(origins, p.end)
	for rest := folded.String(); ; {
		offset := len(origins) - 1 - len(rest)
		first, best := -1, part{}
		for _, part := range m.parts {
			if i := strings.Index(rest, part.text); i >= 0 && (first < 0 || i < first || i == first && len(part.text) > len(best.text)) {
				first, best = i, part
			}
		}
		if first < 0 {
			return matches
		}
		matches = append(matches, NameMatch{origins[offset+first], origins[offset+first+len(best.text)], best.label})
		rest = rest[first+len(best.text):]
	}
}

// longestName returns the longest name that starts with the first piece: the
// index of its last piece and its label, which is "" if there is none.
func (m *Masker) longestName(text string, list []piece) (last int, label string) {
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
		if key.Len() > m.longest {
			break
		}
		// A match may not have more gaps than the name: "to be" is not Tobe.
		if n, ok := m.name(key.String()); ok && gaps < n.pieces {
			last, label = i, n.label
		}
		if l := m.exactLabel(fold(text[list[0].start:p.end])); l != "" {
			last, label = i, l
		}
	}
	return last, label
}

// Mask replaces the names in a text with their labels.
func (m *Masker) Mask(text string) string {
	var b strings.Builder
	end := 0
	for _, match := range m.Find(text) {
		b.WriteString(text[end:match.Start])
		b.WriteString(match.Label)
		end = match.End
	}
	b.WriteString(text[end:])
	return b.String()
}

// fold returns a piece in lower case, without accents and in Unicode's
// compatibility decomposition (UAX 15), in which é is the same whether written as one
// code point or two.
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

// piece is a part of a compound word: "ada_LoveLace7" has the pieces ada, Love, Lace and 7.
type piece struct{ start, end int }

func pieces(text string) []piece {
	var list []piece
	start, previous := -1, other
	for i, r := range text {
		k := kindOf(r)
		if k == mark && previous != other {
			continue // an accent of the letter before it
		}
		if start >= 0 && k != previous && !(previous == upper && k == lower) {
			list = append(list, piece{start, i})
			start = -1
		}
		if start < 0 && k != other {
			start = i
		}
		previous = k
	}
	if start >= 0 {
		list = append(list, piece{start, len(text)})
	}
	return list
}

// kind classifies a character for cutting words into pieces.
type kind int

const (
	other kind = iota
	lower      // includes letters without case
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
