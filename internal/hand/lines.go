package hand

import (
	"bytes"

	"github.com/zeebo/xxh3"
)

// minLine is the length in characters, without white space, of the shortest line that counts as repeated. Shorter ones,
// such as "}else{" and "break;", are marks and keywords, not a template.
const minLine = 8

// lineCounts counts the programs, one for each problem, that have a line, by its hash without white space.
type lineCounts map[uint64]lineCount

// lineCount is of how many programs, and the last of these that was counted, from 1.
type lineCount struct{ programs, last int32 }

func countLines(programs []Program) lineCounts {
	counts := make(lineCounts)
	for i, p := range programs {
		this := int32(i + 1)
		for _, file := range Cut(p.Files) {
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

// keep reports for each line of a counted program whether it stays: a line that another program has too does not. A
// shorter line stays, unless the next longer lines before and after it both go: it is a part of their template then.
func (counts lineCounts) keep(src []byte) []bool {
	var kept []bool
	afterRepeated, next := false, 0 // whether the last longer line goes; the line after it
	for line := range bytes.Lines(src) {
		h, length := hashLine(line)
		kept = append(kept, true)
		if length < minLine {
			continue
		}
		repeated := counts[h].programs > 1
		last := len(kept) - 1
		kept[last] = !repeated
		if repeated && afterRepeated {
			clear(kept[next:last])
		}
		afterRepeated, next = repeated, last+1
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
