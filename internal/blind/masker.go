package blind

import (
	"cmp"
	_ "embed"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/ojcheck/ojcheck/internal/contest"
)

const (
	// shortestName is the length in characters of the shortest masked name. "a" or "17" identify nobody.
	shortestName = 3
	// shortestNumber is the length of the shortest masked number, such as a student number.
	shortestNumber = 5
	// shortestInnerWord is the length in bytes of the shortest masked word inside longer words, such as
	// the name Zyblonka in "solverofzyblonka". Shorter words occur in ordinary words: "prior" in "priority".
	shortestInnerWord = 6
	// shortestLogin is the length in characters of the shortest masked login, such as "jsmith".
	shortestLogin = 5
	// maxLoginWords is the number of words up to which a name may be a person's, who has a login.
	maxLoginWords = 6
	// maxCounter is the length of the longest number that is part of everyday code, as in "max2".
	maxCounter = 2
	// maxSeparator is the length in characters of the longest text between two pieces of a name, such as " - ".
	maxSeparator = 3
)

// Masker finds and replaces the names of hidden participants in sources, paths and messages. A Masker
// never changes. Build one masker for each contest with [Labels.NewMasker], which reads all
// participants. For each program or pair, derive a masker from the contest's masker with
// [Masker.ForSides] or [Masker.ForParticipants], which is cheap. The zero value and nil mask nothing.
type Masker struct {
	labels        Labels
	base          *Masker                       // the contest's masker, for names that this masker does not have; nil for none
	people        map[int64]contest.Participant // by ID, hidden or not
	names         map[key]name
	words         []nameWord // words that are masked also inside longer words; includes the words of base
	longest       int        // bytes of the longest key.text, here and in base
	saysSomebody  bool       // "Somebody" replaces each name, without a number
	skipsEveryday bool       // a name that is one word of everyday code is not masked, unless it isOwn
	contestID     int64      // the contest of the masked program; 0 for other texts. See ForProgram
	notes         *Masker    // the result of ForNotes; nil in a masker with a base
}

// key identifies a name.
type key struct {
	text    string // the folded pieces of the name (see pieces and fold), joined without separators; if isExact, with them
	isExact bool   // the name matches only with equal separators
}

type name struct {
	maxGaps  int    // a match has at most this many separators between its pieces
	label    string // the text to show instead
	everyday int    // number of its words if all are of everyday code, as in "Long" and "HashMap2"; else 0
	isOwn    bool   // the masker is derived for the name's participant

	contestID int64 // of the participant
	isPart    bool  // it is a word of the participant's name, or a fact about them
	next      *name // the same name in another contest; nil for none
}

// as returns n with another label.
func (n name) as(label string) name {
	n.label = label
	return n
}

// nameWord is a word of a name; text is folded.
type nameWord struct {
	text string
	name
}

// NameMatch is a name found in a text.
type NameMatch struct {
	Start, End int    // bytes
	Label      string // "Participant 17", or another text without a name
}

// NewMasker returns a masker for names, former names and addresses of hidden participants. If two participants have the same
// name, it gets the label of the first; a name comes before a former name.
func (l Labels) NewMasker(participants []contest.Participant) *Masker {
	m := &Masker{labels: l, people: make(map[int64]contest.Participant, len(participants)), names: make(map[key]name)}
	m.notes = &Masker{labels: l, base: m, names: make(map[key]name), saysSomebody: true, skipsEveryday: true}
	for _, p := range participants {
		m.people[p.ID] = p
	}
	for _, p := range withOtherNames(participants) {
		if p.Hidden {
			who := name{label: l.Participant(p.Number), contestID: p.ContestID}
			m.add(p.Name, who)
			m.addExact(p.Address, who.as(l.text("address of %s", who.label)))
			m.notes.add(p.Affiliation, who)
			m.notes.add(p.Site, who)
			m.notes.addExact(p.Seat, who)
		}
	}
	m.notes.longest = max(m.notes.longest, m.longest)
	return m
}

