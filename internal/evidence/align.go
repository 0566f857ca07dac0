package evidence

import (
	"cmp"
	"slices"
)

// minLikeness is how alike two lines must be to be set side by side, in
// thousandths of their words.
const minLikeness = 400

// maxAlignPairs bounds the pairs of lines that one block of changes compares.
const maxAlignPairs = 250_000

// align sets the lines of a block of changes side by side: each with one that
// is like it, in order, so that as many words as possible stand beside their
// like (Needleman and Wunsch 1970). A block of too many lines is paired from
// the top.
func align(removed, added []Cell) []Row {
	var rows []Row
	i, j := 0, 0
	for _, p := range likePairs(removed, added) {
		rows = appendUnpaired(rows, removed[i:p[0]], added[j:p[1]])
		rows = append(rows, pairRow(removed[p[0]], added[p[1]]))
		i, j = p[0]+1, p[1]+1
	}
	return appendUnpaired(rows, removed[i:], added[j:])
}

func pairRow(left, right Cell) Row {
	leftText, rightText := left.Line.text(), right.Line.text()
	if key(leftText) == key(rightText) {
		return Row{Equal, left, right}
	}
	left.Edits, right.Edits = differences(leftText, rightText)
	return Row{Changed, left, right}
}

func appendUnpaired(rows []Row, removed, added []Cell) []Row {
	for _, c := range removed {
		rows = append(rows, Row{Kind: Removed, Left: c})
	}
	for _, c := range added {
		rows = append(rows, Row{Kind: Added, Right: c})
	}
	return rows
}

// likePairs returns the pairs of indexes, in order.
func likePairs(removed, added []Cell) [][2]int {
	n, m := len(removed), len(added)
	var paired [][2]int
	if n*m > maxAlignPairs {
		for i := range min(n, m) {
			paired = append(paired, [2]int{i, i})
		}
		return paired
	}
	ids := make(map[string]int)
	left, right := bags(removed, ids), bags(added, ids)
	gain := make([][]int, n)
	best := make([][]int, n+1) // gain of the lines from i and from j on
	best[n] = make([]int, m+1)
	for i := n - 1; i >= 0; i-- {
		gain[i] = make([]int, m)
		best[i] = make([]int, m+1)
		for j := m - 1; j >= 0; j-- {
			gain[i][j] = left[i].gain(right[j])
			best[i][j] = max(best[i+1][j], best[i][j+1], gain[i][j]+best[i+1][j+1])
		}
	}
	for i, j := 0, 0; i < n && j < m; {
		switch {
		case gain[i][j] > 0 && best[i][j] == gain[i][j]+best[i+1][j+1]:
			paired = append(paired, [2]int{i, j})
			i, j = i+1, j+1
		case best[i][j] == best[i+1][j]:
			i++
		default:
			j++
		}
	}
	return paired
}

// bag holds the words of a line as sorted numbers; blanks are no words.
type bag []int

func bags(cells []Cell, ids map[string]int) []bag {
	bags := make([]bag, len(cells))
	for i, c := range cells {
		text := c.Line.text()
		for _, word := range texts(text, words(text)) {
			id, ok := ids[word]
			if !ok {
				id = len(ids)
				ids[word] = id
			}
			bags[i] = append(bags[i], id)
		}
		slices.SortFunc(bags[i], cmp.Compare[int])
	}
	return bags
}

// gain is what it is worth to set two lines side by side: the words that they
// share, more for lines that are all alike, and 0 for lines that are not alike
// enough. Two blank lines are worth least.
func (b bag) gain(c bag) int {
	if len(b)+len(c) == 0 {
		return 1
	}
	common := 0
	for i, j := 0, 0; i < len(b) && j < len(c); {
		switch {
		case b[i] < c[j]:
			i++
		case b[i] > c[j]:
			j++
		default:
			common++
			i, j = i+1, j+1
		}
	}
	likeness := 2000 * common / (len(b) + len(c)) // Dice (1945)
	if likeness < minLikeness {
		return 0
	}
	return common * likeness
}
