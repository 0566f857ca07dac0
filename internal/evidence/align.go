package evidence

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// minSimilarity is the least similarity (Dice 1945) of two aligned lines, in thousandths.
const minSimilarity = 400

// maxAlignPairs bounds the pairs of lines that are compared in one block of changes.
const maxAlignPairs = 250_000

const (
	// maxAlignSteps bounds the work of aligning the changed lines of one line diff: half a second. A step takes
	// about 4 ns. Two programs with 4,800 lines of 20 words, all different, take a ninth of the steps.
	maxAlignSteps = 128 << 20
	// wordPairSteps is the number of steps to compare a word of one line with a word of the other, to mark single changes.
	wordPairSteps = 8
)

// aligner aligns the lines of one line diff.
type aligner struct{ stepsLeft int }

// take reports whether the given number of steps is left, and takes them.
func (a *aligner) take(steps int) bool {
	if steps > a.stepsLeft {
		return false
	}
	a.stepsLeft -= steps
	return true
}

// align pairs similar lines of a block of changes, so that most words are equal (Needleman and Wunsch 1970).
// It does not change the order of lines. In a block with too many lines or words, it pairs the first lines of both
// sides, the second lines, and so on.
func (a *aligner) align(removed, added []diffCell) (rows []diffRow) {
	addUnpaired := func(removed, added []diffCell) {
		for _, c := range removed {
			rows = append(rows, diffRow{Kind: removedRow, Left: c})
		}
		for _, c := range added {
			rows = append(rows, diffRow{Kind: addedRow, Right: c})
		}
	}
	i, j := 0, 0
	for _, p := range a.pairLines(removed, added) {
		left, right := removed[p[0]], added[p[1]]
		addUnpaired(removed[i:p[0]], added[j:p[1]])
		kind, leftText, rightText := equalRow, left.Line.text(), right.Line.text()
		if removeBlanks(leftText) != removeBlanks(rightText) {
			kind = changedRow
			left.Edits, right.Edits = a.differences(leftText, rightText)
		}
		rows = append(rows, diffRow{kind, left, right})
		i, j = p[0]+1, p[1]+1
	}
	addUnpaired(removed[i:], added[j:])
	return rows
}

// pairLines returns the pairs of lines that align shows beside each other, as indices of removed and added.
func (a *aligner) pairLines(removed, added []diffCell) (linePairs [][2]int) {
	n, m := len(removed), len(added)
	numbers := make(map[string]int) // a number for each distinct word
	left, right := wordBags(removed, numbers), wordBags(added, numbers)
	if n*m > maxAlignPairs || !a.take(m*countWords(left)+n*countWords(right)) {
		for i := range min(n, m) {
			linePairs = append(linePairs, [2]int{i, i})
		}
		return linePairs
	}
	gain := make([][]int, n)
	best := make([][]int, n+1) // best[i][j] is the largest total gain of removed[i:] and added[j:]
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
			linePairs = append(linePairs, [2]int{i, j})
			i, j = i+1, j+1
		case best[i][j] == best[i+1][j]:
			i++
		default:
			j++
		}
	}
	return linePairs
}

// wordBag holds the words of a line as sorted numbers.
type wordBag []int

// wordBags returns the words of each line. It adds new words to numbers.
func wordBags(cells []diffCell, numbers map[string]int) []wordBag {
	bags := make([]wordBag, len(cells))
	for i, c := range cells {
		text := c.Line.text()
		for _, word := range wordTexts(text, splitWords(text)) {
			if _, ok := numbers[word]; !ok {
				numbers[word] = len(numbers)
			}
			bags[i] = append(bags[i], numbers[word])
		}
		slices.Sort(bags[i])
	}
	return bags
}

func countWords(bags []wordBag) (n int) {
	for _, b := range bags {
		n += len(b)
	}
	return n
}

// gain says how useful it is to pair two lines. It is the number of words that both lines have, times the
// similarity of the lines. It is 0 for a similarity below minSimilarity, and 1 for two blank lines.
func (b wordBag) gain(c wordBag) int {
	if len(b)+len(c) == 0 {
		return 1
	}
	shared := 0
	for i, j := 0, 0; i < len(b) && j < len(c); {
		switch {
		case b[i] < c[j]:
			i++
		case b[i] > c[j]:
			j++
		default:
			shared++
			i, j = i+1, j+1
		}
	}
	similarity := 2000 * shared / (len(b) + len(c)) // in thousandths
	if similarity < minSimilarity {
		return 0
	}
	return shared * similarity
}

// differences returns the words of each line that the other line does not have. It returns the whole lines
// if too few steps are left to find the words.
func (a *aligner) differences(left, right string) (inLeft, inRight []byteRange) {
	leftWords, rightWords := splitWords(left), splitWords(right)
	if !a.take(wordPairSteps * len(leftWords) * len(rightWords)) {
		return []byteRange{{0, len(left)}}, []byteRange{{0, len(right)}}
	}
	i, j := 0, 0
	for _, run := range alignedRuns(wordTexts(left, leftWords), wordTexts(right, rightWords)) {
		if run.right == 0 {
			inLeft = append(inLeft, byteRange{leftWords[i].start, leftWords[i+run.left-1].end})
		}
		if run.left == 0 {
			inRight = append(inRight, byteRange{rightWords[j].start, rightWords[j+run.right-1].end})
		}
		i, j = i+run.left, j+run.right
	}
	return inLeft, inRight
}

// splitWords returns the words of a line. A word is a run of word characters, or one other character that is
// no blank.
func splitWords(line string) (words []byteRange) {
	inWord := false
	for i, r := range line {
		end, wasInWord := i+len(string(r)), inWord
		inWord = isWordCharacter(r)
		if inWord && wasInWord {
			words[len(words)-1].end = end
		} else if !unicode.IsSpace(r) {
			words = append(words, byteRange{i, end})
		}
	}
	return words
}

func isWordCharacter(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

func wordTexts(line string, words []byteRange) []string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = line[w.start:w.end]
	}
	return texts
}

// alignedRun is a run of items. left and right are the numbers of its items on the two sides. If both sides have
// the run, the numbers are equal. If only one side has it, the other number is 0.
type alignedRun struct{ left, right int }

// alignedRuns returns a shortest edit script (Myers 1986), with the equal runs. The items must not contain line ends. The time
// is quadratic in their number.
func alignedRuns(left, right []string) (runs []alignedRun) {
	lines := func(items []string) string { return strings.Join(append(slices.Clip(items), ""), "\n") }
	differ := diffmatchpatch.New()
	differ.DiffTimeout = 0 // the result must not depend on the clock
	// The library compares runes, so each distinct item gets a rune.
	leftRunes, rightRunes, _ := differ.DiffLinesToRunes(lines(left), lines(right))
	for _, d := range differ.DiffMainRunes(leftRunes, rightRunes, false) {
		n := utf8.RuneCountInString(d.Text)
		if run := (alignedRun{n, n}); n > 0 {
			if d.Type == diffmatchpatch.DiffDelete {
				run.right = 0
			} else if d.Type == diffmatchpatch.DiffInsert {
				run.left = 0
			}
			runs = append(runs, run)
		}
	}
	return runs
}
