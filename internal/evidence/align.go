package evidence

// Lines are paired where at least likeness of their words, in thousandths, are
// the same.
const likeness = 400

// maxAlignPairs bounds the pairs of lines that one block of changes compares.
const maxAlignPairs = 10_000

// align pairs the lines that one side has in place of the other's, each with
// the one that is most like it, in order: the alignment with the largest sum
// of likeness (Needleman and Wunsch 1970). A block of too many lines is paired
// from the top.
func align(removed, added []Cell) []Row {
	var rows []Row
	i, j := 0, 0
	for _, p := range likePairs(removed, added) {
		rows = appendUnpaired(rows, removed[i:p[0]], added[j:p[1]])
		left, right := removed[p[0]], added[p[1]]
		left.Edits, right.Edits = differences(left.Line.text(), right.Line.text())
		rows = append(rows, Row{Changed, left, right})
		i, j = p[0]+1, p[1]+1
	}
	return appendUnpaired(rows, removed[i:], added[j:])
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
	left, right := wordCounts(removed), wordCounts(added)
	like := make([][]int, n)
	best := make([][]int, n+1) // of the lines from i and from j on
	best[n] = make([]int, m+1)
	for i := n - 1; i >= 0; i-- {
		like[i] = make([]int, m)
		best[i] = make([]int, m+1)
		for j := m - 1; j >= 0; j-- {
			best[i][j] = max(best[i+1][j], best[i][j+1])
			like[i][j] = left[i].likeness(right[j])
			if like[i][j] >= likeness {
				best[i][j] = max(best[i][j], like[i][j]+best[i+1][j+1])
			}
		}
	}
	for i, j := 0, 0; i < n && j < m; {
		switch {
		case like[i][j] >= likeness && best[i][j] == like[i][j]+best[i+1][j+1]:
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

// bag counts the words of a line, blanks not.
type bag struct {
	counts map[string]int
	total  int
}

func wordCounts(cells []Cell) []bag {
	bags := make([]bag, len(cells))
	for i, c := range cells {
		bags[i].counts = make(map[string]int)
		for _, word := range words(c.Line.text()) {
			if !isBlank(word) {
				bags[i].counts[word]++
				bags[i].total++
			}
		}
	}
	return bags
}

// likeness is the Dice coefficient of two bags in thousandths.
func (b bag) likeness(c bag) int {
	if b.total+c.total == 0 {
		return 0
	}
	common := 0
	for word, n := range b.counts {
		common += min(n, c.counts[word])
	}
	return 2000 * common / (b.total + c.total)
}
