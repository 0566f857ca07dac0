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

// JPlagCSV writes the pairs like JPlag 6 with --csv-export, for scripts that read its
// results.csv: average and maximum similarity from 0 to 1 with all digits, as Java formats a
// double, lines with CRLF, most similar pairs first. A submission's name is its path, as
// JPlag uses its file or folder, after the name of an earlier contest, as JPlag does for
// another root.
//
// The measures mean the same as JPlag's, but rest on ojcheck's tokens and matches. Formulas
// are guarded as in [CSV]. Unlike in JPlag, commas are quoted (RFC 4180). The format has no
// place for a notice, so callers must say that similarity is not proof.
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

// DolosCSV writes the pairs like pairs.csv of Dolos 2.9, most similar first, lines with LF.
// Files are numbered in order of appearance. A path is that of the submission, after the name
// of an earlier contest.
//
// Dolos counts fingerprints (sequences of 23 tokens of its syntax tree), ojcheck counts
// tokens: "covered" are the tokens in matches, the longest fragment is the longest match, and
// the total overlap is the sum of both sides. So similarity is comparable with that of Dolos,
// and counts are not. Formulas and notice are as in [JPlagCSV].
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
		left, right := submissionName(p.Left), submissionName(p.Right)
		covered := strconv.Itoa(p.MatchedTokens) // a match has the same tokens on both sides
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

func submissionName(s contest.Side) string {
	if s.Contest != "" {
		return cell(s.Contest + "/" + s.Path)
	}
	return cell(s.Path)
}

// javaDouble formats a number from 0 like Java's Double.toString: "1.0", "0.25", "1.0E-4".
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

// jsNumber formats a number like JavaScript: "1", "0.25", "1e-7".
func jsNumber(x float64) string {
	if x == 0 || math.Abs(x) >= 1e-6 {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	digits, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
	power, _ := strconv.Atoi(exponent)
	return digits + "e" + strconv.Itoa(power)
}
