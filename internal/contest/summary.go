package contest

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/i18n"
)

// Summary counts the input and the result of a check.
type Summary struct {
	Problems      int   `json:"problems"`
	Participants  int   `json:"participants"`
	Submissions   int   `json:"submissions"`    // compared submissions
	PairsCompared int64 `json:"pairs_compared"` // pairs of participants, counted once for each problem
	PairsStored   int   `json:"pairs_stored"`   // pairs with a suspicion of Parameters.Keep or more
	// PairsDropped counts pairs that reach Keep but are not stored, because each of the two participants has at least
	// StoredPerParticipant other pairs that are at least as suspicious. HighestDropped is the highest suspicion of a
	// dropped pair.
	PairsDropped         int     `json:"pairs_dropped"`
	HighestDropped       float64 `json:"highest_dropped"`
	StoredPerParticipant int     `json:"stored_per_participant,omitempty"`
	// PairsCoarse counts pairs that were matched coarsely, because their programs repeat themselves too much.
	PairsCoarse int `json:"pairs_coarse,omitempty"`
	Skipped     int `json:"skipped"`
	// Parts is the number of parts in which problems were compared, because all programs did not fit into the
	// memory; 0 if they did.
	Parts int `json:"parts,omitempty"`
	// Earlier counts what was compared with earlier contests; nil if nothing was.
	Earlier *EarlierSummary `json:"earlier,omitempty"`
	// PrivateTemplates lists the longest private templates: those that two participants share and few others have.
	// PrivateCount counts all.
	PrivateTemplates []PrivateTemplate `json:"private_templates,omitempty"`
	PrivateCount     int               `json:"private_count,omitempty"`
	// Generic lists the languages that general rules compared, because ojcheck has no table for them. These
	// rules are less reliable.
	Generic []string `json:"generic,omitempty"`
	// Sources has an entry for each problem and language with known sources, by problem.
	Sources []SourcePool `json:"known_sources,omitempty"`
	// Incomplete has a line for each input that could not be read to its end.
	Incomplete []i18n.Text `json:"incomplete,omitempty"`
}

// EmptyReason says why no pair was compared; "" if one was.
func (s Summary) EmptyReason(p *i18n.Printer) string {
	switch {
	case s.PairsCompared > 0:
		return ""
	case s.Submissions == 0:
		return p.T("Nothing was compared: every submission was skipped.")
	case s.Participants == 1:
		return p.T("Nothing was compared: all submissions are of one participant. The layout says how folders and files are named.")
	}
	return p.T("Nothing was compared: no two participants have programs for the same problem that can be compared.")
}

// Warnings returns a line for each reason why the list of pairs may be incomplete, with advice.
func (s Summary) Warnings(printer *i18n.Printer, p Parameters) []string {
	return append(s.IncompleteWarnings(printer), s.DroppedWarnings(printer, p)...)
}

// IncompleteWarnings returns the Warnings about what was not read, or not compared together.
func (s Summary) IncompleteWarnings(printer *i18n.Printer) (warnings []string) {
	for _, reason := range s.Incomplete {
		warnings = append(warnings, reason.In(printer))
	}
	if s.Parts > 0 {
		warnings = append(warnings, printer.T("The programs did not fit into the memory, so the problems were compared in parts. "+
			"Whether code is rare, or an own template, was decided within each part; "+
			"raise --memory and run a new check to compare all problems together"))
	}
	return warnings
}

// DroppedWarnings returns those of the Warnings that say that pairs above the threshold are not stored. A new check with other
// options avoids them.
func (s Summary) DroppedWarnings(printer *i18n.Printer, p Parameters) []string {
	const advice i18n.Key = "%s; some of them may be copies. " +
		"Give the code that so many share as base code, or correct who the participants are, and run a new check"
	var warnings []string
	if s.droppedListed(p) {
		warnings = append(warnings, printer.T(advice, s.droppedText(printer, p)))
	}
	if s.Earlier != nil && s.Earlier.droppedListed(p) {
		warnings = append(warnings, printer.T(advice, s.Earlier.droppedText(printer, p)))
	}
	return warnings
}

// droppedListed reports whether a dropped pair reaches the threshold.
func (s Summary) droppedListed(p Parameters) bool {
	return s.PairsDropped > 0 && s.HighestDropped >= p.Threshold
}

func (s Summary) droppedText(printer *i18n.Printer, p Parameters) string {
	return printer.T("%d pairs with a suspicion from %s to %s are not stored: both participants of each have at least %s other pairs that are at least as suspicious",
		s.PairsDropped, printer.Decimal(p.Keep), printer.Score(s.HighestDropped),
		i18n.Number(printer, cmp.Or(s.StoredPerParticipant, p.KeepPerParticipant)))
}