// withOtherNames returns participants and, for each of their former names and for each name in another spelling, another one who
// has that name and no facts.
func withOtherNames(participants []contest.Participant) []contest.Participant {
	list := slices.Clip(participants) // copied only if something is added
	for _, p := range participants {
		add := func(name string) {
			list = append(list, contest.Participant{ID: p.ID, ContestID: p.ContestID, Number: p.Number, Hidden: p.Hidden, Name: name})
		}
		for i, name := range slices.Concat([]string{p.Name}, p.FormerNames) {
			if i > 0 {
				add(name)
			}
			for _, spelling := range []*strings.Replacer{asciiSpelling, shortSpelling} {
				if spelled := spelling.Replace(norm.NFC.String(name)); spelled != name {
					add(spelled)
				}
			}
		}
	}
	return list
}

// asciiSpelling spells names as people do who have no such letters: "Müller" is also "Mueller". [fold] makes it "muller".
var asciiSpelling = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "å", "aa", "ø", "oe", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue", "Å", "Aa", "Ø", "Oe")

// shortSpelling undoes asciiSpelling, because a text may have the letters that the list of participants lacks: "Mueller" is also
// "muller", the folded form of "Müller".
var shortSpelling = strings.NewReplacer("ae", "a", "oe", "o", "ue", "u", "aa", "a", "Ae", "A", "Oe", "O", "Ue", "U", "Aa", "A",
	"AE", "A", "OE", "O", "UE", "U", "AA", "A")

// ForSides is [Masker.ForParticipants] for the participants of sides.
func (m *Masker) ForSides(sides ...contest.Side) *Masker {
	participants := make([]contest.Participant, len(sides))
	for i, s := range sides {
		participants[i] = contest.Participant{ID: s.ParticipantID, ContestID: s.ContestID, Hidden: s.Hidden, Number: s.Number}
	}
	return m.ForParticipants(participants...)
}

// ForParticipants returns a masker for texts by or about the given participants. If they are hidden, it also masks their
// affiliation, site, seat and each word of their names, long words also inside other words, and in comments and strings usual
// logins. The names of
// the given participants take precedence over equal names of others. For participants that [Labels.NewMasker]
// knows, ID, Hidden and Number are enough.
func (m *Masker) ForParticipants(participants ...contest.Participant) *Masker {
	if m == nil {
		m = &Masker{}
	}
	l := m.labels
	derived := &Masker{labels: l, base: m, people: m.people, names: make(map[key]name), words: slices.Clip(m.words), longest: m.longest}
	known := slices.Clone(participants)
	for i, p := range participants {
		if person, ok := m.people[p.ID]; ok {
			person.Hidden, person.Number = p.Hidden, p.Number
			known[i] = person
		}
	}
	for _, p := range withOtherNames(known) {
		if !p.Hidden {
			continue
		}
		label := l.Participant(p.Number)
		who := name{label: label, contestID: p.ContestID, isOwn: true}
		derived.add(p.Name, who)
		derived.addExact(p.Address, who.as(l.text("address of %s", label)))
		part := who
		part.isPart = true
		for word := range strings.FieldsFuncSeq(p.Name, func(r rune) bool { return kindOf(r) == separator }) {
			derived.add(word, part)
			for letters := range strings.FieldsFuncSeq(word, unicode.IsDigit) {
				derived.add(letters, part)
				if text := fold(letters); len(text) >= shortestInnerWord {
					inner := part
					inner.everyday = countEveryday(text)
					derived.words = append(derived.words, nameWord{text, inner})
				}
			}
		}
		derived.addLogins(p.Name, part)
		derived.add(p.Affiliation, part.as(l.text("affiliation of %s", label)))
		derived.add(p.Site, part.as(l.text("site of %s", label)))
		derived.addExact(p.Seat, part.as(l.text("seat of %s", label)))
	}
	return derived
}

