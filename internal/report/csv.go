package report

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/text"
)

// CSV writes the pairs as comma-separated values (RFC 4180) with a line of column names.
// Shares are from 0 to 1. hamming is empty if a program has no fingerprint, percentile and
// z_score if there are too few pairs for statistics. too_simple is true if the problem is too
// simple to judge its pairs by. earlier_contest and earlier_problem are set if the right
// program is from an earlier contest. state, decided_by (number of reviewers) and reviewers
// (their names) are the jury's decisions, empty without a jury. The last column is a short
// [evidence.Notice] in each line, because lines are copied elsewhere.
//
// Spreadsheets read a text that starts with = + - or @ as a formula, which can send data
// away. CSV puts an apostrophe before such a text, and replaces control and other invisible
// characters by visible signs. JSON has the names as they are.
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
		out.Write([]string{
			strconv.Itoa(p.Rank), cell(p.Problem), cell(p.Language),
			cell(p.Left.Participant), cell(p.Left.Path), cell(p.Right.Participant), cell(p.Right.Path),
			decimal(p.Suspicion), optional(percentile(p.Percentile)), optional(p.ZScore), decimal(p.Similarity), decimal(p.MaxSimilarity),
			decimal(p.CoverageLeft), decimal(p.CoverageRight),
			strconv.Itoa(p.LongestMatch), strconv.Itoa(p.MatchedTokens), known(p.Hamming, strconv.Itoa, ""),
			strconv.Itoa(p.SharedPassages), strconv.Itoa(p.UniquePassages), strconv.Itoa(p.NamedPassages),
			strconv.Itoa(p.SharedTemplate), strconv.Itoa(p.SharedTemplateOthers), decimal(p.SharedTemplateScore),
			strconv.FormatBool(d.histogram(p).TooSimple),
			cell(p.Right.Contest), cell(earlierProblem),
			string(state), decidedBy, cell(strings.Join(reviewers, ", ")), notice,
		})
	}
	out.Flush()
	return out.Error() // also the first error of Write
}

// notice is in every line of a CSV file.
const notice = "similarity is not proof"

// cell makes an untrusted text safe for a spreadsheet.
func cell(words string) string {
	words = text.Visible(words)
	if words != "" && strings.ContainsRune("=+-@\t＝＋－＠", []rune(words)[0]) {
		return "'" + words
	}
	return words
}

func optional(x *float64) string { return known(x, exact, "") }

// exact formats a number with all digits.
func exact(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

func decimal(share float64) string { return exact(roundShare(share)) }
