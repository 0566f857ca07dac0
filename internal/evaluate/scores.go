package evaluate

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
)

var scoreColumns = []string{
	"left", "right", "label", "problem",
	"suspicion", "similarity", "max_similarity", "longest_match", "matched_tokens", "hamming",
}

// WriteScores writes the rows as comma-separated values, sorted by left, then right,
// without the level and the baselines. Shares have all digits, so that ReadScores reads
// the same values.
func WriteScores(w io.Writer, rows []Row) error {
	sorted := slices.SortedFunc(slices.Values(rows), comparePaths)
	out := csv.NewWriter(w)
	out.Write(scoreColumns)
	share := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	for _, row := range sorted {
		label := "0"
		if row.Copied {
			label = "1"
		}
		out.Write([]string{
			row.Left, row.Right, label, row.Problem,
			share(row.Suspicion), share(row.Similarity), share(row.MaxSimilarity),
			strconv.Itoa(row.LongestMatch), strconv.Itoa(row.MatchedTokens), strconv.Itoa(row.Hamming),
		})
	}
	out.Flush()
	return out.Error() // the first of Write and Flush
}

// ReadScores reads the output of WriteScores. An error names the line.
func ReadScores(r io.Reader) ([]Row, error) {
	t, err := newTable(r, scoreColumns...)
	if err != nil {
		return nil, err
	}
	var rows []Row
	err = t.each(func() error {
		row, err := t.score()
		rows = append(rows, row)
		return err
	})
	if err != nil {
		return nil, err
	}
	return rows, nil
}

// score reads a row of scores.
func (t *table) score() (Row, error) {
	row := Row{Problem: t.get("problem")}
	var err error
	if row.Left, row.Right, err = t.paths(); err != nil {
		return Row{}, err
	}
	if row.Copied, err = t.copied(); err != nil {
		return Row{}, err
	}
	for _, share := range []struct {
		column string
		value  *float64
	}{
		{"suspicion", &row.Suspicion}, {"similarity", &row.Similarity}, {"max_similarity", &row.MaxSimilarity},
	} {
		text := t.get(share.column)
		*share.value, err = strconv.ParseFloat(text, 64)
		if err != nil || !(*share.value >= 0 && *share.value <= 1) {
			return Row{}, fmt.Errorf("line %d: %s is %q: it must be a number from 0 to 1", t.line, share.column, text)
		}
	}
	for _, count := range []struct {
		column string
		value  *int
		most   int
	}{
		{"longest_match", &row.LongestMatch, math.MaxInt32},
		{"matched_tokens", &row.MatchedTokens, math.MaxInt32},
		{"hamming", &row.Hamming, NoDistance},
	} {
		text := t.get(count.column)
		*count.value, err = strconv.Atoi(text)
		if err != nil || *count.value < 0 || *count.value > count.most {
			return Row{}, fmt.Errorf("line %d: %s is %q: it must be a whole number from 0 to %d", t.line, count.column, text, count.most)
		}
	}
	return row, nil
}
