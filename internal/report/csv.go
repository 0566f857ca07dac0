package report

import (
	"cmp"
	"encoding/csv"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
)

// CSV writes the pairs as comma-separated values (RFC 4180) with a line of column names. Shares are from 0 to
// 1. Some columns may be empty:
//   - hamming, if a program has no fingerprint
//   - percentile, if there are too few pairs for statistics
//   - chance, in checks of older versions
//   - cluster, for a pair in no cluster
//   - earlier_contest and earlier_problem, unless the right program is from an earlier contest
//   - state, decided_by (number of reviewers) and reviewers (names), if the document has no reviews
//
// too_simple is true if the problem is too simple to judge its pairs. If the check has known sources, columns
// with the fields of [contest.KnownCode] follow. The last column is a short [evidence.Notice] in each line,
// because people copy single lines.
//
// Spreadsheets read a text that starts with = + - or @ as a formula, which can send data away; some also begin a cell at a
// semicolon. CSV puts an apostrophe before such a text, and replaces invisible characters by visible ones. JSON has the unchanged
// names.
func CSV(w io.Writer, d Document) error {
	out := csv.NewWriter(w)
	columns := []string{
		"rank", "problem", "language",
		"left_participant", "left_path", "right_participant", "right_path",
		"suspicion", "percentile", "chance", "similarity", "max_similarity", "coverage_left", "coverage_right",
		"longest_match", "matched_tokens", "hamming", "shared_passages", "unique_passages", "named_passages",
		"shared_template", "shared_template_others", "shared_template_score", "too_simple", "cluster",
		"earlier_contest", "earlier_problem", "state", "decided_by", "reviewers",
	}
	hasSources := len(d.Check.Summary.Sources) > 0
	if hasSources {
		columns = append(columns, "suspicion_without", "source_share", "source_kind", "source", "explained", "both_near")
	}
	out.Write(append(columns, "notice"))
	for p, err := range d.rows() {
		if err != nil {
			return err
		}
		state, reviewers := p.decision()
		decidedBy := ""
		if state != "" {
			decidedBy = strconv.Itoa(len(reviewers))
		}
		earlierProblem := ""
		if p.Earlier() {
			earlierProblem = p.Right.Problem
		}
		row := []string{
			strconv.Itoa(p.Rank), cell(p.Problem), cell(csvLanguage(p.Pair)),
			cell(p.Left.Participant), cell(p.Left.Path), cell(p.Right.Participant), cell(p.Right.Path),
			decimal(p.Suspicion),
			formatOr(roundPercentile(p.Percentile), text.Decimal, ""), formatOr(p.WrittenChance(), text.Decimal, ""),
			decimal(p.Similarity), decimal(p.MaxSimilarity), decimal(p.CoverageLeft), decimal(p.CoverageRight),
			strconv.Itoa(p.LongestMatch), strconv.Itoa(p.MatchedTokens), formatOr(p.Hamming, strconv.Itoa, ""),
			strconv.Itoa(p.SharedPassages), strconv.Itoa(p.UniquePassages), strconv.Itoa(p.SameNamePassages),
			strconv.Itoa(p.SharedTemplate), strconv.Itoa(p.OtherParticipantsWithTemplate), decimal(p.SharedTemplateScore),
			strconv.FormatBool(d.histogram(p.Pair).TooSimple), clusterNumber(p.Pair),
			cell(p.Right.Contest), cell(earlierProblem),
			string(state), decidedBy, cell(strings.Join(reviewers, ", ")),
		}
		if hasSources {
			row = append(row, knownCells(p.Known)...)
		}
		out.Write(append(row, notice))
	}
	out.Flush()
	return out.Error() // also the first error of Write
}

// knownCells returns the columns about known sources; they are empty if k is nil.
func knownCells(k *contest.KnownCode) []string {
	if k == nil {
		return make([]string, 6)
	}
	return []string{
		decimal(k.SuspicionWithout), decimal(k.Share), string(k.Kind), cell(k.Name),
		strconv.FormatBool(k.Explained), strconv.FormatBool(k.BothNear),
	}
}

func clusterNumber(p contest.Pair) string {
	if p.Cluster == 0 {
		return ""
	}
	return strconv.Itoa(p.Cluster)
}

// csvLanguage returns the family of languages, such as "c++". For a pair across languages it returns "across
// languages: C++ / Java".
func csvLanguage(p contest.Pair) string {
	if p.AcrossLanguages() {
		return evidence.PairLanguage(i18n.English(), p)
	}
	return p.Language
}

const notice = "similarity is not proof"

