// Package preview describes what ojcheck reads from an input before anything is stored. The command line, the
// upload page and the API show equal previews.
package preview

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// Input is a contest as it was read.
type Input struct {
	Contest      string    // the name under which the contest will be stored
	Format       string    // a value of --from
	FormatReason i18n.Text // why the format was detected; zero if the user gave the format
	Layout       string
	LayoutReason i18n.Text // why the layout was detected; zero if the user gave the layout
	Doubt        Doubt
	About        contest.Metadata // title, start, problems and the like
	Submissions  []contest.Submission
	Participants []contest.Participant // only those with more than a name, such as an affiliation
	Skipped      []contest.SkippedItem
	Incomplete   []i18n.Text // sentences that say what the input lacks
}

// Doubt says why the detected layout is ambiguous, and which layout may be right. The zero Doubt means no doubt.
type Doubt struct {
	Message i18n.Text
	Layout  string // "" if no layout is known to fit better
}

// Preview sums up an Input, without source code.
type Preview struct {
	Contest      string
	About        contest.Metadata // with an empty list of problems
	Format       string
	FormatReason i18n.Text
	Layout       string
	LayoutReason i18n.Text
	Doubt        Doubt
	Participants int
	WithPlace    int     // participants with an affiliation, site, address or seat
	Kinds        []Tally // participants by kind
	Submissions  int
	Repeated     int // submissions that are second or later attempts
	Rejudged     int // submissions that were judged more than once
	Verdicts     []Tally
	Languages    []Tally
	Problems     []Problem // at most 100, in the order of the method [Input.Problems]
	ProblemCount int
	Skipped      []contest.SkipGroup // the most frequent reason first
	Incomplete   []i18n.Text
}

// Tally counts submissions or participants of one kind: {"AC", 12} among the verdicts.
type Tally struct {
	Name  string // "" if unknown
	Count int
}

// Line is a line about the contest: "verdicts", "12 AC, 3 WA".
type Line struct {
	Name i18n.Key
	Text string
}

// Problem is a problem with the first of its submissions.
type Problem struct {
	contest.Problem
	Participants, Submissions int
	ByLanguage                []Tally // submissions by language
	FirstRows                 []Row   // sorted by participant and attempt
}

// Row is a submission without its source.
type Row struct {
	Participant string
	Attempt     int
	Verdict     contest.Verdict
	Language    string // the name of the language in the judge system, such as "GNU C++17", or else its ID
	Time        time.Time
	Kind        contest.ParticipantKind
	Files       int
	Path        string
}

// maxProblems is the maximum number of problems of a Preview.
const maxProblems = 100

// maxRows is the maximum number of submissions that a Preview shows of one problem.
const maxRows = 5

func New(in Input) Preview {
	problems, firsts := in.Problems(), firstSubmissions(in.Submissions)
	p := Preview{
		Contest: in.Contest, About: in.About, Format: in.Format, FormatReason: in.FormatReason, Layout: in.Layout, LayoutReason: in.LayoutReason,
		Doubt: in.Doubt, Participants: len(firsts), WithPlace: countWithPlace(in.Participants),
		Kinds:       tally(firsts, func(s contest.Submission) string { return string(s.Kind) }),
		Submissions: len(in.Submissions), Verdicts: tally(in.Submissions, func(s contest.Submission) string { return string(s.Verdict) }),
		Languages: tally(in.Submissions, languageOf), ProblemCount: len(problems),
		Incomplete: in.Incomplete, Skipped: contest.GroupByReason(in.Skipped),
	}
	p.About.Problems = nil
	for _, s := range in.Submissions {
		if s.Attempt > 1 {
			p.Repeated++
		}
		if len(s.Judgements) > 1 {
			p.Rejudged++
		}
	}
	for _, problem := range problems[:min(len(problems), maxProblems)] {
		entry := Problem{
			Problem: problem.Problem, Participants: len(firstSubmissions(problem.Submissions)), Submissions: len(problem.Submissions),
			ByLanguage: tally(problem.Submissions, languageOf),
		}
		for _, s := range problem.Submissions[:min(len(problem.Submissions), maxRows)] {
			entry.FirstRows = append(entry.FirstRows, Row{s.Participant, s.Attempt, s.Verdict, cmp.Or(s.LanguageVersion, s.Language),
				s.Time, s.Kind, len(s.Files), s.Path})
		}
		p.Problems = append(p.Problems, entry)
	}
	return p
}

