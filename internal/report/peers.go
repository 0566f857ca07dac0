package report

import (
	"cmp"
	"encoding/csv"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// JPlagCSV writes the pairs as JPlag 6 does with --csv-export, for scripts that
// read its results.csv: the average similarity and the maximum similarity, from
// 0 to 1 and with all digits, as Java writes a double; lines end in CRLF; the
// most similar pairs first. A submission's name is its path, as JPlag names a
// submission by its file or folder; that of an earlier contest has the contest's
// name before it, as JPlag puts that of another root there.
//
// The measures are ojcheck's own: they mean the same as JPlag's, but come of
// other tokens and matches. Names that a spreadsheet would take for a formula
// are guarded as in [CSV]. JPlag does not quote a comma; here it is quoted, as
// RFC 4180 wants it, so that columns stay columns.
//
// The format has no room for a word beside the rows, so that similarity is not
// proof has to be said by whatever hands the file out.
func JPlagCSV(w io.Writer, d Document) error {
	out := csv.NewWriter(w)
	out.UseCRLF = true
	out.Write([]string{"submissionName1", "submissionName2", "averageSimilarity", "maxSimilarity"})
	for _, p := range bySimilarity(d.Pairs) {
		out.Write([]string{peerPath(p.Left), peerPath(p.Right), javaDouble(p.Similarity), javaDouble(p.MaxSimilarity)})
	}
	out.Flush()
	return out.Error() // also the first error of Write
}

// DolosCSV writes the pairs as Dolos 2.9 does into pairs.csv, the most similar
// first, lines ending in LF. Files are numbered in the order in which they
// appear; a path is that of the submission, with the earlier contest's name
// before it where it is of one.
//
// Dolos counts fingerprints (sequences of 23 tokens of its syntax tree), ojcheck
// tokens: covered are the tokens in matches, the longest fragment is the longest
// match, and the total overlap is what is covered on both sides together. So
// similarity can be compared with that of Dolos, and the counts only among
// themselves.
//
// As with [JPlagCSV], formulas are guarded, and there is no room in it to say
// that similarity is not proof.
func DolosCSV(w io.Writer, d Document) error {
	out := csv.NewWriter(w)
	out.Write([]string{"id", "leftFileId", "leftFilePath", "rightFileId", "rightFilePath",
		"similarity", "totalOverlap", "longestFragment", "leftCovered", "rightCovered"})
	files := make(map[string]int)
	number := func(path string) string {
		if _, known := files[path]; !known {
			files[path] = len(files)
		}
		return strconv.Itoa(files[path])
	}
	for i, p := range bySimilarity(d.Pairs) {
		left, right := peerPath(p.Left), peerPath(p.Right)
		covered := strconv.Itoa(p.MatchedTokens) // a match has the same tokens on both sides
		out.Write([]string{strconv.Itoa(i + 1), number(left), left, number(right), right,
			scriptNumber(p.Similarity), strconv.Itoa(2 * p.MatchedTokens), strconv.Itoa(p.LongestMatch), covered, covered})
	}
	out.Flush()
	return out.Error()
}

// bySimilarity sorts pairs by their similarity, and by rank where it is equal.
func bySimilarity(list []contest.Pair) []contest.Pair {
	return slices.SortedStableFunc(slices.Values(list), func(a, b contest.Pair) int {
		return cmp.Compare(b.Similarity, a.Similarity)
	})
}

func peerPath(s contest.Side) string {
	if s.Contest != "" {
		return cell(s.Contest + "/" + s.Path)
	}
	return cell(s.Path)
}

// javaDouble writes a number from 0 on as Java's Double.toString does: "1.0",
// "0.25", "1.0E-4".
func javaDouble(x float64) string {
	if x == 0 || x >= 1e-3 && x < 1e7 {
		text := strconv.FormatFloat(x, 'f', -1, 64)
		if !strings.Contains(text, ".") {
			text += ".0"
		}
		return text
	}
	digits, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
	if !strings.Contains(digits, ".") {
		digits += ".0"
	}
	power, _ := strconv.Atoi(exponent)
	return digits + "E" + strconv.Itoa(power)
}

// scriptNumber writes a number as JavaScript does: "1", "0.25", "1e-7".
func scriptNumber(x float64) string {
	if x == 0 || math.Abs(x) >= 1e-6 {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	digits, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
	power, _ := strconv.Atoi(exponent)
	return digits + "e" + strconv.Itoa(power)
}
