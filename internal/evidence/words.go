package evidence

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
)

// joinTexts joins texts by commas: "120 tokens, moved". It omits empty ones.
func joinTexts(p *i18n.Printer, texts ...string) string { return joinNonEmpty(p.T(", "), texts...) }

func joinNonEmpty(separator string, list ...string) string {
	return strings.Join(slices.DeleteFunc(list, func(s string) bool { return s == "" }), separator)
}

// summary says in one line how much the programs share.
func (v View) summary(p *i18n.Printer) string {
	switch len(v.Matches) {
	case 0:
		return p.T("no matches")
	case 1:
		return p.T("1 match of %d tokens", v.Tokens())
	}
	return joinTexts(p, p.T("%d matches", len(v.Matches)), p.T("%d tokens", v.Tokens()),
		p.T("longest %s", i18n.Number(p, v.Longest())))
}

func (m Match) sizeText(p *i18n.Printer) string {
	tokens := p.T("%d tokens", m.Tokens)
	if m.Pieces > 1 {
		return p.T("%s in %d pieces", tokens, m.Pieces)
	}
	return tokens
}

// about says how much is equal, how rare it is, and how the two sides differ: "120 tokens in 3 pieces, unique
// to this pair: renamed (4 names), moved".
func (m Match) about(p *i18n.Printer) string {
	return p.T("%s: %s", m.SizeAndRarity(p), m.changesText(p))
}

// SizeAndRarity says how much is equal, and how rare it is.
func (m Match) SizeAndRarity(p *i18n.Printer) string {
	return joinTexts(p, m.sizeText(p), m.othersText(p))
}

func (m Match) changesText(p *i18n.Printer) string {
	texts := make([]string, len(m.Changes))
	for i, c := range m.Changes {
		texts[i] = c.text(p)
	}
	return joinTexts(p, texts...)
}

// OddityText describes the first oddity, and counts the others; "" if there are none.
func (v View) OddityText(p *i18n.Printer) string {
	if len(v.Oddities) == 0 {
		return ""
	}
	first := v.Oddities[0]
	words := p.T(oddityTexts[first.Kind].plain, text.Shorten(first.Text, maxHeaderText))
	if more := len(v.Oddities) - 1; more > 0 {
		return p.T("%s and %d more", words, more)
	}
	return words
}

func (pane Pane) summary(p *i18n.Printer) string {
	files := ""
	if len(pane.Files) > 1 {
		files = p.T("%d files", len(pane.Files))
	}
	return joinNonEmpty(" · ", pane.Language, p.T("%d lines", pane.lines()), files, text.Visible(string(pane.Verdict)))
}

// FamilyName returns the name of a family of languages for people: "C++" for "c++", which includes C. An
// unknown family keeps its name.
func FamilyName(p *i18n.Printer, family string) string {
	if family == contest.AcrossLanguages {
		return p.T("across languages")
	}
	return LanguageName(family)
}

// LanguageName returns the name of a language for people: "C++" for "cpp". An unknown language keeps its
// name.
func LanguageName(language string) string {
	if l, ok := lexer.ByName(language); ok {
		return l.Name
	}
	return language
}

// Languages returns the name of the language of a pair, or of both languages: "C++", or "C++ / Java".
func Languages(p *i18n.Printer, pair contest.Pair) string {
	if pair.AcrossLanguages() {
		return LanguageName(pair.Left.Language) + " / " + LanguageName(pair.Right.Language)
	}
	return FamilyName(p, pair.Language)
}

// PairLanguage is like Languages, with words before two languages: "across languages: C++ / Java".
func PairLanguage(p *i18n.Printer, pair contest.Pair) string {
	if pair.AcrossLanguages() {
		return p.T("across languages: %s", Languages(p, pair))
	}
	return Languages(p, pair)
}

// rangeText describes a range: "lines 3 to 9", with the file if there are several files.
func (pane Pane) rangeText(p *i18n.Printer, r Range) string {
	name, first, last := pane.fileName(r.File), strconv.Itoa(r.First), strconv.Itoa(r.Last)
	switch {
	case name == "" && r.First == r.Last:
		return p.T("line %s", first)
	case name == "":
		return p.T("lines %s to %s", first, last)
	case r.First == r.Last:
		return p.T("line %s of %s", first, name)
	}
	return p.T("lines %s to %s of %s", first, last, name)
}

// shortRange describes a range in the words of the page, for users of voice control: "lines 3–9", or "a.cpp
// 3–9" if the program has several files.
func (pane Pane) shortRange(p *i18n.Printer, r Range) string {
	if name := pane.fileName(r.File); name != "" {
		return name + " " + r.short()
	}
	return p.T("lines %s", r.short())
}

// fileName returns the path of a file, without the folder that has all files of the program; "" for the only
// file.
func (pane Pane) fileName(index int) string {
	if len(pane.Files) < 2 {
		return ""
	}
	return text.Visible(strings.TrimPrefix(pane.Files[index].Path, pane.Folder+"/"))
}

func (r Range) short() string {
	if r.First == r.Last {
		return strconv.Itoa(r.First)
	}
	return fmt.Sprintf("%d–%d", r.First, r.Last)
}

// othersText says how many other participants have a match; "" if not counted.
func (m Match) othersText(p *i18n.Printer) string {
	switch {
	case m.OtherParticipants == nil:
		return ""
	case *m.OtherParticipants == 0 && m.InSource:
		return p.T("in a known source")
	case *m.OtherParticipants == 0:
		return p.T("unique to this pair")
	}
	return p.T("also in %d others", *m.OtherParticipants)
}

