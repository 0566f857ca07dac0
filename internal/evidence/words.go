package evidence

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
)

// summary says in one line how much the programs share.
func (v View) summary() string {
	switch len(v.Matches) {
	case 0:
		return "no matches"
	case 1:
		return "1 match of " + text.Count(v.Tokens(), "token")
	}
	return text.Thousands(len(v.Matches)) + " matches, " + text.Count(v.Tokens(), "token") +
		", longest " + text.Thousands(int64(v.Longest()))
}

// sizeText says how much is equal, and in how many pieces.
func (m Match) sizeText() string {
	words := text.Count(m.Tokens, "token")
	if m.Pieces > 1 {
		words += " in " + text.Count(m.Pieces, "piece")
	}
	return words
}

// About says how much is equal, how rare it is, and how the two ends differ: "120 tokens in 3
// pieces, unique to this pair: renamed (4 names), moved".
func (m Match) About() string { return m.SizeAndRarity() + ": " + m.changesText() }

// SizeAndRarity says how much is equal, and how rare it is.
func (m Match) SizeAndRarity() string {
	if others := m.othersText(); others != "" {
		return m.sizeText() + ", " + others
	}
	return m.sizeText()
}

// changesText lists how the two ends of the match differ.
func (m Match) changesText() string {
	texts := make([]string, len(m.Changes))
	for i, c := range m.Changes {
		texts[i] = c.String()
	}
	return strings.Join(texts, ", ")
}

// OddityText describes the first oddity, and counts the others; "" if there are none.
func (v View) OddityText() string {
	if len(v.Oddities) == 0 {
		return ""
	}
	first := v.Oddities[0]
	words := first.Kind.String() + " “" + shorten(first.Text, maxHeaderText) + "”"
	if more := len(v.Oddities) - 1; more > 0 {
		words += " and " + text.Thousands(more) + " more"
	}
	return words
}

// facts lists language, size and verdict of a program.
func (p Pane) facts() string {
	files := ""
	if len(p.Files) > 1 {
		files = text.Count(len(p.Files), "file")
	}
	facts := []string{p.Language, text.Count(p.lines(), "line"), files, string(p.Verdict)}
	return strings.Join(slices.DeleteFunc(facts, func(s string) bool { return s == "" }), " · ")
}

// FamilyName returns the display name of a family of languages: "C++" for "c++", which
// includes C. An unknown family keeps its name.
func FamilyName(family string) string {
	if l, ok := lexer.ByName(family); ok {
		return l.Name
	}
	return family
}

// Languages names the language of a pair, or both languages: "C++", or "C++ / Java".
func Languages(p contest.Pair) string {
	if p.AcrossLanguages() {
		return FamilyName(p.Left.Language) + " / " + FamilyName(p.Right.Language)
	}
	return FamilyName(p.Language)
}

// PairLanguage is Languages with a word before two languages: "across languages: C++ / Java".
func PairLanguage(p contest.Pair) string {
	if p.AcrossLanguages() {
		return p.Language + ": " + Languages(p)
	}
	return Languages(p)
}

// inLanguage returns "in C++", or "across languages".
func inLanguage(language string) string {
	if language == contest.AcrossLanguages {
		return language
	}
	return "in " + FamilyName(language)
}

// rangeText describes a range: "lines 3 to 9", with the file if there are several.
func (p Pane) rangeText(r Range) string {
	if name := p.fileName(r.File); name != "" {
		return r.String() + " of " + name
	}
	return r.String()
}

// shortRange describes a range in the words of the page, for users of voice control:
// "lines 3–9", or "a.cpp 3–9" if the program has several files.
func (p Pane) shortRange(r Range) string {
	if name := p.fileName(r.File); name != "" {
		return name + " " + r.short()
	}
	return "lines " + r.short()
}

// fileName returns the path of a file without the folder common to all files; "" if there
// is only one file.
func (p Pane) fileName(index int) string {
	if len(p.Files) < 2 {
		return ""
	}
	common := path.Dir(p.Files[0].Path)
	for _, f := range p.Files[1:] {
		for common != "." && common != "/" && !strings.HasPrefix(f.Path, common+"/") {
			common = path.Dir(common)
		}
	}
	return text.Visible(strings.TrimPrefix(p.Files[index].Path, common+"/"))
}

// String returns the lines in words: "line 3" or "lines 3 to 9".
func (r Range) String() string {
	if r.First == r.Last {
		return fmt.Sprint("line ", r.First)
	}
	return fmt.Sprintf("lines %d to %d", r.First, r.Last)
}

