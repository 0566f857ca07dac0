package report

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/preview"
	"github.com/ojcheck/ojcheck/internal/text"
)

var previewColumns = []column[preview.Row]{
	{name: "participant", isText: true, value: func(s preview.Row) string { return s.Participant }},
	{name: "attempt", value: func(s preview.Row) string { return strconv.Itoa(s.Attempt) }},
	{name: "verdict", isText: true, value: func(s preview.Row) string { return cmp.Or(string(s.Verdict), "-") }},
	{name: "language", isText: true, value: func(s preview.Row) string { return cmp.Or(s.Language, "-") }},
	{name: "time", isText: true, value: func(s preview.Row) string { return timeText(s.Time, time.DateTime, "-") }},
	{name: "kind", isText: true, value: func(s preview.Row) string { return string(s.Kind) }},
	{name: "files", isMinor: true, value: func(s preview.Row) string { return strconv.Itoa(s.Files) }},
	{name: "path", isText: true, value: func(s preview.Row) string { return s.Path }},
}

// WritePreview writes a preview for people, without skipped items. A width of 0 cuts nothing.
func WritePreview(w io.Writer, p preview.Preview, width int) error {
	out := bufio.NewWriter(w)
	for _, line := range p.Lines(i18n.English()) {
		fmt.Fprintf(out, "%-21s %s\n", i18n.English().T(line.Name), text.Visible(line.Text))
	}
	for _, problem := range p.Problems {
		fmt.Fprintf(out, "\n%s: %s\n", text.Visible(problem.Title()), text.Count(problem.Submissions, "submission"))
		writeTable(out, previewColumns, problem.FirstRows, width)
		if more := problem.Submissions - len(problem.FirstRows); more > 0 {
			fmt.Fprintf(out, "and %d more\n", more)
		}
	}
	if more := p.ProblemCount - len(p.Problems); more > 0 {
		fmt.Fprintf(out, "\nand %s more\n", text.Count(more, "problem"))
	}
	return out.Flush()
}

// WritePreviewJSON writes as JSON everything that was read, except source code. An unknown time is null, and
// an unknown duration is 0. "participants" does not have those of whom only the name is known.
func WritePreviewJSON(w io.Writer, in preview.Input) error {
	incomplete := []string{}
	for _, reason := range in.Incomplete {
		incomplete = append(incomplete, reason.String())
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(object{
		{"contest", in.Contest}, {"from", in.Format}, {"why", in.FormatReason.String()},
		{"layout", in.Layout}, {"layout_why", in.LayoutReason.String()},
		{"doubt", in.Doubt.Message.String()}, {"layout_to_try", in.Doubt.Layout},
		{"system", in.About.System}, {"system_id", in.About.SystemID}, {"title", in.About.Title},
		{"starts_at", timeOrNil(in.About.StartsAt)}, {"duration_seconds", in.About.Duration.Seconds()},
		{"problems", objects(in.Problems(), func(problem preview.ProblemSubmissions) object {
			return object{{"name", problem.Name}, {"title", problem.Title}, {"system_id", problem.SystemID},
				{"submissions", len(problem.Submissions)}}
		})},
		{"participants", objects(in.Participants, func(person contest.Participant) object {
			return object{{"name", person.Name}, {"affiliation", person.Affiliation}, {"site", person.Site},
				{"address", person.Address}, {"seat", person.Seat}}
		})},
		{"submissions", objects(in.Submissions, submissionObject)},
		{"skipped", contest.InEnglish(in.Skipped)}, {"incomplete", incomplete},
	})
}

func submissionObject(s contest.Submission) object {
	files := []string{}
	for _, f := range s.Files {
		files = append(files, f.Path)
	}
	return object{
		{"path", s.Path}, {"problem", s.Problem}, {"participant", s.Participant}, {"kind", s.Kind},
		{"attempt", s.Attempt}, {"verdict", s.Verdict}, {"language", s.Language}, {"language_version", s.LanguageVersion},
		{"time", timeOrNil(s.Time)}, {"system_id", s.SystemID},
		{"judgements", objects(s.Judgements, func(j contest.Judgement) object {
			return object{{"verdict", j.Verdict}, {"solved", j.Solved}, {"at", timeOrNil(j.At)}, {"current", j.Current}}
		})},
		{"files", files},
	}
}