// Lines describes the contest as a whole.
func (p Preview) Lines(printer *i18n.Printer) (list []Line) {
	join := func(parts ...string) string {
		return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), printer.T(", "))
	}
	title := p.About.Title
	if title == p.Contest {
		title = ""
	}
	start := ""
	if !p.About.StartsAt.IsZero() {
		start = printer.UTC(p.About.StartsAt)
	}
	kinds := p.Kinds
	if len(kinds) == 1 && kinds[0].Name == string(contest.Official) {
		kinds = nil
	}
	for _, line := range []Line{
		{"contest", join(p.Contest, unlessZero(printer, "called %s", title), unlessZero(printer, "ID %s", p.About.SystemID), unlessZero(printer, "from %s", p.About.System))},
		{"starts", join(start, unlessZero(printer, "lasts %s", printer.Gap(p.About.Duration)))},
		{"problems", i18n.Number(printer, p.ProblemCount)},
		{"participants", join(i18n.Number(printer, p.Participants), unlessZero(printer, "%d of them with an affiliation, a site or the like", p.WithPlace))},
		{"kinds of participants", Tallies(printer, kinds)},
		{"submissions", join(i18n.Number(printer, p.Submissions), unlessZero(printer, "%d of them second or later attempts", p.Repeated),
			unlessZero(printer, "%d judged more than once", p.Rejudged))},
		{"verdicts", Tallies(printer, p.Verdicts)},
		{"languages", Tallies(printer, p.Languages)},
	} {
		if line.Text != "" {
			list = append(list, line)
		}
	}
	return list
}

// unlessZero formats a text with a value; it returns "" for the zero value.
func unlessZero[T comparable](printer *i18n.Printer, text i18n.Key, value T) string {
	if value == *new(T) {
		return ""
	}
	return printer.T(text, value)
}

// Summary counts participants, problems and submissions, and names the first submission: "2 participants, 1
// problem, 3 submissions; for example ann for A".
func (p Preview) Summary(printer *i18n.Printer) string {
	counts := strings.Join([]string{
		printer.T("%d participants", p.Participants), printer.T("%d problems", p.ProblemCount), printer.T("%d submissions", p.Submissions),
	}, printer.T(", "))
	if len(p.Problems) == 0 {
		return counts
	}
	first := p.Problems[0]
	return printer.T("%s; for example %s for %s", counts, first.FirstRows[0].Participant, first.Name)
}

// Title joins the name, title and ID of the problem, without repetition.
func (p Problem) Title() string {
	words := p.Name
	if p.Problem.Title != "" && p.Problem.Title != words {
		words += ", " + p.Problem.Title
	}
	if p.SystemID != "" && p.SystemID != p.Name {
		words += " (" + p.SystemID + ")"
	}
	return words
}

// countWithPlace counts the participants with an affiliation, site, address or seat.
func countWithPlace(participants []contest.Participant) (n int) {
	for _, p := range participants {
		if p.Affiliation != "" || p.Site != "" || p.Address != "" || p.Seat != "" {
			n++
		}
	}
	return n
}

// firstSubmissions returns the first submission of each participant.
func firstSubmissions(submissions []contest.Submission) []contest.Submission {
	seen := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(submissions), func(s contest.Submission) bool {
		wasSeen := seen[s.Participant]
		seen[s.Participant] = true
		return wasSeen
	})
}

// languageOf names the language of a submission: the ID, then the judge system's name in brackets. If one is
// unknown, it returns the other.
func languageOf(s contest.Submission) string {
	if s.Language != "" && s.LanguageVersion != "" {
		return s.Language + " (" + s.LanguageVersion + ")"
	}
	return cmp.Or(s.Language, s.LanguageVersion)
}

// tally counts submissions by a property, the most frequent value first.
func tally(submissions []contest.Submission, property func(contest.Submission) string) (list []Tally) {
	counts := map[string]int{}
	for _, s := range submissions {
		counts[property(s)]++
	}
	for name, n := range counts {
		list = append(list, Tally{name, n})
	}
	slices.SortFunc(list, func(a, b Tally) int { return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Name, b.Name)) })
	return list
}

// Tallies writes tallies as a text: "12 AC, 3 WA".
func Tallies(printer *i18n.Printer, list []Tally) string {
	var parts []string
	for _, t := range list {
		name := t.Name
		if kind, ok := kindNames[contest.ParticipantKind(name)]; ok {
			name = printer.T(kind)
		}
		parts = append(parts, i18n.Number(printer, t.Count)+" "+name)
	}
	return strings.Join(parts, printer.T(", "))
}

// kindNames are the names of the kinds of participants, and of an unknown kind, verdict or language. Other verdicts and languages
// have names that need no translation.
var kindNames = map[contest.ParticipantKind]i18n.Key{
	"": "not known", contest.Official: "official", contest.Virtual: "virtual", contest.Staff: "staff",
}

// ProblemSubmissions is a problem with all its submissions.
type ProblemSubmissions struct {
	contest.Problem
	Submissions []contest.Submission // sorted by participant and attempt
}

// Problems returns the problems that have submissions: first the problems that the contest lists, in the
// order of the list, then all others, sorted by name.
func (in Input) Problems() []ProblemSubmissions {
	byName := map[string][]contest.Submission{}
	for _, s := range in.Submissions {
		byName[s.Problem] = append(byName[s.Problem], s)
	}
	var list []ProblemSubmissions
	for _, problem := range in.About.Problems {
		if byName[problem.Name] != nil {
			list = append(list, ProblemSubmissions{problem, byName[problem.Name]})
			delete(byName, problem.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		list = append(list, ProblemSubmissions{contest.Problem{Name: name}, byName[name]})
	}
	for _, problem := range list {
		slices.SortStableFunc(problem.Submissions, func(a, b contest.Submission) int {
			return cmp.Or(cmp.Compare(a.Participant, b.Participant), cmp.Compare(a.Attempt, b.Attempt))
		})
	}
	return list
}
