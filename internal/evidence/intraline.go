package evidence

import (
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
	i, j := 0, 0
	for _, e := range edits(texts(left, leftWords), texts(right, rightWords)) {
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

// words finds the words of a line: runs of letters, digits and _, and each
// other sign by itself. Blanks are no words.
func words(line string) []bounds {
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

func texts(line string, words []bounds) []string {
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