// Notes returns the notes to show beside the ranking, a line each. They do not include Warnings. languageName returns
// the name of a language for people.
func (s Summary) Notes(printer *i18n.Printer, p Parameters, languageName func(string) string) []string {
	var notes []string
	if s.PairsDropped > 0 && !s.droppedListed(p) {
		notes = append(notes, s.droppedText(printer, p))
	}
	if s.PairsCoarse > 0 {
		notes = append(notes, printer.T("the matches of %d pairs are coarse, and their similarity may be too low: "+
			"the programs repeat a few statements too often to match them in full", s.PairsCoarse))
	}
	if s.Earlier != nil {
		notes = append(notes, s.Earlier.notes(printer, p)...)
	}
	for _, pool := range s.Sources {
		notes = append(notes, pool.Note(printer, languageName(pool.Language)))
	}
	if s.PrivateCount > 0 {
		notes = append(notes, s.PrivateTemplatesNote(printer))
	}
	if p.Threshold > 0 && p.Threshold < p.Keep {
		text := i18n.Key("the threshold %s is below %s, from which pairs are stored: those between are not listed")
		if s.PrivateCount > 0 { // pairs with a private template are stored at any suspicion
			text = "the threshold %s is below %s, from which pairs are stored: those between are not listed, " +
				"but for those that share a template that few others have"
		}
		notes = append(notes, printer.T(text, printer.Decimal(p.Threshold), printer.Decimal(p.Keep)))
	}
	if len(s.Generic) > 0 {
		notes = append(notes, printer.T("%s: compared by general rules, which are less reliable than the tables of other languages",
			strings.Join(s.Generic, printer.T(", "))))
	}
	return notes
}

// PrivateTemplatesNote names the participants who share a private template; "" if there are none.
func (s Summary) PrivateTemplatesNote(p *i18n.Printer) string {
	if s.PrivateCount == 0 {
		return ""
	}
	var sharers []string
	for _, t := range s.PrivateTemplates {
		sharers = append(sharers, p.T("%s and %s (%s)", t.Left, t.Right, p.T("%d tokens", t.Tokens)))
	}
	list := strings.Join(sharers, p.T(", "))
	if s.PrivateCount == 1 {
		return p.T("a template that few others have is shared by %s; it is no part of the suspicion", list)
	}
	if n := s.PrivateCount - len(sharers); n > 0 {
		list = p.T("%s and %d more", list, n)
	}
	return p.T("templates that few others have are shared by %s; they are no part of the suspicion", list)
}

// Text returns the counts in one line: "4 problems, 40 participants, 93 submissions, 3,120 pairs compared".
// It also counts pairs with earlier contests, which PairsCompared does not include.
func (s Summary) Text(p *i18n.Printer) string {
	counts := strings.Join([]string{
		p.T("%d problems", s.Problems), p.T("%d participants", s.Participants),
		p.T("%d submissions", s.Submissions), p.T("%d pairs compared", s.PairsCompared),
	}, p.T(", "))
	if s.Earlier != nil && s.Earlier.Pairs > 0 {
		return p.T("%s, and %d pairs with earlier contests found", counts, s.Earlier.Pairs)
	}
	return counts
}

// EarlierSummary counts what was compared with earlier contests.
type EarlierSummary struct {
	Contests    int `json:"contests"`    // searched contests
	Submissions int `json:"submissions"` // submissions of these contests that were similar enough to compare
	Pairs       int `json:"pairs"`       // stored pairs, which Summary.PairsStored includes
	// Dropped counts pairs that reach Keep but are not stored, because their participant has at least
	// StoredPerParticipant other pairs that are at least as suspicious. HighestDropped is the highest suspicion of a dropped
	// pair.
	Dropped              int     `json:"dropped,omitempty"`
	HighestDropped       float64 `json:"highest_dropped,omitempty"`
	StoredPerParticipant int     `json:"stored_per_participant,omitempty"`
	// Omitted counts submissions that were not compared, because a compared one has their fingerprint or
	// sample. It counts up to MaxCountedPrograms of one fingerprint.
	Omitted int `json:"omitted,omitempty"`
	// TooLong counts the longest submissions, which were not compared because all together need too much memory.
	TooLong int `json:"too_long,omitempty"`
	// NotIndexed lists, sorted, the contests of which this version of ojcheck has not read all submissions.
	NotIndexed []string `json:"not_indexed,omitempty"`
	// Deleted counts pairs that were deleted with an earlier contest. No other count includes them; ranks
	// stay.
	Deleted int `json:"deleted,omitempty"`
	// Redacted says that the viewer may not see all earlier contests. All other fields are then zero.
	Redacted bool `json:"-"`
}

