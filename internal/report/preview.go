package report

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
)

// Preview shows how a contest's input was read, before it is stored or compared.
type Preview struct {
	Contest      string // the name under which it will be stored
	Format       string // the format, as --from takes it
	FormatReason string // why it was detected; "" if it was given
	Layout       string
	LayoutReason string // the same for Layout
	About        contest.About
	Submissions  []contest.Submission
	Participants []contest.Participant // those with more than a name
	Skipped      []contest.SkippedItem
	Incomplete   []string
}

// previewRows is the number of submissions shown for each problem.
const previewRows = 5

var previewColumns = []column[contest.Submission]{
	{name: "participant", text: true, value: func(s contest.Submission) string { return s.Participant }},
	{name: "attempt", value: func(s contest.Submission) string { return strconv.Itoa(s.Attempt) }},
	{name: "verdict", text: true, value: func(s contest.Submission) string { return cmp.Or(string(s.Verdict), "-") }},
	{name: "language", text: true, value: func(s contest.Submission) string { return cmp.Or(s.LanguageVersion, s.Language, "-") }},
	{name: "time", text: true, value: func(s contest.Submission) string { return timeText(s.Time, time.DateTime, "-") }},
	{name: "kind", text: true, value: func(s contest.Submission) string { return string(s.Kind) }},
	{name: "files", minor: true, value: func(s contest.Submission) string { return strconv.Itoa(len(s.Files)) }},
	{name: "path", text: true, value: func(s contest.Submission) string { return s.Path }},
}

// Text writes the preview for people: the contest, counts, and the first submissions for each
// problem, without skipped items. A width of 0 cuts nothing.
func (p Preview) Text(w io.Writer, width int) error {
	out := bufio.NewWriter(w)
	for _, line := range []struct{ name, value string }{
		{"contest", p.contestText()},
		{"starts", p.startText()},
		{"problems", strconv.Itoa(len(p.problems()))},
		{"participants", p.participantsText()},
		{"submissions", p.submissionsText()},
		{"kinds", tally(p.Submissions, func(s contest.Submission) string { return string(s.Kind) })},
		{"verdicts", tally(p.Submissions, func(s contest.Submission) string { return cmp.Or(string(s.Verdict), "not known") })},
		{"languages", p.languagesText()},
	} {
		if line.value != "" {
			fmt.Fprintf(out, "%-13s %s\n", line.name, text.Visible(line.value))
		}
	}
	for _, problem := range p.problems() {
		fmt.Fprintf(out, "\n%s: %s\n", text.Visible(p.problemText(problem)), text.Count(len(problem.submissions), "submission"))
		writeTable(out, previewColumns, problem.submissions[:min(previewRows, len(problem.submissions))], width)
		if more := len(problem.submissions) - previewRows; more > 0 {
			fmt.Fprintf(out, "and %d more\n", more)
		}
	}
	return out.Flush()
}

// contestText names the contest, with the names that its judge system uses.
func (p Preview) contestText() string {
	text := p.Contest
	if p.About.Title != "" && p.About.Title != p.Contest {
		text += ", called " + p.About.Title
	}
	if p.About.SystemID != "" {
		text += ", id " + p.About.SystemID
	}
	if p.About.System != "" {
		text += ", from " + p.About.System
	}
	return text
}

func (p Preview) startText() string {
	var parts []string
	if !p.About.StartsAt.IsZero() {
		parts = append(parts, timeText(p.About.StartsAt, secondsUTC, ""))
	}
	if p.About.Duration > 0 {
		parts = append(parts, "lasts "+p.About.Duration.String())
	}
	return strings.Join(parts, ", ")
}

func (p Preview) participantsText() string {
	names := map[string]bool{}
	for _, s := range p.Submissions {
		names[s.Participant] = true
	}
	return strconv.Itoa(len(names)) + unlessZero(", %d of them with an affiliation, a site or the like", len(p.Participants))
}

// submissionsText counts submissions, repeated attempts and rejudgements.
func (p Preview) submissionsText() string {
	repeated, rejudged := 0, 0
	for _, s := range p.Submissions {
		if s.Attempt > 1 {
			repeated++
		}
		if len(s.Judgements) > 1 {
			rejudged++
		}
	}
	return strconv.Itoa(len(p.Submissions)) + unlessZero(", %d of them second or later attempts", repeated) +
		unlessZero(", %d judged more than once", rejudged)
}

func unlessZero(format string, n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(format, n)
}

