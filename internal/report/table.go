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
	"github.com/ojcheck/ojcheck/internal/text"
)

// listedPair is a pair in its document.
type listedPair struct {
	Document
	contest.Pair
}

var columns = []column[listedPair]{
	{name: "rank", value: func(p listedPair) string { return strconv.Itoa(p.Rank) }},
	{name: "problem", text: true, value: func(p listedPair) string { return p.Problem }},
	{name: "language", text: true, value: func(p listedPair) string { return p.Language }},
	{name: "left", text: true, value: func(p listedPair) string { return p.Left.Participant }},
	{name: "right", text: true, value: listedPair.right},
	{name: "suspicion", value: func(p listedPair) string { return text.Score(p.Suspicion) }},
	{name: "percentile", minor: true, value: func(p listedPair) string { return p.shortPercentile(p.Pair, "-") }},
	{name: "z_score", minor: true, value: func(p listedPair) string { return known(p.ZScore, evidence.ZScore, "-") }},
	{name: "similarity", value: func(p listedPair) string { return text.Percent(p.Similarity) }},
	{name: "max", value: func(p listedPair) string { return text.Percent(p.MaxSimilarity) }},
	{name: "longest", minor: true, value: func(p listedPair) string { return strconv.Itoa(p.LongestMatch) }},
	{name: "tokens", minor: true, value: func(p listedPair) string { return strconv.Itoa(p.MatchedTokens) }},
}

// right names the right participant, with the earlier contest if there is one.
func (p listedPair) right() string {
	if earlier := evidence.EarlierContest(p.Right); earlier != "" {
		return p.Right.Participant + " (" + earlier + ")"
	}
	return p.Right.Participant
}

// known formats a value, or returns dash if it is nil.
func known[T any](x *T, format func(T) string, dash string) string {
	if x == nil {
		return dash
	}
	return format(*x)
}

// Table writes the pairs as a table: max is the maximum similarity, longest and tokens are the
// tokens of the longest match and of all matches. The table fits a terminal of width columns;
// a width of 0 cuts nothing.
func Table(w io.Writer, d Document, width int) error {
	out := bufio.NewWriter(w)
	if nothing := d.Check.Summary.EmptyReason(); nothing != "" {
		fmt.Fprintln(out, nothing)
		return out.Flush()
	}
	if len(d.Pairs) == 0 {
		// Pairs below Keep are not stored.
		fmt.Fprintf(out, "No pair reaches a suspicion of %v.\n", max(d.Check.Parameters.Threshold, d.Check.Parameters.Keep))
		return out.Flush()
	}
	items := make([]listedPair, len(d.Pairs))
	for i, p := range d.Pairs {
		items[i] = listedPair{d, p}
	}
	writeTable(out, columns, items, width)
	if simple := evidence.TooSimple(d.Problems); simple != "" {
		fmt.Fprintf(out, "\n%s\n", simple)
	}
	fmt.Fprintf(out, "\n%s\n", evidence.Notice)
	return out.Flush()
}

// column is one column of a table. In a table that is too wide, text columns shrink and minor
// columns disappear.
type column[T any] struct {
	name  string
	text  bool
	minor bool
	value func(T) string
}

// writeTable writes items below the names of the columns. To fit the width it drops minor
// columns from the last on, until text columns have textWidth, and then shortens texts in the
// middle with "…". A width of 0 cuts nothing.
func writeTable[T any](out *bufio.Writer, columns []column[T], items []T, width int) {
	rows := tableRows(columns, items)
	for width > 0 && minWidth(columns, rows) > width {
		last := len(columns) - 1
		for last >= 0 && !columns[last].minor {
			last--
		}
		if last < 0 {
			break
		}
		columns = slices.Concat(columns[:last], columns[last+1:])
		rows = tableRows(columns, items)
	}
	widths := columnWidths(columns, rows, width)
	for _, row := range rows {
		writeRow(out, columns, row, widths)
	}
}

// tableRows returns the names of the columns and the values of all items.
func tableRows[T any](columns []column[T], items []T) [][]string {
	rows := make([][]string, len(items)+1)
	for i := range rows {
		rows[i] = make([]string, len(columns))
	}
	for c, column := range columns {
		rows[0][c] = column.name
		for i, item := range items {
			rows[i+1][c] = text.Visible(column.value(item))
		}
	}
	return rows
}

const (
	columnGap = 2
	textWidth = 10 // below which a text column makes minor columns disappear
)

// minWidth returns the width of the table with texts cut to textWidth.
func minWidth[T any](columns []column[T], rows [][]string) int {
	total := 0
	for i, width := range columnWidths(columns, rows, 0) {
		if columns[i].text {
			width = min(width, textWidth)
		}
		total += width + columnGap
	}
	return total - columnGap
}

// columnWidths returns the width of each column. With a limit, the widest text column shrinks
// first.
func columnWidths[T any](columns []column[T], rows [][]string, limit int) []int {
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

func writeRow[T any](out *bufio.Writer, columns []column[T], row []string, widths []int) {
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

// shorten cuts text in the middle to a width in columns, between grapheme clusters: names
// often differ only at their ends.
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
	left := width - 1 // one column for "…"
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
