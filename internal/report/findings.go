package report

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/text"
)

// findingColumns are those of FindingsTable. Without a fingerprint the distance
// is a dash.
var findingColumns = []column[contest.Finding]{
	{name: "coverage", value: func(f contest.Finding) string { return text.Percent(f.Coverage) }},
	{name: "similarity", value: func(f contest.Finding) string { return text.Percent(f.Similarity) }},
	{name: "longest", value: func(f contest.Finding) string { return strconv.Itoa(f.LongestMatch) }},
	{name: "distance", minor: true, value: func(f contest.Finding) string { return bits(f.Distance, "-") }},
	{name: "contest", text: true, value: func(f contest.Finding) string { return f.Contest }},
	{name: "problem", text: true, value: func(f contest.Finding) string { return f.Problem }},
	{name: "participant", text: true, value: func(f contest.Finding) string { return f.Participant }},
	{name: "path", text: true, value: func(f contest.Finding) string { return f.Path }},
	{name: "language", text: true, minor: true, value: func(f contest.Finding) string { return f.Language }},
	{name: "time", text: true, minor: true, value: func(f contest.Finding) string { return minute(f.Time) }},
	{name: "others", minor: true, value: func(f contest.Finding) string { return strconv.Itoa(f.Others) }},
}

// bits writes a distance of fingerprints, or a dash where there is none.
func bits(distance *int, dash string) string {
	if distance == nil {
		return dash
	}
	return strconv.Itoa(*distance)
}

// minute writes a time in UTC, to the minute; "" where it is not known.
func minute(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04")
}

// FindingsTable writes what a search of the archive found as a table: the share
// of the given program that is found in another one, their similarity, the
// tokens of the longest match and the bits between their fingerprints; then where
// the program comes from, and how many other submissions have the same one; below
// the table, whose some of these are. It
// is made to fit a terminal of so many columns; a width of 0 cuts nothing.
func FindingsTable(w io.Writer, found contest.Findings, width int) error {
	out := bufio.NewWriter(w)
	if len(found.Findings) == 0 {
		fmt.Fprintln(out, "Nothing in the archive is like this program.")
		return out.Flush()
	}
	writeTable(out, findingColumns, found.Findings, width)
	heading := "\nThe same programs were handed in by:\n"
	for _, f := range found.Findings {
		if len(f.SameProgram) > 0 {
			fmt.Fprintf(out, "%s  %s / %s, and %s\n", heading, text.Visible(f.Contest), text.Visible(f.Participant), evidence.SameProgram(f))
			heading = ""
		}
	}
	fmt.Fprintf(out, "\n%s\n", evidence.Notice)
	return out.Flush()
}

// FindingsCSV writes what a search of the archive found as comma-separated
// values, one program a line below a line of column names, with the same care for
// spreadsheets as [CSV]. The distance is empty where there is none, the time where
// it is not known.
func FindingsCSV(w io.Writer, found contest.Findings) error {
	out := csv.NewWriter(w)
	out.Write([]string{
		"rank", "contest", "problem", "participant", "path", "language", "verdict", "attempt", "time",
		"coverage", "similarity", "coverage_there", "longest_match", "matched_tokens", "distance", "shared_sample", "others",
	})
	for i, f := range found.Findings {
		at := ""
		if !f.Time.IsZero() {
			at = f.Time.UTC().Format(time.RFC3339)
		}
		out.Write([]string{
			strconv.Itoa(i + 1), cell(f.Contest), cell(f.Problem), cell(f.Participant), cell(f.Path), cell(f.Language),
			cell(string(f.Verdict)), strconv.Itoa(f.Attempt), at,
			decimal(f.Coverage), decimal(f.Similarity), decimal(f.CoverageThere),
			strconv.Itoa(f.LongestMatch), strconv.Itoa(f.MatchedTokens), bits(f.Distance, ""),
			strconv.Itoa(f.SharedSample), strconv.Itoa(f.Others),
		})
	}
	out.Flush()
	return out.Error() // also the first error of Write
}

type jsonFindings struct {
	Notice   string        `json:"notice"`
	Language string        `json:"language"`
	Tokens   int           `json:"tokens"`
	Sampled  int           `json:"sampled"` // shingles of the given program's sample
	Common   int           `json:"common"`  // of these, those that too many programs have to look them up
	More     int           `json:"more"`    // programs that are not listed
	Findings []jsonFinding `json:"findings"`
}

type jsonFinding struct {
	Rank          int        `json:"rank"`
	Contest       string     `json:"contest"`
	Problem       string     `json:"problem"`
	Participant   string     `json:"participant"`
	Path          string     `json:"path"`
	Language      string     `json:"language"`
	Verdict       string     `json:"verdict"`
	Attempt       int        `json:"attempt"`
	Time          *time.Time `json:"time"` // null where it is not known
	Coverage      float64    `json:"coverage"`
	Similarity    float64    `json:"similarity"`
	CoverageThere float64    `json:"coverage_there"`
	LongestMatch  int        `json:"longest_match"`
	MatchedTokens int        `json:"matched_tokens"`
	Distance      *int       `json:"distance"` // null where one of the two has no fingerprint
	SharedSample  int        `json:"shared_sample"`
	Others        int        `json:"others"`
	// Same has the first of the others, about ten at most.
	Same []jsonPlace `json:"same"`
}

// jsonPlace says where another submission of the same program stands.
type jsonPlace struct {
	Contest     string `json:"contest"`
	Problem     string `json:"problem"`
	Participant string `json:"participant"`
	Path        string `json:"path"`
}

// FindingsJSON writes what a search of the archive found as one object. Shares
// are from 0 to 1, rounded to four decimals.
func FindingsJSON(w io.Writer, found contest.Findings) error {
	all := jsonFindings{
		Notice: evidence.Notice, Language: found.Language, Tokens: found.Tokens,
		Sampled: found.Sampled, Common: found.Common, More: found.More, Findings: []jsonFinding{},
	}
	for i, f := range found.Findings {
		same := []jsonPlace{}
		for _, p := range f.SameProgram {
			same = append(same, jsonPlace{Contest: p.Contest, Problem: p.Problem, Participant: p.Participant, Path: p.Path})
		}
		all.Findings = append(all.Findings, jsonFinding{
			Rank: i + 1, Contest: f.Contest, Problem: f.Problem, Participant: f.Participant, Path: f.Path,
			Language: f.Language, Verdict: string(f.Verdict), Attempt: f.Attempt, Time: timeOrNil(f.Time),
			Coverage: rounded(f.Coverage), Similarity: rounded(f.Similarity), CoverageThere: rounded(f.CoverageThere),
			LongestMatch: f.LongestMatch, MatchedTokens: f.MatchedTokens, Distance: f.Distance,
			SharedSample: f.SharedSample, Others: f.Others, Same: same,
		})
	}
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	if err := out.Encode(all); err != nil {
		return fmt.Errorf("write findings as JSON: %w", err)
	}
	return nil
}
