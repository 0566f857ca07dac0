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
		{"languages", tally(p.Submissions, func(s contest.Submission) string { // with their names in the judge system
			return strings.TrimSuffix(cmp.Or(s.Language, "not known")+" ("+s.LanguageVersion+")", " ()")
		})},
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

// startText says when the contest starts and how long it lasts.
func (p Preview) startText() string {
	words := timeText(p.About.StartsAt, secondsUTC, "")
	if p.About.Duration > 0 {
		words += ", lasts " + p.About.Duration.String()
	}
	return strings.TrimPrefix(words, ", ")
}

// participantsText counts participants, and those with facts.
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

// unlessZero formats n; "" for 0.
func unlessZero(format string, n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(format, n)
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

// JSON writes the preview for scripts, without sources. Unknown times are null, an unknown
// duration is 0. "participants" are those with more than a name.
func (p Preview) JSON(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(object{
		{"contest", p.Contest}, {"from", p.Format}, {"why", p.FormatReason}, {"layout", p.Layout}, {"layout_why", p.LayoutReason},
		{"system", p.About.System}, {"system_id", p.About.SystemID}, {"title", p.About.Title},
		{"starts_at", timeOrNil(p.About.StartsAt)}, {"duration_seconds", p.About.Duration.Seconds()},
		{"problems", objects(p.problems(), func(problem previewProblem) object {
			return object{{"name", problem.Name}, {"title", problem.Title}, {"system_id", problem.SystemID},
				{"submissions", len(problem.submissions)}}
		})},
		{"participants", objects(p.Participants, func(person contest.Participant) object {
			return object{{"name", person.Name}, {"affiliation", person.Affiliation}, {"site", person.Site},
				{"address", person.Address}, {"seat", person.Seat}}
		})},
		{"submissions", objects(p.Submissions, submissionObject)},
		{"skipped", append([]contest.SkippedItem{}, p.Skipped...)}, {"incomplete", append([]string{}, p.Incomplete...)},
	})
}

// submissionObject returns a submission for a preview.
func submissionObject(s contest.Submission) object {
	files := []string{}
	for _, f := range s.Files {
		files = append(files, f.Path)
	}
	return object{
		{"path", s.Path}, {"problem", s.Problem}, {"participant", s.Participant}, {"kind", s.Kind}, {"attempt", s.Attempt},
		{"verdict", s.Verdict}, {"language", s.Language}, {"language_version", s.LanguageVersion},
		{"time", timeOrNil(s.Time)}, {"system_id", s.SystemID},
		{"judgements", objects(s.Judgements, func(j contest.Judgement) object {
			return object{{"verdict", j.Verdict}, {"solved", j.Solved}, {"at", timeOrNil(j.At)}, {"current", j.Current}}
		})},
		{"files", files},
	}
}
