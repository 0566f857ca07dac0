package hand

import (
	"bytes"
	"maps"

	"github.com/zeebo/xxh3"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// minLine is the length in characters, without white space, of the shortest line that counts as repeated. Shorter ones,
// such as "}else{" and "break;", are marks and keywords, not a template.
const minLine = 8

// lineSet has lines by their hashes, without white space, so that a template is found in another layout too.
type lineSet map[uint64]struct{}

func linesOf(files []contest.File) lineSet {
	s := make(lineSet)
	for _, file := range files {
		for line := range bytes.Lines(file.Content[:min(len(file.Content), MaxBytes)]) {
			if h, length := hashLine(line); length >= minLine {
				s[h] = struct{}{}
			}
		}
	}
	return s
}

func (s lineSet) addAll(other lineSet) { maps.Copy(s, other) }

// keep reports for each line of src whether it stays: a line that s has does not. A shorter line stays, unless the
// next longer lines before and after it both go: it is a part of their template then.
func (s lineSet) keep(src []byte) []bool {
	var kept []bool
	afterRepeated, next := false, 0 // whether the last longer line goes; the line after it
	for line := range bytes.Lines(src) {
		h, length := hashLine(line)
		kept = append(kept, true)
		if length < minLine {
			continue
		}
		_, repeated := s[h]
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
