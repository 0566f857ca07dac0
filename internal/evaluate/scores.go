package evaluate

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/text"
)

var scoreColumns = []string{
	"left", "right", "label", "problem",
	"suspicion", "chance", "similarity", "max_similarity", "longest_match", "matched_tokens", "hamming", "pairs",
}

// WriteScores writes the rows as comma-separated values, sorted by left, then right, without the level and
// the baselines. A row without left and right stands for several honest pairs of a closed set (see the package
// documentation); the column pairs says how many. A row without a chance has an empty field. Numbers have all digits, so
// that ReadScores reads equal values.
func WriteScores(w io.Writer, rows []Row) error {
	sorted := slices.SortedFunc(slices.Values(rows), compareRows)
	out := csv.NewWriter(w)
	out.Write(scoreColumns)
	for _, row := range sorted {
		label := "0"
		if row.Copied {
			label = "1"
		}
		out.Write([]string{
			row.Left, row.Right, label, row.Problem,
			text.Decimal(row.Suspicion), strings.TrimPrefix(text.Decimal(row.Chance), "+Inf"),
			text.Decimal(row.Similarity), text.Decimal(row.MaxSimilarity),
			strconv.Itoa(row.LongestMatch), strconv.Itoa(row.MatchedTokens), strconv.Itoa(row.Hamming),
			strconv.Itoa(row.pairs()),
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
	err = t.eachRow(func() error {
		row, err := t.readScore()
		rows = append(rows, row)
		return err
	})
	if err != nil {
		return nil, err
	}
	return rows, nil
}

// readScore reads a row of scores.
func (t *table) readScore() (row Row, err error) {
	row.Problem = t.column("problem")
	if t.column("left") != "" || t.column("right") != "" {
		if row.Left, row.Right, row.Copied, err = t.readPair(); err != nil {
			return Row{}, err
		}
	}
	shares := []*float64{&row.Suspicion, &row.Similarity, &row.MaxSimilarity}
	for i, column := range []string{"suspicion", "similarity", "max_similarity"} {
		*shares[i], err = strconv.ParseFloat(t.column(column), 64)
		if err != nil || !(*shares[i] >= 0 && *shares[i] <= 1) {
			return Row{}, fmt.Errorf("line %d: %s is %q: it must be a number from 0 to 1", t.line, column, t.column(column))
		}
	}
	row.Chance = weakestChance
	if chance := t.column("chance"); chance != "" {
		row.Chance, err = strconv.ParseFloat(chance, 64)
		if err != nil || !(row.Chance >= 0) {
			return Row{}, fmt.Errorf("line %d: chance is %q: it must be a number from 0 on, or empty", t.line, chance)
		}
	}
	counts := []*int{&row.LongestMatch, &row.MatchedTokens, &row.Hamming, &row.Pairs}
	for i, column := range []string{"longest_match", "matched_tokens", "hamming", "pairs"} {
		highest := math.MaxInt32
		if column == "hamming" {
			highest = MaxDistance
		}
		*counts[i], err = strconv.Atoi(t.column(column))
		if err != nil || *counts[i] < 0 || *counts[i] > highest {
			return Row{}, fmt.Errorf("line %d: %s is %q: it must be a whole number from 0 to %d",
				t.line, column, t.column(column), highest)
		}
	}
	return row, nil
}
