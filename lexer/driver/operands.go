package driver

// What instructions work on: the stack, the captures, and the characters next
// to a position, before it or after it.

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

// restore takes back all captures from a number on.
func (m *machine) restore(from int32) {
	for i := int32(len(m.captures)) - 1; i >= from; i-- {
		c := m.captures[i]
		m.groups[c.group] = c.span
	}
	m.captures = m.captures[:from]
}

// room returns how many characters there are to be read.
func room(pos, length int32, in *instruction) int32 {
	if in.step < 0 {
		return pos
	}
	return length - pos
}

// run returns the position after the characters of the instruction's class,
// at most as many as it counts.
func run(text []rune, pos int32, in *instruction) int32 {
	n := min(in.count, room(pos, int32(len(text)), in))
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

// textAt returns the position after the instruction's text, or -1.
func textAt(text []rune, pos int32, in *instruction) int32 {
	n := int32(len(in.text))
	if room(pos, int32(len(text)), in) < n {
		return -1
	}
	from := pos
	if in.step < 0 {
		from -= n
	}
	for i, r := range in.text {
		if text[from+int32(i)] != r {
			return -1
		}
	}
	return pos + n*in.step
}

// sameAt returns the position after a copy of the group's text, or -1.
func sameAt(text []rune, pos int32, g span, in *instruction) int32 {
	n := g.end - g.start
	if room(pos, int32(len(text)), in) < n {
		return -1
	}
	from := pos
	if in.step < 0 {
		from -= n
	}
	for i := range n {
		a, b := text[g.start+i], text[from+i]
		if a != b && !(in.fold && equalFold(a, b)) {
			return -1
		}
	}
	return pos + n*in.step
}