// languagesText counts the languages, with their names in the judge system.
func (p Preview) languagesText() string {
	return tally(p.Submissions, func(s contest.Submission) string {
		return strings.TrimSuffix(cmp.Or(s.Language, "not known")+" ("+s.LanguageVersion+")", " ()")
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

// previewProblem is a problem with its submissions.
type previewProblem struct {
	contest.Problem
	submissions []contest.Submission // by participant and attempt
}

// problems returns the problems with submissions in the contest's order, then by name.
func (p Preview) problems() []previewProblem {
	byName := map[string][]contest.Submission{}
	for _, s := range p.Submissions {
		byName[s.Problem] = append(byName[s.Problem], s)
	}
	var list []previewProblem
	for _, problem := range p.About.Problems {
		if byName[problem.Name] != nil {
			list = append(list, previewProblem{problem, byName[problem.Name]})
			delete(byName, problem.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		list = append(list, previewProblem{contest.Problem{Name: name}, byName[name]})
	}
	for _, problem := range list {
		slices.SortStableFunc(problem.submissions, func(a, b contest.Submission) int {
			return cmp.Or(cmp.Compare(a.Participant, b.Participant), cmp.Compare(a.Attempt, b.Attempt))
		})
	}
	return list
}

// problemText returns the problem's name, title and id, without repetition.
func (p Preview) problemText(problem previewProblem) string {
	text := problem.Name
	if problem.Title != "" && problem.Title != text {
		text += ", " + problem.Title
	}
	if problem.SystemID != "" && problem.SystemID != problem.Name {
		text += " (" + problem.SystemID + ")"
	}
	return text
}

// jsonPreview is a Preview for scripts, without sources.
type jsonPreview struct {
	Contest      string                  `json:"contest"`
	From         string                  `json:"from"`
	Why          string                  `json:"why"`
	Layout       string                  `json:"layout"`
	LayoutWhy    string                  `json:"layout_why"`
	System       string                  `json:"system"`
	SystemID     string                  `json:"system_id"`
	Title        string                  `json:"title"`
	StartsAt     *time.Time              `json:"starts_at"`
	Seconds      float64                 `json:"duration_seconds"` // 0 if unknown
	Problems     []jsonPreviewProblem    `json:"problems"`
	Participants []jsonPreviewPerson     `json:"participants"` // those with more than a name
	Submissions  []jsonPreviewSubmission `json:"submissions"`
	Skipped      []contest.SkippedItem   `json:"skipped"`
	Incomplete   []string                `json:"incomplete"`
}

type jsonPreviewProblem struct {
	Name        string `json:"name"`
	Title       string `json:"title"`
	SystemID    string `json:"system_id"`
	Submissions int    `json:"submissions"`
}

type jsonPreviewPerson struct {
	Name        string `json:"name"`
	Affiliation string `json:"affiliation"`
	Site        string `json:"site"`
	Address     string `json:"address"`
	Seat        string `json:"seat"`
}

type jsonPreviewSubmission struct {
	Path            string                  `json:"path"`
	Problem         string                  `json:"problem"`
	Participant     string                  `json:"participant"`
	Kind            contest.ParticipantKind `json:"kind"`
	Attempt         int                     `json:"attempt"`
	Verdict         contest.Verdict         `json:"verdict"`
	Language        string                  `json:"language"`
	LanguageVersion string                  `json:"language_version"`
	Time            *time.Time              `json:"time"`
	SystemID        string                  `json:"system_id"`
	Judgements      []jsonPreviewJudgement  `json:"judgements"`
	Files           []string                `json:"files"`
}

type jsonPreviewJudgement struct {
	Verdict contest.Verdict `json:"verdict"`
	Solved  bool            `json:"solved"`
	At      *time.Time      `json:"at"`
	Current bool            `json:"current"`
}

// JSON writes the preview for scripts, without sources.
func (p Preview) JSON(w io.Writer) error {
	doc := jsonPreview{
		Contest: p.Contest, From: p.Format, Why: p.FormatReason, Layout: p.Layout, LayoutWhy: p.LayoutReason,
		System: p.About.System, SystemID: p.About.SystemID, Title: p.About.Title,
		StartsAt: timeOrNil(p.About.StartsAt), Seconds: p.About.Duration.Seconds(),
		Problems: []jsonPreviewProblem{}, Participants: []jsonPreviewPerson{}, Submissions: []jsonPreviewSubmission{},
		Skipped: append([]contest.SkippedItem{}, p.Skipped...), Incomplete: append([]string{}, p.Incomplete...),
	}
	for _, problem := range p.problems() {
		doc.Problems = append(doc.Problems, jsonPreviewProblem{problem.Name, problem.Title, problem.SystemID, len(problem.submissions)})
	}
	for _, person := range p.Participants {
		doc.Participants = append(doc.Participants, jsonPreviewPerson{person.Name, person.Affiliation, person.Site, person.Address, person.Seat})
	}
	for _, s := range p.Submissions {
		doc.Submissions = append(doc.Submissions, previewSubmission(s))
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(doc)
}

func previewSubmission(s contest.Submission) jsonPreviewSubmission {
	out := jsonPreviewSubmission{
		Path: s.Path, Problem: s.Problem, Participant: s.Participant, Kind: s.Kind, Attempt: s.Attempt, Verdict: s.Verdict,
		Language: s.Language, LanguageVersion: s.LanguageVersion, Time: timeOrNil(s.Time), SystemID: s.SystemID,
		Judgements: []jsonPreviewJudgement{}, Files: []string{},
	}
	for _, j := range s.Judgements {
		out.Judgements = append(out.Judgements, jsonPreviewJudgement{j.Verdict, j.Solved, timeOrNil(j.At), j.Current})
	}
	for _, f := range s.Files {
		out.Files = append(out.Files, f.Path)
	}
	return out
}
