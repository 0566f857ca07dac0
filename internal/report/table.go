package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/rivo/uniseg"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
)

// column is one column of the table. Those of text give way where the table
// is too wide; those of numbers do not, but the minor ones are left out.
type column struct {
	name  string
	text  bool
	minor bool
	value func(Document, contest.Pair) string
}

var columns = []column{
	{name: "rank", value: func(_ Document, p contest.Pair) string { return strconv.Itoa(p.Rank) }},
	{name: "problem", text: true, value: func(_ Document, p contest.Pair) string { return p.Problem }},
	{name: "language", text: true, value: func(_ Document, p contest.Pair) string { return p.Language }},
	{name: "left", text: true, value: func(_ Document, p contest.Pair) string { return p.Left.Participant }},
	{name: "right", text: true, value: func(_ Document, p contest.Pair) string { return p.Right.Participant }},
	{name: "suspicion", value: func(_ Document, p contest.Pair) string { return evidence.Score(p.Suspicion) }},
	{name: "percentile", minor: true, value: func(d Document, p contest.Pair) string { return d.shortPercentile(p, "-") }},
	{name: "z_score", minor: true, value: func(_ Document, p contest.Pair) string { return known(p.ZScore, evidence.ZScore, "-") }},
	{name: "similarity", value: func(_ Document, p contest.Pair) string { return evidence.Percent(p.Similarity) }},
	{name: "max", value: func(_ Document, p contest.Pair) string { return evidence.Percent(p.MaxSimilarity) }},
	{name: "longest", minor: true, value: func(_ Document, p contest.Pair) string { return strconv.Itoa(p.LongestMatch) }},
	{name: "tokens", minor: true, value: func(_ Document, p contest.Pair) string { return strconv.Itoa(p.MatchedTokens) }},
}

// known writes a figure, or a dash where it is not known.
func known(x *float64, write func(float64) string, dash string) string {
	if x == nil {
		return dash
	}
	return write(*x)
}

// Table writes the pairs as a table: max is the maximum similarity, longest and
// tokens are the tokens of the longest match and of all matches. On a terminal
// of so many columns, the last of the numbers are left out until there is room
// for names, and names that are too long are cut in the middle, with "…" for
// what is missing; a width of 0 cuts nothing.
func Table(w io.Writer, d Document, width int) error {
	out := bufio.NewWriter(w)
	if nothing := d.Check.Summary.Nothing(); nothing != "" {
		fmt.Fprintln(out, nothing)
		return out.Flush()
	}
	if len(d.Pairs) == 0 {
		// Below Keep nothing is stored, so nothing is known of it either.
		fmt.Fprintf(out, "No pair reaches a suspicion of %v.\n", max(d.Check.Parameters.Threshold, d.Check.Parameters.Keep))
		return out.Flush()
	}
	shown := columns
	rows := fill(shown, d)
	for width > 0 && needed(shown, rows) > width && slices.ContainsFunc(shown, isMinor) {
		shown = withoutLastMinor(shown)
		rows = fill(shown, d)
	}
	widths := columnWidths(shown, rows, width)
	for _, row := range rows {
		writeRow(out, shown, row, widths)
	}
	if simple := evidence.Simple(d.Problems); simple != "" {
		fmt.Fprintf(out, "\n%s\n", simple)
	}
	fmt.Fprintf(out, "\n%s\n", evidence.Notice)
	return out.Flush()
}

// fill writes out the columns of all pairs below their names.
func fill(columns []column, d Document) [][]string {
	rows := make([][]string, len(d.Pairs)+1)
	for i := range rows {
		rows[i] = make([]string, len(columns))
	}
	for c, column := range columns {
		rows[0][c] = column.name
		for i, p := range d.Pairs {
			rows[i+1][c] = evidence.Visible(column.value(d, p))
		}
	}
	return rows
}

const (
	columnGap = 2
	textWidth = 10 // of a text column before numbers are left out for its sake
)

// needed is the width of the table in which no text is cut to less than
// textWidth.
func needed(columns []column, rows [][]string) int {
	total := 0
	for i, width := range columnWidths(columns, rows, 0) {
		if columns[i].text {
			width = min(width, textWidth)
		}
		total += width + columnGap
	}
	return total - columnGap
}

func isMinor(c column) bool { return c.minor }

func withoutLastMinor(columns []column) []column {
	last := len(columns) - 1
	for !columns[last].minor {
		last--
	}
	return slices.Delete(slices.Clone(columns), last, last+1)
}

// columnWidths finds the width of each column. In a table limited in width the
// widest text column gives way first.
func columnWidths(columns []column, rows [][]string, limit int) []int {
	widths := make([]int, len(columns))
	total := columnGap * (len(columns) - 1)
	for i := range columns {
		for _, row := range rows {
			widths[i] = max(widths[i], uniseg.StringWidth(row[i]))
		}
		total += widths[i]
	}
	for limit > 0 && total > limit {
		widest := -1
		for i, c := range columns {
			if c.text && widths[i] > 1 && (widest < 0 || widths[i] > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			break
		}
		widths[widest]--
		total--
	}
	return widths
}

func writeRow(out *bufio.Writer, columns []column, row []string, widths []int) {
	var line strings.Builder
	for i, c := range columns {
		if i > 0 {
			line.WriteString(strings.Repeat(" ", columnGap))
		}
		text := shorten(row[i], widths[i])
		padding := strings.Repeat(" ", max(0, widths[i]-uniseg.StringWidth(text)))
		if c.text {
			line.WriteString(text + padding)
		} else {
			line.WriteString(padding + text)
		}
	}
	out.WriteString(strings.TrimRight(line.String(), " "))
	out.WriteByte('\n')
}

// shorten cuts text in the middle to a width in columns, at the borders of
// characters as people see them: names often differ at their ends alone.
func shorten(text string, width int) string {
	if uniseg.StringWidth(text) <= width {
		return text
	}
	var clusters []string
	var widths []int
	for rest, state := text, -1; rest != ""; {
		var cluster string
		var columns int
		cluster, rest, columns, state = uniseg.FirstGraphemeClusterInString(rest, state)
		clusters, widths = append(clusters, cluster), append(widths, columns)
	}
	left := width - 1 // one column for the sign
	head, tail := 0, len(clusters)
	for fromHead := true; head < tail; fromHead = !fromHead {
		at := head
		if !fromHead {
			at = tail - 1
		}
		if widths[at] > left {
			break
		}
		left -= widths[at]
		if fromHead {
			head++
		} else {
			tail--
		}
	}
	return strings.Join(clusters[:head], "") + "…" + strings.Join(clusters[tail:], "")
}
