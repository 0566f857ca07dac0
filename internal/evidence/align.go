package evidence

import (
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// minSimilarity is the similarity that two lines need to be aligned, in thousandths of
// their words.
const minSimilarity = 400

// maxAlignPairs limits the pairs of lines compared in one block of changes.
const maxAlignPairs = 250_000

// align pairs similar lines of a block of changes in order, maximising the number of
// equal words (Needleman and Wunsch 1970). In a block with too many lines it pairs them
// from the top.
func align(removed, added []Cell) []Row {
	var rows []Row
	i, j := 0, 0
	for _, p := range pairLines(removed, added) {
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

// pairLines returns the pairs of indexes in order.
func pairLines(removed, added []Cell) [][2]int {
	n, m := len(removed), len(added)
	var paired [][2]int
	if n*m > maxAlignPairs {
		for i := range min(n, m) {
			paired = append(paired, [2]int{i, i})
		}
		return paired
	}
	ids := make(map[string]int)
	left, right := wordBags(removed, ids), wordBags(added, ids)
	gain := make([][]int, n)
	best := make([][]int, n+1) // total gain of the lines from i and from j on
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

// wordBag holds the words of a line as sorted numbers.
type wordBag []int

func wordBags(cells []Cell, ids map[string]int) []wordBag {
	bags := make([]wordBag, len(cells))
	for i, c := range cells {
		text := c.Line.text()
		for _, word := range wordTexts(text, splitWords(text)) {
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

// gain returns the value of pairing two lines: their common words, weighted by the
// similarity of the lines, 0 if that is too low, and 1 for two blank lines.
func (b wordBag) gain(c wordBag) int {
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
	similarity := 2000 * common / (len(b) + len(c)) // Dice (1945)
	if similarity < minSimilarity {
		return 0
	}
	return common * similarity
}

// maxLineWords limits the words of a line with marked changes. All of a longer line
// counts as changed.
const maxLineWords = 2000

// differences returns the words of each line that the other does not have.
func differences(left, right string) (inLeft, inRight []bounds) {
	leftWords, rightWords := splitWords(left), splitWords(right)
	if len(leftWords) > maxLineWords || len(rightWords) > maxLineWords {
		return []bounds{{0, len(left)}}, []bounds{{0, len(right)}}
	}
	i, j := 0, 0
	for _, e := range edits(wordTexts(left, leftWords), wordTexts(right, rightWords)) {
		if e.op == diffmatchpatch.DiffDelete {
			inLeft = append(inLeft, bounds{leftWords[i].start, leftWords[i+e.count-1].end})
		}
		if e.op == diffmatchpatch.DiffInsert {
			inRight = append(inRight, bounds{rightWords[j].start, rightWords[j+e.count-1].end})
		}
		if e.op != diffmatchpatch.DiffInsert {
			i += e.count
		}
		if e.op != diffmatchpatch.DiffDelete {
			j += e.count
		}
	}
	return inLeft, inRight
}

// splitWords returns the words of a line: runs of letters, digits and _, and every
// other character except blanks.
func splitWords(line string) []bounds {
	var words []bounds
	previous := blank
	for i, r := range line {
		class := classOf(r)
		end := i + len(string(r))
		switch {
		case class == blank:
		case class == letter && previous == letter:
			words[len(words)-1].end = end
		default:
			words = append(words, bounds{i, end})
		}
		previous = class
	}
	return words
}

func wordTexts(line string, words []bounds) []string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = line[w.start:w.end]
	}
	return texts
}

type runeClass uint8

const (
	sign runeClass = iota
	letter
	blank
)

func classOf(r rune) runeClass {
	switch {
	case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
		return letter
	case unicode.IsSpace(r):
		return blank
	}
	return sign
}

// edit is a run of items of both sides or of one.
type edit struct {
	op    diffmatchpatch.Operation
	count int
}

// edits returns a shortest edit script for two lists of words or lines (Myers 1986). Its
// time is quadratic in the number of items, which callers must limit.
func edits(left, right []string) []edit {
	// The library compares runes, so each distinct item becomes one.
	runes := make(map[string]rune)
	encode := func(items []string) []rune {
		encoded := make([]rune, len(items))
		for i, item := range items {
			r, ok := runes[item]
			if !ok {
				r = runeFor(len(runes))
				runes[item] = r
			}
			encoded[i] = r
		}
		return encoded
	}
	differ := diffmatchpatch.New()
	differ.DiffTimeout = 0 // the result must not depend on the clock
	a, b := encode(left), encode(right)
	var script []edit
	for _, d := range differ.DiffMainRunes(a, b, false) {
		if n := utf8.RuneCountInString(d.Text); n > 0 {
			script = append(script, edit{d.Type, n})
		}
	}
	return script
}

// runeFor returns the rune of item i, skipping the surrogates, which strings cannot hold.
func runeFor(i int) rune {
	const surrogates, count = 0xD800, 0x800
	r := rune(i + 1)
	if r >= surrogates {
		r += count
	}
	return r
}
