package hand

import (
	"bytes"

	"github.com/zeebo/xxh3"
)

// minLine is the length in bytes, without white space, of the shortest line that counts as repeated. Shorter lines,
// such as "}else{" and "break;", are punctuation and keywords, not a template.
const minLine = 8

// lineCounts has the count of each line. The key is the hash of the line without white space.
type lineCounts map[uint64]lineCount

// lineCount says how many programs have a line. last is the number, from 1, of the last such program.
type lineCount struct{ programs, last int32 }

func countLines(programs []Program) lineCounts {
	counts := make(lineCounts)
	for i, p := range programs {
		this := int32(i + 1)
		for _, file := range LimitFiles(p.Files) {
			for line := range bytes.Lines(file.Content) {
				h, length := hashLine(line)
				if c := counts[h]; length >= minLine && c.last != this {
					counts[h] = lineCount{c.programs + 1, this}
				}
			}
		}
	}
	return counts
}

// keptLines returns, for each line of a counted program, whether the line is kept. A line of at least minLine bytes is
// kept if no other program has it. Shorter lines between two repeated lines belong to a template; all others are kept.
func (counts lineCounts) keptLines(src []byte) []bool {
	var kept []bool
	isPreviousRepeated := false // of the previous line of at least minLine bytes
	firstShort := 0             // index of the line after it
	for line := range bytes.Lines(src) {
		h, length := hashLine(line)
		kept = append(kept, true)
		if length < minLine {
			continue
		}
		repeated := counts[h].programs > 1
		current := len(kept) - 1
		kept[current] = !repeated
		if repeated && isPreviousRepeated {
			clear(kept[firstShort:current])
		}
		isPreviousRepeated, firstShort = repeated, current+1
	}
	return kept
}

// hashLine returns the hash of a line without white space, and its length.
func hashLine(line []byte) (h uint64, length int) {
	var buffer [256]byte
	text := buffer[:0]
	for _, b := range line {
		if b > ' ' {
			text = append(text, b)
		}
	}
	return xxh3.Hash(text), len(text)
}