// ForProgram returns a masker for the program of a side in a contest. A name of a participant of another contest is "Somebody"
// there, and single words of such a name stay. Otherwise somebody could add a program with a list of names to the contest, and
// see in its pairs with the other contest who has which number.
func (m *Masker) ForProgram(contestID int64) *Masker {
	if m == nil {
		return nil
	}
	masker := *m
	masker.contestID = contestID
	return &masker
}

// ForSources returns a masker for the descriptions of known sources, and for other texts that a user enters. It writes
// "Somebody" for each name that m got from [Labels.NewMasker]: a user who enters a name must not learn the participant's
// number. It does not mask what only [Masker.ForParticipants] masks, such as single words of names and affiliations:
// else a user could enter words, and see from those that are masked whose pair it is.
func (m *Masker) ForSources() *Masker { return m.ofContest().WithoutNumbers() }

// ofContest returns the contest's masker that m is derived from.
func (m *Masker) ofContest() *Masker {
	for m != nil && m.base != nil {
		m = m.base
	}
	return m
}

// ForNotes returns a masker for the notes of reviewers. It is like [Masker.ForSources], but also writes "Somebody" for the
// affiliation, site and seat of every hidden participant.
func (m *Masker) ForNotes() *Masker {
	if m = m.ofContest(); m == nil {
		return nil
	}
	return m.notes
}

// ForStatements returns a masker that writes "Somebody" for each name that m masks. It is for statements and appeals.
func (m *Masker) ForStatements() *Masker {
	masker := m.WithoutNumbers()
	if masker != nil {
		masker.skipsEveryday = true
	}
	return masker
}

// WithoutNumbers returns a copy of m that writes "Somebody" for each name. It is for readers who know some of the masked texts,
// such as their own program: a number in place of a name that they know would tell who has the number.
func (m *Masker) WithoutNumbers() *Masker {
	if m == nil {
		return nil
	}
	masker := *m
	masker.saysSomebody = true
	return &masker
}

// MaskKnownSource masks names in the name, address, licence and path of a known source.
func (m *Masker) MaskKnownSource(s contest.KnownSource) contest.KnownSource {
	m = m.ForSources()
	s.Name, s.URL, s.Licence, s.File.Path = m.Mask(s.Name), m.Mask(s.URL), m.Mask(s.Licence), m.Mask(s.File.Path)
	return s
}

// SourceName masks participants in the name of a known source. If it is beside a hidden participant, the name of a leaked
// program becomes a number, because leaked programs are often named after their author, a participant.
func (m *Masker) SourceName(kind contest.SourceKind, number int, name string, besideHidden bool) string {
	if besideHidden && kind == contest.Leaked {
		var labels Labels // English
		if m != nil {
			labels = m.labels
		}
		return labels.text("source %s", strconv.Itoa(number))
	}
	return m.ForSources().Mask(name)
}

// MaskKnownCode returns k with the name of the source from [Masker.SourceName]; k may be nil.
func (m *Masker) MaskKnownCode(k *contest.KnownCode, besideHidden bool) *contest.KnownCode {
	if k == nil {
		return nil
	}
	masked := *k
	masked.Name = m.SourceName(k.Kind, k.Number, k.Name, besideHidden)
	return &masked
}

// MaskCheckSource masks a known source like [Masker.MaskKnownSource], with the name from [Masker.SourceName]. Beside a hidden
// side, it also replaces the path, and removes the address of a leaked program.
func (m *Masker) MaskCheckSource(s contest.CheckSource, besideHidden bool) contest.CheckSource {
	name := m.SourceName(s.Kind, s.Number, s.Name, besideHidden)
	s.KnownSource = m.MaskKnownSource(s.KnownSource)
	s.Name = name
	if besideHidden {
		s.File.Path = FileLabel(1, s.File.Path)
		if s.Kind == contest.Leaked {
			s.URL = ""
		}
	}
	return s
}

