package driver

import "slices"

// Operands of instructions: the stack, the captures, and the characters before or after
// a position.

func (m *machine) pop() int32 {
	n := len(m.stack) - 1
	v := m.stack[n]
	m.stack = m.stack[:n]
	return v
}

func (m *machine) pop2() (first, second int32) {
	n := len(m.stack) - 2
	first, second = m.stack[n], m.stack[n+1]
	m.stack = m.stack[:n]
	return first, second
}

// restore undoes all captures from an index on.
func (m *machine) restore(from int32) {
	for i := int32(len(m.captures)) - 1; i >= from; i-- {
		c := m.captures[i]
		m.groups[c.group] = c.span
	}
	m.captures = m.captures[:from]
}

// charsLeft returns the number of characters left in reading direction.
func charsLeft(pos, length int32, in *instruction) int32 {
	if in.step < 0 {
		return pos
	}
	return length - pos
}

// skipClass returns the position after the characters of the instruction's class, at
// most in.count.
func skipClass(text []rune, pos int32, in *instruction) int32 {
	n := min(in.count, charsLeft(pos, int32(len(text)), in))
	if in.step < 0 {
		for end := pos - n; pos > end && in.class.has(text[pos-1]); {
			pos--
		}
		return pos
	}
	class := in.class
	for i, r := range text[pos : pos+n] {
		if !class.has(r) {
			return pos + int32(i)
		}
	}
	return pos + n
}

// charsAt returns the start of the n characters at a position in reading direction; ok is
// false if there are fewer.
func charsAt(text []rune, pos, n int32, in *instruction) (start int32, ok bool) {
	if in.step < 0 {
		pos -= n
	}
	return pos, pos >= 0 && pos+n <= int32(len(text))
}

// matchText returns the position after the instruction's text, or -1.
func matchText(text []rune, pos int32, in *instruction) int32 {
	n := int32(len(in.text))
	start, ok := charsAt(text, pos, n, in)
	if !ok || !slices.Equal(text[start:start+n], in.text) {
		return -1
	}
	return pos + n*in.step
}

// matchGroup returns the position after a copy of the group's text, or -1.
func matchGroup(text []rune, pos int32, g span, in *instruction) int32 {
	n := g.end - g.start
	start, ok := charsAt(text, pos, n, in)
	if !ok {
		return -1
	}
	for i := range n {
		a, b := text[g.start+i], text[start+i]
		if a != b && !(in.fold && equalFold(a, b)) {
			return -1
		}
	}
	return pos + n*in.step
}