// short returns the lines as "3" or "3–9".
func (r Range) short() string {
	if r.First == r.Last {
		return strconv.Itoa(r.First)
	}
	return fmt.Sprintf("%d–%d", r.First, r.Last)
}

// othersText says how many other participants have a match; "" if not counted.
func (m Match) othersText() string {
	switch {
	case m.OtherParticipants == nil:
		return ""
	case *m.OtherParticipants == 0:
		return "unique to this pair"
	}
	return "also in " + text.Count(*m.OtherParticipants, "other")
}

// othersLegend explains those texts of othersText that the view has; "" if it has none.
func (v View) othersLegend() string {
	var hasOthers, hasNone bool
	for _, m := range v.Matches {
		if m.OtherParticipants != nil {
			hasOthers = hasOthers || *m.OtherParticipants > 0
			hasNone = hasNone || *m.OtherParticipants == 0
		}
	}
	var list []string
	if hasOthers {
		list = append(list, "“Also in N others” (+N in the programs): N other participants "+v.OthersAmong+
			" have the rarest passage of the match. At least as many, perhaps others, have each other passage of it.")
	}
	if hasNone {
		list = append(list, "“Unique to this pair”: no other participant "+v.OthersAmong+" has the rarest passage of the match.")
	}
	return strings.Join(list, " ")
}

// Outdated says that the check and the matches shown come from different versions of the algorithm,
// or returns "".
func (v View) Outdated() string {
	if v.CheckAlgorithm == "" {
		return ""
	}
	return "This check was made by another version of the comparison (" + text.Visible(v.CheckAlgorithm) +
		"; now " + text.Visible(v.ViewAlgorithm) + "). The matches shown may differ from those that its scores count. Check the contest again to see the matches that its scores count."
}

// RarestMatch returns the match that the fewest other participants have, or the longest of several
// such matches. ok is false if there are no matches, or if their other participants were not
// counted.
func (v View) RarestMatch() (rarest Match, ok bool) {
	for _, m := range v.Matches {
		if m.OtherParticipants == nil {
			continue
		}
		if !ok || cmp.Or(cmp.Compare(*m.OtherParticipants, *rarest.OtherParticipants), cmp.Compare(rarest.Tokens, m.Tokens)) < 0 {
			rarest, ok = m, true
		}
	}
	return rarest, ok
}

// Anchor returns the id of a match in the left program.
func (v View) Anchor(m Match) string { return v.anchor(leftSide, m.Number) }

// EarlierContest names the earlier contest and problem of a side of a pair: "earlier:
// Spring, problem A". It is "" for a side of the contest itself.
func EarlierContest(s contest.Side) string {
	if s.Contest == "" {
		return ""
	}
	return "earlier: " + text.Visible(s.Contest) + ", problem " + text.Visible(s.Problem)
}

// CommonShingles says how many of a program's passages a search of the archive did not look up; ""
// if it looked up all.
func CommonShingles(found contest.Findings) string {
	switch {
	case found.Common == 0:
		return ""
	case found.Common == found.Sampled:
		return "All of this program's sampled passages are in so many programs of the archive " +
			"that only near-duplicates of the whole program were searched for."
	}
	return fmt.Sprintf("%s of %s sampled passages are in so many programs of the archive that they were not searched for.",
		text.Thousands(found.Common), text.Thousands(found.Sampled))
}

// maxNames is the number of participants named for one program.
const maxNames = 3

// SameProgram names some participants, with contests, who submitted the same program as a
// finding, and counts the other submissions of it: "spring / ann, fall / ben and 7 more".
// It is "" if there are none.
func SameProgram(f contest.Finding) string {
	places, more := SameProgramPlaces(f)
	names := make([]string, len(places))
	for i, p := range places {
		names[i] = PlaceName(p)
	}
	list := strings.Join(names, ", ")
	if more <= 0 {
		return list
	}
	return strings.TrimPrefix(list+" and ", " and ") + text.Thousands(more) + " more"
}

// PlaceName returns contest and participant of a location: "spring / ann".
func PlaceName(p contest.Location) string {
	return text.Visible(p.Contest) + " / " + text.Visible(p.Participant)
}

// SameProgramPlaces returns one submission of each participant named by SameProgram, and the
// number of submissions by others.
func SameProgramPlaces(f contest.Finding) (places []contest.Location, more int) {
	covered := 0
	for _, place := range f.SameProgram {
		if !slices.ContainsFunc(places, func(p contest.Location) bool {
			return p.Contest == place.Contest && p.Participant == place.Participant
		}) {
			if len(places) == maxNames {
				continue
			}
			places = append(places, place)
		}
		covered++
	}
	return places, max(0, f.Others-covered)
}