// add adds a name like n. A name without letters must match exactly: "1, 23, 45" is not 12345.
func (m *Masker) add(text string, n name) {
	list := pieces(text)
	var words []string
	for _, p := range list {
		words = append(words, fold(text[p.start:p.end]))
	}
	k := key{text: strings.Join(words, "")}
	if !strings.ContainsFunc(k.text, unicode.IsLetter) {
		m.addExact(text, n)
	} else if utf8.RuneCountInString(k.text) >= shortestName {
		n.maxGaps, n.everyday = len(list)-1, cmp.Or(countEveryday(k.text), countEveryday(words...))
		m.put(k, n)
	}
}

// addLogins adds what people often sign in as: jsmith and smithj for John Smith, vanderberg for Jan van der Berg, minhnv for Nguyễn
// Văn Minh. Like words of everyday code, they are masked only in comments and strings.
func (m *Masker) addLogins(text string, n name) {
	var words []string // folded, and without the apostrophe of "O'Neil"
	for word := range strings.FieldsSeq(fold(text)) {
		if word = strings.Join(strings.FieldsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }), ""); word != "" {
			words = append(words, word)
		}
	}
	if len(words) > maxLoginWords {
		return
	}
	n.everyday, n.maxGaps = 1, len(words)
	for i := 1; i < len(words); i++ {
		logins := []string{strings.Join(words[i:], "")}
		for _, side := range [][2][]string{{words[:i], words[i:]}, {words[i:], words[:i]}} { // the last name may come first
			initials, whole := "", strings.Join(side[1], "")
			for _, word := range side[0] {
				_, size := utf8.DecodeRuneInString(word)
				initials += word[:size]
				logins = append(logins, initials+whole, whole+initials)
			}
		}
		for _, login := range logins {
			if utf8.RuneCountInString(login) >= shortestLogin && countEveryday(login) == 0 {
				m.put(key{text: login}, n)
			}
		}
	}
}

// addExact adds a number, an address or a seat. It matches only with the same separators: "row[7]" does not match "row-7".
func (m *Masker) addExact(text string, n name) {
	list := pieces(text)
	if len(list) == 0 {
		return
	}
	k := key{text: fold(text[list[0].start:list[len(list)-1].end]), isExact: true}
	hasLetters, digits := false, 0
	for _, r := range k.text {
		hasLetters = hasLetters || unicode.IsLetter(r)
		if unicode.IsDigit(r) {
			digits++
		}
	}
	if hasLetters && utf8.RuneCountInString(k.text) >= shortestName || !hasLetters && digits >= shortestNumber {
		n.maxGaps = math.MaxInt // the key has the separators, so their number needs no limit
		m.put(k, n)
	}
}

// put adds a name, unless the masker already has the name in the same contest.
func (m *Masker) put(k key, n name) {
	first, ok := m.names[k]
	if !ok {
		m.names[k] = n
		m.longest = max(m.longest, len(k.text))
		return
	}
	last := &first
	for last.contestID != n.contestID && last.next != nil {
		last = last.next
	}
	if last.contestID != n.contestID {
		next := n
		last.next = &next
		m.names[k] = first
	}
}

// lookUp returns the name of a key, in m or in the masker that m is derived from. In a program, a name of the program's contest
// comes first. Else a whole name of another contest gets the label "Somebody", and a part of a name is not found.
func (m *Masker) lookUp(k key) (found name, ok bool) {
	contestID := m.contestID
	for ; m != nil; m = m.base {
		first, has := m.names[k]
		if !has {
			continue
		}
		if contestID == 0 {
			return first, true
		}
		for n := &first; n != nil; n = n.next {
			if n.contestID == contestID {
				return *n, true
			}
			if !n.isPart {
				found, ok = n.as(m.labels.Participant(0)), true
				found.isOwn = false
			}
		}
	}
	return found, ok
}

