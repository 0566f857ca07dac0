package report

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/rivo/uniseg"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
)

// column is one column of the table. Those of text give way where the table
// is too wide, those of numbers do not.
type column struct {
	name  string
	text  bool
	value func(contest.Pair) string
}

var columns = []column{
	{"rank", false, func(p contest.Pair) string { return strconv.Itoa(p.Rank) }},
	{"problem", true, func(p contest.Pair) string { return p.Problem }},
	{"language", true, func(p contest.Pair) string { return p.Language }},
	{"left", true, func(p contest.Pair) string { return p.Left.Participant }},
	{"right", true, func(p contest.Pair) string { return p.Right.Participant }},
	{"suspicion", false, func(p contest.Pair) string { return evidence.Score(p.Suspicion) }},
	{"similarity", false, func(p contest.Pair) string { return evidence.Percent(p.Similarity) }},
	{"max", false, func(p contest.Pair) string { return evidence.Percent(p.MaxSimilarity) }},
	{"longest", false, func(p contest.Pair) string { return strconv.Itoa(p.LongestMatch) }},
	{"tokens", false, func(p contest.Pair) string { return strconv.Itoa(p.MatchedTokens) }},
}

// Table writes the pairs as a table: max is the maximum similarity, longest and
// tokens are the tokens of the longest match and of all matches. On a terminal
// of so many columns, names that are too long are cut in the middle, with "…"
// for what is missing; a width of 0 cuts nothing.
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
	rows := make([][]string, 0, len(d.Pairs)+1)
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.name
	}
	rows = append(rows, names)
	for _, p := range d.Pairs {
		row := make([]string, len(columns))
		for i, c := range columns {
			row[i] = evidence.Visible(c.value(p))
		}
		rows = append(rows, row)
	}
	widths := columnWidths(rows, width)
	for _, row := range rows {
		writeRow(out, row, widths)
	}
	fmt.Fprintf(out, "\n%s\n", evidence.Notice)
	return out.Flush()
}

const columnGap = 2

// columnWidths finds the width of each column. In a table limited in width the
// widest text column gives way first.
func columnWidths(rows [][]string, limit int) []int {
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

func writeRow(out *bufio.Writer, row []string, widths []int) {
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
