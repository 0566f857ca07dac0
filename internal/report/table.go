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
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
)

type listedPair struct {
	*Document
	contest.Pair
}

var columns = []column[listedPair]{
	{name: "rank", value: func(p listedPair) string { return strconv.Itoa(p.Rank) }},
	{name: "problem", isText: true, value: func(p listedPair) string { return p.Problem }},
	{name: "language", isText: true, value: func(p listedPair) string { return tableLanguage(p.Pair) }},
	{name: "left", isText: true, value: func(p listedPair) string { return p.Left.Participant }},
	{name: "right", isText: true, value: listedPair.rightName},
	{name: "suspicion", value: func(p listedPair) string { return i18n.English().Score(p.Suspicion) }},
	{name: "percentile", isMinor: true, value: func(p listedPair) string {
		return p.shortPercentile(i18n.English(), p.Pair, "-")
	}},
	{name: "chance", value: func(p listedPair) string { return chance(i18n.English(), p.Pair, "-") }},
	{name: "similarity", isMinor: true, value: func(p listedPair) string { return i18n.English().Percent(p.Similarity) }},
	{name: "max", value: func(p listedPair) string { return i18n.English().Percent(p.MaxSimilarity) }},
	{name: "longest", isMinor: true, value: func(p listedPair) string { return strconv.Itoa(p.LongestMatch) }},
	{name: "tokens", isMinor: true, value: func(p listedPair) string { return strconv.Itoa(p.MatchedTokens) }},
}

// tableLanguage returns the family of languages, such as "c++". For a pair across languages it returns both:
// "C++ / Java".
func tableLanguage(p contest.Pair) string {
	if p.AcrossLanguages() {
		return evidence.Languages(i18n.English(), p)
	}
	return p.Language
}

// rightName returns the name of the right participant, with the earlier contest if the program is from one.
func (p listedPair) rightName() string {
	if earlier := evidence.EarlierContest(i18n.English(), p.Right); earlier != "" {
		return p.Right.Participant + " (" + earlier + ")"
	}
	return p.Right.Participant
}

// formatOr formats a value, or returns dash if it is nil.
func formatOr[T any](x *T, format func(T) string, dash string) string {
	if x == nil {
		return dash
	}
	return format(*x)
}

// Table writes the pairs as a table. The column max has the maximum similarity. The columns longest and
// tokens have the numbers of tokens in the longest match and in all matches. The table fits a terminal of
// width columns. A width of 0 cuts nothing.
func Table(w io.Writer, d Document, width int) error {
	out := bufio.NewWriter(w)
	if reason := d.Check.Summary.EmptyReason(i18n.English()); reason != "" {
		fmt.Fprintln(out, reason)
		return out.Flush()
	}
	if len(d.Pairs) == 0 {
		parameters := d.Check.Parameters
		parameters.Threshold = max(parameters.Threshold, parameters.Keep) // pairs below Keep are not stored
		fmt.Fprintf(out, "No pairs %s.\n", parameters.ListedText(i18n.English()))
		return out.Flush()
	}
	items := make([]listedPair, len(d.Pairs))
	for i, p := range d.Pairs {
		items[i] = listedPair{&d, p}
	}
	writeTable(out, columns, items, width)
	if simple := evidence.TooSimpleSentence(i18n.English(), d.Histograms); simple != "" {
		fmt.Fprintf(out, "\n%s\n", simple)
	}
	fmt.Fprintf(out, "\n%s\n", evidence.Notice)
	return out.Flush()
}

// column is one column of a table. In a narrow table minor columns disappear, and text columns shrink.
type column[T any] struct {
	name    string
	isText  bool
	isMinor bool
	value   func(T) string
}

// writeTable writes items below the names of the columns. To fit the width, it drops minor columns, from the
// last to the first, and then shortens texts with "…". A width of 0 cuts nothing.
func writeTable[T any](out *bufio.Writer, columns []column[T], items []T, width int) {
	rows := tableRows(columns, items)
	for last := len(columns) - 1; width > 0 && last >= 0 && minWidth(columns, rows) > width; last-- {
		if columns[last].isMinor {
			columns = slices.Concat(columns[:last], columns[last+1:])
			rows = tableRows(columns, items)
		}
	}
	widths := columnWidths(columns, rows, width)
	for _, row := range rows {
		line := ""
		for i, c := range columns {
			cell := shorten(row[i], widths[i])
			padding := strings.Repeat(" ", max(0, widths[i]-uniseg.StringWidth(cell)))
			if c.isText {
				cell += padding
			} else {
				cell = padding + cell
			}
			line += cell + strings.Repeat(" ", columnGap)
		}
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

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
	textWidth = 10 // minor columns disappear until text columns have at least this width
)

func minWidth[T any](columns []column[T], rows [][]string) int {
	total := 0
	for i, width := range columnWidths(columns, rows, 0) {
		if columns[i].isText {
			width = min(width, textWidth)
		}
		total += width + columnGap
	}
	return total - columnGap
}

// columnWidths returns the widths of the columns. To fit a limit, it shrinks the widest text column again and
// again. A limit of 0 shrinks nothing.
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
			if c.isText && widths[i] > 1 && (widest < 0 || widths[i] > widths[widest]) {
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

// shorten cuts words to a width. It cuts the middle, because names differ at the ends. It splits no grapheme
// cluster.
func shorten(words string, width int) string {
	if uniseg.StringWidth(words) <= width {
		return words
	}
	var clusters []string
	var widths []int
	for rest, state := words, -1; rest != ""; {
		var cluster string
		var columns int
		cluster, rest, columns, state = uniseg.FirstGraphemeClusterInString(rest, state)
		clusters, widths = append(clusters, cluster), append(widths, columns)
	}
	free := width - 1 // one column for "…"
	head, tail := 0, len(clusters)
	for fromHead := true; head < tail; fromHead = !fromHead {
		next := tail - 1
		if fromHead {
			next = head
		}
		if widths[next] > free {
			break
		}
		free -= widths[next]
		if fromHead {
			head++
		} else {
			tail--
		}
	}
	return strings.Join(clusters[:head], "") + "…" + strings.Join(clusters[tail:], "")
}