func (e *EarlierSummary) notes(printer *i18n.Printer, p Parameters) []string {
	var notes []string
	if e.Redacted {
		return []string{printer.T("also compared with earlier contests that are not open to you: " +
			"how many there are and what was found is not shown, and pairs with them are not listed")}
	}
	if e.Contests == 0 && slices.Equal(p.Against, []string{AgainstArchive}) {
		notes = append(notes, printer.T("no other contest was stored yet, so there was nothing earlier to compare with"))
	} else {
		notes = append(notes, printer.T("searched %s: %s near enough to be compared, %s with a suspicion of %s or more",
			printer.T("%d earlier contests", e.Contests), printer.T("%d submissions", e.Submissions),
			printer.T("%d pairs", e.Pairs), printer.Decimal(p.Keep)))
	}
	switch {
	case e.Omitted > 0 && e.Contests > 1:
		notes = append(notes, printer.T("%d more earlier submissions with the same programs are not listed: "+
			"compare with one earlier contest at a time, by its name, to list those of each", e.Omitted))
	case e.Omitted > 0:
		notes = append(notes, printer.T("%d more earlier submissions with the same programs are not listed", e.Omitted))
	}
	if e.TooLong > 0 {
		notes = append(notes, printer.T("%d of the longest earlier submissions are not compared, because all together need too much memory: raise --memory", e.TooLong))
	}
	if e.Dropped > 0 && !e.droppedListed(p) {
		notes = append(notes, e.droppedText(printer, p))
	}
	if len(e.NotIndexed) > 0 {
		notes = append(notes, NotIndexedText(printer, e.NotIndexed))
	}
	if e.Deleted > 0 {
		notes = append(notes, printer.T("%d pairs with earlier contests that were deleted since are gone", e.Deleted))
	}
	return notes
}

// NotIndexedText says that this version of ojcheck has not read all submissions of the contests with these names.
func NotIndexedText(printer *i18n.Printer, names []string) string {
	return printer.T("not all programs can be found in %s until checked again: this version of ojcheck has not read all submissions there",
		strings.Join(names, printer.T(", ")))
}

func (e *EarlierSummary) droppedListed(p Parameters) bool {
	return e.Dropped > 0 && e.HighestDropped >= p.Threshold
}

func (e *EarlierSummary) droppedText(printer *i18n.Printer, p Parameters) string {
	return printer.T("%d pairs with earlier contests and a suspicion from %s to %s are not stored: "+
		"the participant of each has at least %s other pairs that are at least as suspicious",
		e.Dropped, printer.Decimal(p.Keep), printer.Score(e.HighestDropped), i18n.Number(printer, e.StoredPerParticipant))
}

// SkipGroup lists the skipped input that has one reason.
type SkipGroup struct {
	Reason i18n.Text
	Paths  []string // in the order of the list
}

// GroupByReason groups skipped items by reason, the largest group first. Groups of one size keep the order of
// the list.
func GroupByReason(skipped []SkippedItem) []SkipGroup {
	indexes := make(map[i18n.Text]int) // in groups
	var groups []SkipGroup
	for _, s := range skipped {
		i, found := indexes[s.Reason]
		if !found {
			i = len(groups)
			indexes[s.Reason] = i
			groups = append(groups, SkipGroup{Reason: s.Reason})
		}
		groups[i].Paths = append(groups[i].Paths, s.Path)
	}
	slices.SortStableFunc(groups, func(a, b SkipGroup) int { return cmp.Compare(len(b.Paths), len(a.Paths)) })
	return groups
}

// SkippedItem is a part of the input that was not compared, with the reason.
type SkippedItem struct {
	Path   string    `json:"path"`
	Reason i18n.Text `json:"reason"`
}

// Compare orders items by path, then by reason.
func (s SkippedItem) Compare(other SkippedItem) int {
	return cmp.Or(cmp.Compare(s.Path, other.Path), s.Reason.Compare(other.Reason))
}

// EnglishSkipped is a skipped item in JSON, which programs read.
type EnglishSkipped struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// InEnglish returns skipped items with English reasons; the result is never nil.
func InEnglish(skipped []SkippedItem) []EnglishSkipped {
	list := make([]EnglishSkipped, len(skipped))
	for i, s := range skipped {
		list[i] = EnglishSkipped{s.Path, s.Reason.String()}
	}
	return list
}
