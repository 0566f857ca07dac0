package driver

import (
	"slices"
	"unicode"
)

// charsAhead returns the number of characters that remain in reading direction.
func charsAhead(pos, length int32, instr *instruction) int32 {
	if instr.step < 0 {
		return pos
	}
	return length - pos
}

// skipClass returns the position after at most instr.count characters of the instruction's class.
func skipClass(text []rune, pos int32, instr *instruction) int32 {
	n := min(instr.count, charsAhead(pos, int32(len(text)), instr))
	if instr.step < 0 {
		for end := pos - n; pos > end && instr.class.has(text[pos-1]); {
			pos--
		}
		return pos
	}
	class := instr.class
	for i, r := range text[pos : pos+n] {
		if !class.has(r) {
			return pos + int32(i)
		}
	}
	return pos + n
}

// charsAt returns the start of the next n characters in reading direction; ok is false if there are fewer.
func charsAt(text []rune, pos, n int32, instr *instruction) (start int32, ok bool) {
	if instr.step < 0 {
		pos -= n
	}
	return pos, pos >= 0 && pos+n <= int32(len(text))
}

// matchText returns the position after the instruction's text; -1 if the text at pos is different.
func matchText(text []rune, pos int32, instr *instruction) int32 {
	n := int32(len(instr.text))
	start, ok := charsAt(text, pos, n, instr)
	if !ok || !slices.Equal(text[start:start+n], instr.text) {
		return -1
	}
	return pos + n*instr.step
}

// matchGroup returns the position after a copy of the group's text; -1 if there is none at pos.
func matchGroup(text []rune, pos int32, g span, instr *instruction) int32 {
	n := g.end - g.start
	start, ok := charsAt(text, pos, n, instr)
	if !ok {
		return -1
	}
	for i := range n {
		a, b := text[g.start+i], text[start+i]
		if a != b && !(instr.fold && unicode.ToLower(a) == unicode.ToLower(b)) {
			return -1
		}
	}
	return pos + n*instr.step
}