// othersLegend explains “also in N others” and “unique to this pair” if the view has them; "" if it has neither.
func (v View) othersLegend(p *i18n.Printer) string {
	var hasOthers, hasNone bool
	for _, m := range v.Matches {
		if m.OtherParticipants != nil {
			hasOthers = hasOthers || *m.OtherParticipants > 0
			hasNone = hasNone || *m.OtherParticipants == 0 && !m.InSource
		}
	}
	var sentences []string
	if hasOthers {
		sentences = append(sentences, p.T("“Also in N others” (+N in the programs): "+
			"N other participants %s have the rarest passage of the match. "+
			"At least as many have each of its other passages.", v.OthersClause))
	}
	if hasNone {
		sentences = append(sentences, p.T("“Unique to this pair”: "+
			"no other participant %s has the rarest passage of the match.", v.OthersClause))
	}
	return p.Sentences(sentences...)
}

// Outdated says that check and view have different versions of the algorithm; "" if the versions are equal.
func (v View) Outdated(p *i18n.Printer) string {
	if v.CheckAlgorithm == "" {
		return ""
	}
	return p.T("This check was made by another version of the comparison (%s; now %s). "+
		"The matches shown may differ from those that its scores count. "+
		"Check the contest again to see the matches that its scores count.",
		text.Visible(v.CheckAlgorithm), text.Visible(v.ViewAlgorithm))
}

// RarestMatch returns the match that the fewest other participants have. Of equally rare matches, it takes
// the longest. ok is false if there are no matches, or if other participants were not counted.
func (v View) RarestMatch() (rarest Match, ok bool) {
	counted := slices.DeleteFunc(slices.Clone(v.Matches), func(m Match) bool { return m.OtherParticipants == nil })
	if len(counted) == 0 {
		return rarest, false
	}
	return slices.MinFunc(counted, func(a, b Match) int {
		return cmp.Or(cmp.Compare(*a.OtherParticipants, *b.OtherParticipants), cmp.Compare(b.Tokens, a.Tokens))
	}), true
}

// Anchor returns the id of a match in the left program.
func (v View) Anchor(m Match) string { return v.anchor(leftSide, m.Number) }

// ParticipantName names the participant of a side, with the contest if it is an earlier one: in blind review both sides may
// be "Participant 5".
func ParticipantName(p *i18n.Printer, s contest.Side) string {
	if s.Contest == "" {
		return text.Visible(s.Participant)
	}
	return p.T("%s from %s", text.Visible(s.Participant), text.Visible(s.Contest))
}

// EarlierContest returns the contest and the problem of a side from an earlier contest; "" for a side of the
// checked contest.
func EarlierContest(p *i18n.Printer, s contest.Side) string {
	if s.Contest == "" {
		return ""
	}
	return p.T("earlier: %s, problem %s", text.Visible(s.Contest), text.Visible(s.Problem))
}

// FrequentPassages says how many passages a search of the archive did not look up, because they are too
// frequent; "" for none.
func FrequentPassages(p *i18n.Printer, found contest.Findings) string {
	switch {
	case found.FrequentShingles == 0:
		return ""
	case found.FrequentShingles == found.Sampled:
		return p.T("All of this program's sampled passages are in so many programs of the archive " +
			"that only near-duplicates of the whole program were searched for.")
	}
	return p.T("%d of %d sampled passages are in so many programs of the archive that they were not searched for.",
		found.FrequentShingles, found.Sampled)
}

// Omitted returns a sentence for each kind of programs of which a search left out some, and for contests that were not wholly
// read. It mentions programs that share parts only if canNarrow says that the user can search in fewer contests: nearly all
// programs for a problem share parts.
func Omitted(p *i18n.Printer, found contest.Findings, canNarrow bool) (sentences []string) {
	if found.NearOmitted {
		sentences = append(sentences, p.T("More programs have a similar fingerprint than a search compares. It compared the nearest ones."))
	}
	if found.SharedOmitted && canNarrow {
		sentences = append(sentences, p.T("More programs share parts with this one than a search compares. A search in one contest compares more of its programs."))
	}
	if len(found.NotIndexed) > 0 {
		sentences = append(sentences, p.T("%s.", text.Capitalize(text.Visible(contest.NotIndexedText(p, found.NotIndexed)))))
	}
	return sentences
}

// maxNames is the number of participants named for one program.
const maxNames = 3

// SameProgram names some other participants who submitted the program of a finding, and counts the submissions of
// further ones: "spring / ann, fall / ben and 7 more". It returns "" for none.
func SameProgram(p *i18n.Printer, f contest.Finding) string {
	places, more := SameProgramPlaces(f)
	names := make([]string, len(places))
	for i, place := range places {
		names[i] = PlaceName(place)
	}
	switch {
	case more == 0:
		return joinTexts(p, names...)
	case len(names) == 0:
		return p.T("%d more", more)
	}
	return p.T("%s and %d more", joinTexts(p, names...), more)
}

// PlaceName returns contest and participant of a submission: "spring / ann".
func PlaceName(p contest.Side) string {
	return text.Visible(p.Contest) + " / " + text.Visible(p.Participant)
}

// SameProgramPlaces returns a submission of each participant whom SameProgram names. more is the number of
// submissions of other participants.
func SameProgramPlaces(f contest.Finding) (places []contest.Side, more int) {
	more = f.SameCount
	for _, place := range f.SameProgram {
		isSame := func(p contest.Side) bool { return p.Contest == place.Contest && p.Participant == place.Participant }
		isNamed := isSame(f.Side) || slices.ContainsFunc(places, isSame)
		if !isNamed && len(places) < maxNames {
			places, isNamed = append(places, place), true
		}
		if isNamed {
			more--
		}
	}
	return places, max(0, more)
}