// Find returns the names in a text, sorted by position, without overlaps. If several names start
// at one position, Find returns the longest name. It ignores case, accents in any encoding, and
// separators between the pieces of a name within one line: "JOSE_GARCIA", "joseGarcia2" and
// "JoseGarcia" all contain José García. In notes, statements and appeals, it omits names that are one word of everyday code,
// except those of participants for whom m was derived: with a participant called "the", no note could be read.
func (m *Masker) Find(text string) []NameMatch {
	return m.find(text, func(n name, _, _ int) bool { return n.everyday != 1 || n.isOwn || !m.skipsEveryday })
}

// FindInProgram is like [Masker.Find], but does not take every word of everyday code for a name: participants are called Hash,
// Out and Max Long, and labels in place of these words would garble most programs and tell who has which number. isCode
// reports whether the byte before end is neither in a comment nor in a string. A name that consists of such words is found
//   - in comments and strings, if m was derived for its participant, or if it has several words;
//   - in code, if m was derived for its participant, and several words are joined to one, as in MaxLong and max_long.
func (m *Masker) FindInProgram(text string, isCode func(end int) bool) []NameMatch {
	return m.find(text, func(n name, start, end int) bool {
		switch {
		case n.everyday == 0:
			return true
		case isCode(end):
			return n.isOwn && n.everyday > 1 && !strings.ContainsFunc(text[start:end], isOutsideIdentifiers)
		}
		return n.isOwn || n.everyday > 1
	})
}

// isOutsideIdentifiers reports whether a character cannot be in an identifier.
func isOutsideIdentifiers(r rune) bool { return kindOf(r) == separator && r != '_' }

// find returns the names in a text for which isName returns true.
func (m *Masker) find(text string, isName func(n name, start, end int) bool) []NameMatch {
	if m == nil || m.longest == 0 {
		return nil
	}
	var matches []NameMatch
	list := pieces(text)
	for i := 0; i < len(list); i++ {
		if last, label := m.longestName(text, list[i:], isName); label != "" {
			matches = append(matches, NameMatch{list[i].start, list[i+last].end, label})
			i += last
		} else {
			matches = append(matches, m.findInside(text, list[i], isName)...)
		}
	}
	for i := range matches {
		if m.saysSomebody {
			matches[i].Label = m.labels.Participant(0)
		}
	}
	return matches
}

// findInside returns the words of names inside a piece that isName accepts, from left to right. If several words start at one
// position, it returns the longest.
func (m *Masker) findInside(text string, p piece, isName func(n name, start, end int) bool) (matches []NameMatch) {
	if p.end-p.start < shortestInnerWord || len(m.words) == 0 {
		return nil
	}
	whole := fold(text[p.start:p.end])
	if !slices.ContainsFunc(m.words, func(w nameWord) bool { return strings.Contains(whole, w.text) }) {
		return nil
	}
	var folded strings.Builder
	var origins []int // for each byte of folded, the offset in text
	for i, r := range text[p.start:p.end] {
		folded.WriteString(fold(string(r)))
		for len(origins) < folded.Len() {
			origins = append(origins, p.start+i)
		}
	}
	origins = append(origins, p.end)
	for rest := folded.String(); ; {
		offset := len(origins) - 1 - len(rest) // of rest in folded
		first, best := -1, nameWord{}
		for _, word := range m.words {
			if m.contestID != 0 && m.contestID != word.contestID {
				continue
			}
			i := strings.Index(rest, word.text)
			if i >= 0 && (first < 0 || i < first || i == first && len(word.text) > len(best.text)) &&
				isName(word.name, origins[offset+i], origins[offset+i+len(word.text)]) {
				first, best = i, word
			}
		}
		if first < 0 {
			return matches
		}
		matches = append(matches, NameMatch{origins[offset+first], origins[offset+first+len(best.text)], best.label})
		rest = rest[first+len(best.text):]
	}
}

