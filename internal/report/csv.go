package report

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/text"
)

// CSV writes the pairs as comma-separated values (RFC 4180), one a line below
// a line of column names. Shares are from 0 to 1; hamming is empty where a
// program has no fingerprint, percentile and z_score where there are too few
// pairs to tell what is usual. too_simple is true where the problem is too simple
// to judge its pairs by. earlier_contest and earlier_problem say what the right
// program was handed in for where that was an earlier contest. state, decided_by
// (how many reviewers) and reviewers (their names) say what the jury has decided;
// they are empty where there is no jury. The last column is [evidence.Notice] in
// short, in each line: a line is what is copied elsewhere.
//
// Spreadsheets take a text that begins with = + - or @ for a formula, which can
// send data away. Such a name or path gets an apostrophe before it, and control
// and other invisible characters are replaced by visible signs. JSON holds the
// names as they are.
func CSV(w io.Writer, d Document) error {
	out := csv.NewWriter(w)
	out.Write([]string{
		"rank", "problem", "language",
		"left_participant", "left_path", "right_participant", "right_path",
		"suspicion", "percentile", "z_score", "similarity", "max_similarity", "coverage_left", "coverage_right",
		"longest_match", "matched_tokens", "hamming", "shared_passages", "unique_passages", "named_passages",
		"shared_template", "shared_template_others", "shared_template_score", "too_simple",
		"earlier_contest", "earlier_problem", "state", "decided_by", "reviewers", "notice",
	})
	for i, p := range d.Pairs {
		state, reviewers := d.decision(i)
		decidedBy := ""
		if state != "" {
			decidedBy = strconv.Itoa(len(reviewers))
		}
		earlierProblem := ""
		if p.Earlier() {
			earlierProblem = p.Right.Problem
		}
		hamming := ""
		if p.Hamming != nil {
			hamming = strconv.Itoa(*p.Hamming)
		}
		out.Write([]string{
			strconv.Itoa(p.Rank), cell(p.Problem), cell(p.Language),
			cell(p.Left.Participant), cell(p.Left.Path), cell(p.Right.Participant), cell(p.Right.Path),
			decimal(p.Suspicion), optional(percentile(p.Percentile)), optional(p.ZScore), decimal(p.Similarity), decimal(p.MaxSimilarity),
			decimal(p.CoverageLeft), decimal(p.CoverageRight),
			strconv.Itoa(p.LongestMatch), strconv.Itoa(p.MatchedTokens), hamming,
			strconv.Itoa(p.SharedPassages), strconv.Itoa(p.UniquePassages), strconv.Itoa(p.NamedPassages),
			strconv.Itoa(p.SharedTemplate), strconv.Itoa(p.SharedTemplateOthers), decimal(p.SharedTemplateScore),
			strconv.FormatBool(d.usual(p).TooSimple),
			cell(p.Right.Contest), cell(earlierProblem),
			string(state), decidedBy, cell(strings.Join(reviewers, ", ")), notice,
		})
	}
	out.Flush()
	return out.Error() // also the first error of Write
}

// notice stands in every line of the tables.
const notice = "similarity is not proof"

// cell makes a text of strangers safe for a spreadsheet.
func cell(words string) string {
	words = text.Visible(words)
	if words != "" && strings.ContainsRune("=+-@\t＝＋－＠", []rune(words)[0]) {
		return "'" + words
	}
	return words
}

// optional writes a number that may not be known as short as it can be read
// again.
func optional(x *float64) string {
	if x == nil {
		return ""
	}
	return strconv.FormatFloat(*x, 'f', -1, 64)
}

func decimal(share float64) string {
	return strconv.FormatFloat(rounded(share), 'f', -1, 64)
}
