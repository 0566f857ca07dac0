package report

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
)

var findingColumns = []column[contest.Finding]{
	{name: "coverage", value: func(f contest.Finding) string { return i18n.English().Percent(f.Coverage) }},
	{name: "similarity", value: func(f contest.Finding) string { return i18n.English().Percent(f.Similarity) }},
	{name: "longest", value: func(f contest.Finding) string { return strconv.Itoa(f.LongestMatch) }},
	{name: "distance", isMinor: true, value: func(f contest.Finding) string { return formatOr(f.Distance, strconv.Itoa, "-") }},
	{name: "contest", isText: true, value: func(f contest.Finding) string { return f.Contest }},
	{name: "problem", isText: true, value: func(f contest.Finding) string { return f.Problem }},
	{name: "participant", isText: true, value: func(f contest.Finding) string { return f.Participant }},
	{name: "path", isText: true, value: func(f contest.Finding) string { return f.Path }},
	{name: "language", isText: true, isMinor: true, value: func(f contest.Finding) string { return f.Language }},
	{name: "time", isText: true, isMinor: true, value: func(f contest.Finding) string {
		return timeText(f.Time, "2006-01-02 15:04", "")
	}},
	{name: "attempts", isMinor: true, value: func(f contest.Finding) string { return strconv.Itoa(1 + len(f.OtherAttempts)) }},
	{name: "others", isMinor: true, value: func(f contest.Finding) string { return strconv.Itoa(f.SameCount) }},
}

// FindingsTable writes the result of a search of the archive as a table with a line for each participant and problem.
// Below the table it names some of the other submissions of each program. The table fits a terminal of width
// columns. With a width of 0, lines have any length.
func FindingsTable(w io.Writer, found contest.Findings, width int) error {
	out := bufio.NewWriter(w)
	if len(found.Findings) == 0 {
		fmt.Fprintln(out, "No program in the archive is similar to this one.")
		return out.Flush()
	}
	writeTable(out, findingColumns, found.Findings, width)
	heading, last := "\nThe same programs were submitted by:\n", ""
	for _, best := range found.Findings {
		for _, f := range best.Attempts() {
			same := evidence.SameProgram(i18n.English(), f)
			line := fmt.Sprintf("  %s / %s, and %s\n", text.Visible(f.Contest), text.Visible(f.Participant), same)
			if same != "" && line != last {
				fmt.Fprint(out, heading, line)
				heading, last = "", line
			}
		}
	}
	fmt.Fprintf(out, "\n%s\n", evidence.Notice)
	return out.Flush()
}

// FindingsCSV writes the result of a search of the archive as comma-separated values. Cells that look like
// formulas are escaped as in [CSV]. Unknown distances and times are empty. Each attempt has a line; the attempts of a
// participant at a problem follow each other and have the same rank.
func FindingsCSV(w io.Writer, found contest.Findings) error {
	out := csv.NewWriter(w)
	out.Write([]string{
		"rank", "contest", "problem", "participant", "path", "language", "verdict", "attempt", "time",
		"coverage", "similarity", "coverage_there", "longest_match", "matched_tokens",
		"distance", "shared_sample", "others",
	})
	for i, best := range found.Findings {
		for _, f := range best.Attempts() {
			out.Write([]string{
				strconv.Itoa(i + 1), cell(f.Contest), cell(f.Problem), cell(f.Participant), cell(f.Path), cell(f.Language),
				cell(string(f.Verdict)), strconv.Itoa(f.Attempt), timeText(f.Time, time.RFC3339, ""),
				decimal(f.Coverage), decimal(f.Similarity), decimal(f.FoundCoverage),
				strconv.Itoa(f.LongestMatch), strconv.Itoa(f.MatchedTokens), formatOr(f.Distance, strconv.Itoa, ""),
				strconv.Itoa(f.SharedSample), strconv.Itoa(f.SameCount),
			})
		}
	}
	out.Flush()
	return out.Error() // also the first error of Write
}

// FindingsJSON writes the result of a search of the archive as one object. Shares are from 0 to 1, rounded to
// four decimals. Unknown distances and times are null. "others" counts further submissions with the same
// fingerprint or sample, nearly always of the same program, and "same" lists the first few of them. "other_attempts"
// lists the participant's other programs for the problem.
func FindingsJSON(w io.Writer, found contest.Findings) error {
	attempt := func(f contest.Finding) object {
		return object{
			{"contest", f.Contest}, {"problem", f.Problem}, {"participant", f.Participant}, {"path", f.Path},
			{"language", f.Language}, {"verdict", f.Verdict}, {"attempt", f.Attempt}, {"time", timeOrNil(f.Time)},
			{"coverage", roundShare(f.Coverage)}, {"similarity", roundShare(f.Similarity)},
			{"coverage_there", roundShare(f.FoundCoverage)}, {"longest_match", f.LongestMatch},
			{"matched_tokens", f.MatchedTokens}, {"distance", f.Distance},
			{"shared_sample", f.SharedSample}, {"others", f.SameCount},
			{"same", objects(f.SameProgram, func(l contest.Side) object {
				return object{{"contest", l.Contest}, {"problem", l.Problem}, {"participant", l.Participant}, {"path", l.Path}}
			})},
		}
	}
	rank := 0
	finding := func(f contest.Finding) object {
		rank++
		o := append(object{{"rank", rank}}, attempt(f)...)
		return append(o, member{"other_attempts", objects(f.OtherAttempts, attempt)})
	}
	source := func(s contest.SourceFinding) object {
		return object{
			{"id", s.ID}, {"contest", s.Contest}, {"problem", s.Problem}, {"kind", string(s.Kind)}, {"name", s.Name},
			{"coverage", roundShare(s.Coverage)}, {"similarity", roundShare(s.Similarity)},
			{"longest_match", s.LongestMatch}, {"matched_tokens", s.MatchedTokens},
		}
	}
	result := object{
		{"notice", evidence.Notice}, {"language", found.Language}, {"tokens", found.Tokens},
		{"sampled", found.Sampled},         // shingles of the given program's sample
		{"common", found.FrequentShingles}, // number of sampled shingles that too many programs have
		{"more", found.OmittedCount},       // number of programs that are not in the answer
		{"more_near", found.NearOmitted},   // see contest.Findings
		{"findings", objects(found.Findings, finding)},
	}
	if found.SharedOmitted {
		result = append(result, member{"more_shared", true})
	}
	if len(found.NotIndexed) > 0 {
		result = append(result, member{"not_indexed", found.NotIndexed})
	}
	if len(found.Sources) > 0 { // as in older versions, the object has no key for known sources if there are none
		result = append(result, member{"known_sources", objects(found.Sources, source)})
	}
	return writeJSON(w, "findings", result)
}