// longestName returns the label of the longest name at the start of a list of pieces that isName accepts, and the index of the
// name's last piece. The label is "" if no name is there.
func (m *Masker) longestName(text string, list []piece, isName func(n name, start, end int) bool) (last int, label string) {
	var joined strings.Builder
	gaps := 0
	for i, p := range list {
		if i > 0 {
			between := text[list[i-1].end:p.start]
			if utf8.RuneCountInString(between) > maxSeparator || strings.ContainsAny(between, "\r\n") {
				break
			}
			if between != "" {
				gaps++
			}
		}
		joined.WriteString(fold(text[p.start:p.end]))
		if joined.Len() > m.longest {
			break
		}
		for _, k := range [...]key{{text: joined.String()}, {text: fold(text[list[0].start:p.end]), isExact: true}} {
			n, ok := m.lookUp(k)
			if ok && gaps <= n.maxGaps && isName(n, list[0].start, p.end) { // "to be" does not match the name Tobe
				last, label = i, n.label
			}
		}
	}
	return last, label
}

// Mask replaces each name in a text by a label.
func (m *Masker) Mask(text string) string { return replace(text, m.Find(text)) }

// MaskInProgram replaces each name in a part of a program by a label, see [Masker.FindInProgram]. The part is either code, or a
// comment or a string.
func (m *Masker) MaskInProgram(text string, isCode bool) string {
	return replace(text, m.FindInProgram(text, func(int) bool { return isCode }))
}

func replace(text string, names []NameMatch) string {
	var b strings.Builder
	end := 0
	for _, match := range names {
		b.WriteString(text[end:match.Start])
		b.WriteString(match.Label)
		end = match.End
	}
	b.WriteString(text[end:])
	return b.String()
}

// fold returns a piece in lower case, without accents, in Unicode's compatibility decomposition (UAX 15).
func fold(piece string) string {
	if strings.IndexFunc(piece, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return strings.ToLower(piece)
	}
	return undecomposed.Replace(strings.Map(func(r rune) rune {
		if unicode.IsMark(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(piece)))
}

// undecomposed spells Latin letters that Unicode does not decompose, as people write them in ASCII.
var undecomposed = strings.NewReplacer("ł", "l", "đ", "d", "ð", "d", "ø", "o", "ħ", "h", "ŧ", "t", "ı", "i", "ß", "ss", "æ", "ae", "œ", "oe", "þ", "th", "ə", "e", "ŋ", "n")

//go:embed words.txt
var everydayText string

// everydayWords has about a thousand words that are in the programs of many people, or of programming languages, folded.
var everydayWords = sync.OnceValue(func() map[string]bool {
	words := make(map[string]bool)
	for word := range strings.FieldsSeq(everydayText) {
		words[word] = true
	}
	return words
})

// countEveryday returns the number of words if all are of everyday code; else 0. It ignores short numbers, as in "max2".
func countEveryday(words ...string) (n int) {
	for _, word := range words {
		if everydayWords()[word] {
			n++
		} else if len(word) > maxCounter || strings.Trim(word, "0123456789") != "" {
			return 0
		}
	}
	return n
}

// piece is a part of a compound word: "ada_LoveLace7" has the pieces ada, Love, Lace and 7.
type piece struct{ start, end int } // offsets in bytes

// pieces cuts a text at separators, and where the kind of its characters changes.
func pieces(text string) []piece {
	var list []piece
	start, previous := -1, separator
	for i, r := range text {
		k := kindOf(r)
		if k == mark && previous != separator {
			continue // an accent of the letter before it
		}
		if start >= 0 && k != previous && !(previous == upper && k == lower) {
			list = append(list, piece{start, i})
			start = -1
		}
		if start < 0 && k != separator {
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
	separator kind = iota
	lower          // includes letters without case
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
	return separator
}
