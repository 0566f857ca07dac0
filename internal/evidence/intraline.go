package evidence

import (
	"strings"
	"unicode"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// maxLineWords bounds the words of a line whose changes are looked for. In a
// longer line everything counts as changed.
const maxLineWords = 2000

// differences tells what of each line the other does not have, by words.
// Blanks alone are no difference.
func differences(left, right string) (inLeft, inRight []bounds) {
	leftWords, rightWords := words(left), words(right)
	if len(leftWords) > maxLineWords || len(rightWords) > maxLineWords {
		return []bounds{{0, len(left)}}, []bounds{{0, len(right)}}
	}
	i, j := 0, 0 // bytes
	for _, e := range edits(leftWords, rightWords) {
		if e.op != diffmatchpatch.DiffInsert {
			leftWords, i, inLeft = pass(leftWords, e, i, inLeft)
		}
		if e.op != diffmatchpatch.DiffDelete {
			rightWords, j, inRight = pass(rightWords, e, j, inRight)
		}
	}
	return inLeft, inRight
}

// pass steps over the words of an edit and notes their bytes if they are not
// equal. Neighbours are joined.
func pass(words []string, e edit, at int, found []bounds) ([]string, int, []bounds) {
	text := strings.Join(words[:e.count], "")
	end := at + len(text)
	if e.op != diffmatchpatch.DiffEqual && !isBlank(text) {
		if n := len(found); n > 0 && found[n-1].end == at {
			found[n-1].end = end
		} else {
			found = append(found, bounds{at, end})
		}
	}
	return words[e.count:], end, found
}

// words cuts a line into words (letters, digits and _), runs of blanks, and
// single signs. Joined, they are the line again.
func words(line string) []string {
	var words []string
	start := 0
	previous := sign
	for i, r := range line {
		class := classOfRune(r)
		if i > start && (class != previous || class == sign) {
			words = append(words, line[start:i])
			start = i
		}
		previous = class
	}
	if start < len(line) {
		words = append(words, line[start:])
	}
	return words
}

type runeClass uint8

const (
	sign runeClass = iota
	letter
	blank
)

func classOfRune(r rune) runeClass {
	switch {
	case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
		return letter
	case unicode.IsSpace(r):
		return blank
	}
	return sign
}

func isBlank(s string) bool {
	return strings.TrimSpace(s) == ""
}
