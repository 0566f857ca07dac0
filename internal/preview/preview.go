// Package preview describes what ojcheck reads from an input, before anything is stored. The
// command line, the upload page and the API show the same preview.
package preview

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// Input is a contest as it was read.
type Input struct {
	Contest      string // the name under which it will be stored
	Format       string // the format, as --from takes it
	FormatReason string // why it was detected; "" if it was given
	Layout       string
	LayoutReason string // why the layout was detected; "" if it was given
	Doubt        Doubt
	About        contest.About
	Submissions  []contest.Submission
	Participants []contest.Participant // participants of whom more than the name is known
	Skipped      []contest.SkippedItem
	Incomplete   []string
}

// Doubt says why files may mean something else than what was read, and which layout may be right. Its zero value is no
// doubt.
type Doubt struct {
	Message string
	Layout  string // "" if no layout is known to fit better
}

// Preview sums up an Input. It has no source code.
type Preview struct {
	Contest              string
	Format, FormatReason string
	Layout, LayoutReason string
	Doubt                Doubt
	Lines                []Line `json:"Facts"` // counts of the whole contest; stored jobs have the JSON name
	Participants         int
	Submissions          int
	Problems             []Problem // at most MaxProblems, in the order of Input.Problems
	ProblemCount         int
	Skipped              []contest.SkipGroup // the most common reason first
	Incomplete           []string
}

// Line is a line about the contest: "verdicts", "12 AC, 3 WA".
type Line struct {
	Name i18n.Key
	Text string
}

// Problem is a problem with its first submissions.
type Problem struct {
	contest.Problem
	Participants, Submissions int
	Languages                 string // "120 cpp, 3 python"
	First                     []Row  // by participant and attempt
}

// Row is a submission without its source.
type Row struct {
	Participant string
	Attempt     int
	Verdict     contest.Verdict
	Language    string // the judge system's name, else the ID
	Time        time.Time
	Kind        contest.ParticipantKind
	Files       int
	Path        string
}

// MaxProblems is the maximum number of problems of a Preview.
const MaxProblems = 100

// maxRows is the maximum number of submissions that a Preview shows of one problem.
const maxRows = 5

// Of returns the preview of an input.
func Of(in Input) Preview {
	problems := in.Problems()
	p := Preview{
		Contest: in.Contest, Format: in.Format, FormatReason: in.FormatReason, Layout: in.Layout, LayoutReason: in.LayoutReason,
		Doubt: in.Doubt, Submissions: len(in.Submissions), ProblemCount: len(problems),
		Participants: countParticipants(in.Submissions), Incomplete: in.Incomplete, Skipped: contest.GroupByReason(in.Skipped),
	}
	for _, line := range []Line{
		{"contest", in.contestText()},
		{"starts", in.startText()},
		{"problems", strconv.Itoa(len(problems))},
		{"participants", strconv.Itoa(p.Participants) + unlessZero(", %d of them with an affiliation, a site or the like", countWithOrigin(in.Participants))},
		{"submissions", in.submissionsText()},
		{"kinds", tally(in.Submissions, func(s contest.Submission) string { return string(s.Kind) })},
		{"verdicts", tally(in.Submissions, func(s contest.Submission) string { return cmp.Or(string(s.Verdict), "not known") })},
		{"languages", languagesText(in.Submissions)},
	} {
		if line.Text != "" {
			p.Lines = append(p.Lines, line)
		}
	}
	for _, problem := range problems[:min(len(problems), MaxProblems)] {
		entry := Problem{
			Problem: problem.Problem, Participants: countParticipants(problem.Submissions), Submissions: len(problem.Submissions),
			Languages: languagesText(problem.Submissions),
		}
		for _, s := range problem.Submissions[:min(len(problem.Submissions), maxRows)] {
			entry.First = append(entry.First, Row{s.Participant, s.Attempt, s.Verdict, cmp.Or(s.LanguageVersion, s.Language),
				s.Time, s.Kind, len(s.Files), s.Path})
		}
		p.Problems = append(p.Problems, entry)
	}
	return p
}

// Summary counts participants, problems and submissions, with an example: "2 participants, 1 problem, 3 submissions; for
// example ann for A".
func (p Preview) Summary(printer *i18n.Printer) string {
	counts := strings.Join([]string{
		printer.T("%d participants", p.Participants), printer.T("%d problems", p.ProblemCount), printer.T("%d submissions", p.Submissions),
	}, printer.T(", "))
	if len(p.Problems) == 0 {
		return counts
	}
	first := p.Problems[0]
	return printer.T("%s; for example %s for %s", counts, first.First[0].Participant, first.Name)
}

// Title returns the problem's name, title and id, without repetition.
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

// contestText names the contest, with the names that its judge system uses.
func (in Input) contestText() string {
	words := in.Contest
	if in.About.Title != "" && in.About.Title != in.Contest {
		words += ", called " + in.About.Title
	}
	if in.About.SystemID != "" {
		words += ", id " + in.About.SystemID
	}
	if in.About.System != "" {
		words += ", from " + in.About.System
	}
	return words
}

// startText says when the contest starts and how long it lasts.
func (in Input) startText() string {
	words := ""
	if !in.About.StartsAt.IsZero() {
		words = in.About.StartsAt.UTC().Format("2006-01-02 15:04:05 UTC")
	}
	if in.About.Duration > 0 {
		words += ", lasts " + in.About.Duration.String()
	}
	return strings.TrimPrefix(words, ", ")
}

// countWithOrigin counts the participants with an affiliation, site, address or seat.
func countWithOrigin(participants []contest.Participant) (n int) {
	for _, p := range participants {
		if p.Affiliation != "" || p.Site != "" || p.Address != "" || p.Seat != "" {
			n++
		}
	}
	return n
}

func countParticipants(submissions []contest.Submission) int {
	names := map[string]bool{}
	for _, s := range submissions {
		names[s.Participant] = true
	}
	return len(names)
}

// submissionsText counts submissions, repeated attempts and rejudgements.
func (in Input) submissionsText() string {
	repeated, rejudged := 0, 0
	for _, s := range in.Submissions {
		if s.Attempt > 1 {
			repeated++
		}
		if len(s.Judgements) > 1 {
			rejudged++
		}
	}
	return strconv.Itoa(len(in.Submissions)) + unlessZero(", %d of them second or later attempts", repeated) +
		unlessZero(", %d judged more than once", rejudged)
}

// unlessZero formats n; "" for 0.
func unlessZero(format string, n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(format, n)
}

// languagesText counts submissions by language, with the judge system's names of the languages.
func languagesText(submissions []contest.Submission) string {
	return tally(submissions, func(s contest.Submission) string {
		name := cmp.Or(s.Language, "not known")
		if s.LanguageVersion != "" {
			name += " (" + s.LanguageVersion + ")"
		}
		return name
	})
}

// tally counts submissions by a property, most common first: "12 AC, 3 WA".
func tally(submissions []contest.Submission, property func(contest.Submission) string) string {
	counts := map[string]int{}
	for _, s := range submissions {
		counts[property(s)]++
	}
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%d %s", counts[name], name)
	}
	return strings.Join(names, ", ")
}

// ProblemSubmissions is a problem with all its submissions.
type ProblemSubmissions struct {
	contest.Problem
	Submissions []contest.Submission // by participant and attempt
}

// Problems returns the problems that have submissions: those that the contest lists, in its order, then the others by
// name.
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