// cell makes an untrusted text safe for a spreadsheet, also for one that separates cells at semicolons.
func cell(words string) string { return formula.ReplaceAllString(text.Visible(words), "$1'$2") }

var formula = regexp.MustCompile(`(^|;[\s"]*)([=+\-@＝＋－＠])`)

// decimal formats a share with up to four decimals.
func decimal(share float64) string { return text.Decimal(roundShare(share)) }

// JPlagCSV writes the pairs like JPlag 6 with --csv-export, for scripts that read its results.csv. The most
// similar pairs come first, and lines end with CRLF. The similarities are from 0 to 1 with all digits, as
// Java formats a double. The name of a submission is its path, because JPlag uses the file or folder. The
// name of an earlier contest precedes the path, as JPlag writes another root directory.
//
// The measures are defined as in JPlag, but use ojcheck's tokens and matches. Formulas get an apostrophe as
// in [CSV]. Unlike JPlag, JPlagCSV quotes commas (RFC 4180). The format has no place for a notice, so callers
// must say that similarity is not proof.
func JPlagCSV(w io.Writer, d Document) error {
	out := csv.NewWriter(w)
	out.UseCRLF = true
	out.Write([]string{"submissionName1", "submissionName2", "averageSimilarity", "maxSimilarity"})
	for _, p := range bySimilarity(d.Pairs) {
		out.Write([]string{submissionName(p.Left), submissionName(p.Right), javaDouble(p.Similarity), javaDouble(p.MaxSimilarity)})
	}
	out.Flush()
	return out.Error() // also the first error of Write
}

// DolosCSV writes the pairs like pairs.csv of Dolos 2.9. The most similar pairs come first, and lines end
// with LF. Files are numbered in order of appearance. Paths are the names of submissions, as in [JPlagCSV].
//
// Dolos counts fingerprints, which are sequences of 23 tokens of the syntax tree, but ojcheck counts tokens.
// "covered" is the number of tokens in matches, and the total overlap is the sum of both sides. So
// similarities are comparable with those of Dolos, but counts are not. Formulas and notice are as in
// [JPlagCSV].
func DolosCSV(w io.Writer, d Document) error {
	out := csv.NewWriter(w)
	out.Write([]string{"id", "leftFileId", "leftFilePath", "rightFileId", "rightFilePath",
		"similarity", "totalOverlap", "longestFragment", "leftCovered", "rightCovered"})
	files := make(map[string]int)
	number := func(path string) string {
		if _, ok := files[path]; !ok {
			files[path] = len(files)
		}
		return strconv.Itoa(files[path])
	}
	for i, p := range bySimilarity(d.Pairs) {
		left, right := submissionName(p.Left), submissionName(p.Right)
		covered := strconv.Itoa(p.MatchedTokens) // a match has equal tokens on both sides
		out.Write([]string{strconv.Itoa(i + 1), number(left), left, number(right), right,
			jsNumber(p.Similarity), strconv.Itoa(2 * p.MatchedTokens), strconv.Itoa(p.LongestMatch), covered, covered})
	}
	out.Flush()
	return out.Error()
}

// bySimilarity sorts pairs by similarity, then by rank.
func bySimilarity(list []contest.Pair) []contest.Pair {
	return slices.SortedStableFunc(slices.Values(list), func(a, b contest.Pair) int {
		return cmp.Compare(b.Similarity, a.Similarity)
	})
}

// submissionName returns the path of a side's program, after the name of an earlier contest.
func submissionName(s contest.Side) string {
	if s.Contest != "" {
		return cell(s.Contest + "/" + s.Path)
	}
	return cell(s.Path)
}

// javaDouble formats a number from 0 like Java's Double.toString: "1.0", "0.25", "1.0E-4".
func javaDouble(x float64) string {
	digits, power := text.Decimal(x), ""
	if x != 0 && (x < 1e-3 || x >= 1e7) {
		digits, power = scientific(x)
		power = "E" + power
	}
	if !strings.Contains(digits, ".") {
		digits += ".0"
	}
	return digits + power
}

// jsNumber formats a number like JavaScript: "1", "0.25", "1e-7".
func jsNumber(x float64) string {
	if x == 0 || math.Abs(x) >= 1e-6 {
		return text.Decimal(x)
	}
	digits, power := scientific(x)
	return digits + "e" + power
}

// scientific returns the digits of a number and its power of ten: "2.5" and "-4".
func scientific(x float64) (digits, power string) {
	digits, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
	n, _ := strconv.Atoi(exponent)
	return digits, strconv.Itoa(n)
}
