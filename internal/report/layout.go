package report

import (
	"bufio"
	"slices"
	"strings"

	"github.com/rivo/uniseg"

	"github.com/ojcheck/ojcheck/internal/text"
)

// column is one column of a table of items. Those of text give way where the
// table is too wide; those of numbers do not, but the minor ones are left out.
type column[T any] struct {
	name  string
	text  bool
	minor bool
	value func(T) string
}

// writeTable writes items below the names of the columns. On a terminal of so
// many columns, the last of the numbers are left out until there is room for
// names, and names that are too long are cut in the middle, with "…" for what is
// missing; a width of 0 cuts nothing.
func writeTable[T any](out *bufio.Writer, columns []column[T], items []T, width int) {
	rows := fill(columns, items)
	for width > 0 && needed(columns, rows) > width && slices.ContainsFunc(columns, isMinor[T]) {
		columns = withoutLastMinor(columns)
		rows = fill(columns, items)
	}
	widths := columnWidths(columns, rows, width)
	for _, row := range rows {
		writeRow(out, columns, row, widths)
	}
}

// fill writes out the columns of all items below their names.
func fill[T any](columns []column[T], items []T) [][]string {
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
	textWidth = 10 // of a text column before numbers are left out for its sake
)

// needed is the width of the table in which no text is cut to less than
// textWidth.
func needed[T any](columns []column[T], rows [][]string) int {
	total := 0
	for i, width := range columnWidths(columns, rows, 0) {
		if columns[i].text {
			width = min(width, textWidth)
		}
		total += width + columnGap
	}
	return total - columnGap
}

func isMinor[T any](c column[T]) bool { return c.minor }

func withoutLastMinor[T any](columns []column[T]) []column[T] {
	last := len(columns) - 1
	for !columns[last].minor {
		last--
	}
	return slices.Delete(slices.Clone(columns), last, last+1)
}

// columnWidths finds the width of each column. In a table limited in width the
// widest text column gives way first.
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
