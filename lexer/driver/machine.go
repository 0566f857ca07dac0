package driver

// machine runs programs. It is regexp2's interpreter without allocations, without the
// search for a place to match, and with counted work instead of a clock.
//
// The track holds the alternatives not tried yet, each as its arguments and the index of
// its instruction, negative for the second of the two ways in which loops backtrack. The
// stack holds marks and counters of groups and loops.
type machine struct {
	track, stack []int32
	captures     []capture // overwritten captures, for backtracking
	groups       []span
	work         int // the remaining work; below 0 if the program did too much
}

type span struct{ start, end int32 } // start is -1 for a group without a match

type capture struct {
	group int32
	span
}

// match reports whether a program matches at start, and where the match ends. It sets
// m.groups, except group 0. It is one function to keep position and instruction in
// registers, which calls would spill.
func (m *machine) match(p *program, text []rune, start int) (end int, ok bool) {
	if p.groups > cap(m.groups) {
		m.groups = make([]span, p.groups)
	}
	m.groups = m.groups[:p.groups]
	for i := range m.groups {
		m.groups[i].start = -1
	}
	m.track, m.stack, m.captures = m.track[:0], m.stack[:0], m.captures[:0]
	pos, length := int32(start), int32(len(text))
	pc := int32(entry)
	for {
		if m.work--; m.work < 0 {
			return 0, false
		}
		in := &p.code[pc]
		switch in.op {
		case opEnd:
			return int(pos), true

		case opClass:
			if uint32(pos+in.behind) < uint32(length) && in.class.has(text[pos+in.behind]) {
				pos += in.step
				pc++
				continue
			}
		case opText:
			if at := matchText(text, pos, in); at >= 0 {
				pos = at
				pc++
				continue
			}
		case opRep:
			at := skipClass(text, pos, in)
			n := (at - pos) * in.step
			m.work -= int(n)
			if n == in.count {
				pos = at
				pc++
				continue
			}
		case opLoop, opAtomic:
			at := skipClass(text, pos, in)
			n := (at - pos) * in.step
			m.work -= int(n)
			if n > 0 && in.op == opLoop {
				m.track = append(m.track, n-1, at-in.step, pc)
			}
			pos = at
			pc++
			continue
		case opLazy:
			if n := min(in.count, charsLeft(pos, length, in)); n > 0 {
				m.track = append(m.track, n-1, pos, pc)
			}
			pc++
			continue
		case opGroup:
			if g := m.groups[in.group]; g.start >= 0 {
				m.work -= int(g.end - g.start)
				if at := matchGroup(text, pos, g, in); at >= 0 {
					pos = at
					pc++
					continue
				}
			}

		case opLineStart:
			if pos == 0 || text[pos-1] == '\n' {
				pc++
				continue
			}
		case opLineEnd:
			if pos == length || text[pos] == '\n' {
				pc++
				continue
			}
		case opBoundary, opNoBoundary:
			before := pos > 0 && isWord(text[pos-1])
			after := pos < length && isWord(text[pos])
			if (before != after) == (in.op == opBoundary) {
				pc++
				continue
			}
		case opTextStart:
			if pos == 0 {
				pc++
				continue
			}
		case opSearchStart:
			if pos == int32(start) {
				pc++
				continue
			}
		case opTextEndLine:
			if pos == length || pos == length-1 && text[pos] == '\n' {
				pc++
				continue
			}
		case opTextEnd:
			if pos == length {
				pc++
				continue
			}
		case opNone:
			pc++
			continue

		case opJump:
			pc = in.target
			continue
		case opBranch:
			if in.class != nil && (pos == length || !in.class.has(text[pos])) {
				pc = in.target
				continue
			}
			m.track = append(m.track, pos, pc)
			pc++
			continue
		case opMark:
			m.stack = append(m.stack, pos)
			m.track = append(m.track, pc)
			pc++
			continue
		case opNoMark:
			m.stack = append(m.stack, -1)
			m.track = append(m.track, pc)
			pc++
			continue
		case opBackToMark:
			mark := m.pop()
			m.track = append(m.track, mark, pc)
			pos = mark
			pc++
			continue
		case opCapture:
			mark := m.pop()
			m.captures = append(m.captures, capture{in.group, m.groups[in.group]})
			m.groups[in.group] = span{min(mark, pos), max(mark, pos)}
			m.track = append(m.track, mark, pc)
			pc++
			continue
		case opRepeat:
			if mark := m.pop(); pos != mark {
				m.track = append(m.track, mark, pos, pc)
				m.stack = append(m.stack, pos)
				pc = in.target
			} else {
				m.track = append(m.track, mark, -pc)
				pc++
			}
			continue
		case opRepeatLazy:
			switch mark := m.pop(); mark {
			case pos:
				m.track = append(m.track, mark, 0, -pc)
			case -1:
				m.track = append(m.track, pos, pos, pc)
			default:
				m.track = append(m.track, mark, pos, pc)
			}
			pc++
			continue
		case opCount:
			m.stack = append(m.stack, pos, in.count)
			m.track = append(m.track, pc)
			pc++
			continue
		case opNoCount:
			m.stack = append(m.stack, -1, in.count)
			m.track = append(m.track, pc)
			pc++
			continue
		case opRepeatCount:
			if mark, count := m.pop2(); count >= in.count || pos == mark && count >= 0 {
				m.track = append(m.track, mark, count, -pc)
				pc++
			} else {
				m.track = append(m.track, mark, pc)
				m.stack = append(m.stack, pos, count+1)
				pc = in.target
			}
			continue
		case opRepeatCountLazy:
			if mark, count := m.pop2(); count < 0 {
				m.track = append(m.track, mark, -pc)
				m.stack = append(m.stack, pos, count+1)
				pc = in.target
			} else {
				m.track = append(m.track, mark, count, pos, pc)
				pc++
			}
			continue
		case opBegin:
			m.stack = append(m.stack, int32(len(m.track)), int32(len(m.captures)))
			m.track = append(m.track, pc)
			pc++
			continue
		case opCommit:
			track, captures := m.pop2()
			m.track = append(m.track[:track], captures, pc)
			pc++
			continue
		case opAbandon:
			track, captures := m.pop2()
			m.track = m.track[:track]
			m.restore(captures)
		case opMatched:
			if m.groups[in.group].start >= 0 {
				pc++
				continue
			}
		}
		if pos, pc, ok = m.backtrack(p, text); !ok {
			return 0, false
		}
	}
}

// backtrack returns the position and instruction of the last untried alternative.
func (m *machine) backtrack(p *program, text []rune) (pos, pc int32, ok bool) {
	for {
		n := len(m.track)
		if n == 0 {
			return 0, 0, false
		}
		m.work--
		pc := m.track[n-1]
		second := pc < 0
		if second {
			pc = -pc
		}
		in := &p.code[pc]
		arg := m.track[:n-1] // the arguments are the last elements
		n--
		switch in.op {
		case opLoop:
			left, at := arg[n-2], arg[n-1]
			if left > 0 {
				m.track[n-2], m.track[n-1] = left-1, at-in.step // and again
			} else {
				m.track = m.track[:n-2]
			}
			return at, pc + 1, true
		case opLazy:
			left, at := arg[n-2], arg[n-1]
			if !in.class.has(text[at+in.behind]) {
				m.track = m.track[:n-2]
				continue
			}
			at += in.step
			if left > 0 {
				m.track[n-2], m.track[n-1] = left-1, at
			} else {
				m.track = m.track[:n-2]
			}
			return at, pc + 1, true
		case opBranch:
			pos = arg[n-1]
			m.track = m.track[:n-1]
			return pos, in.target, true
		case opMark, opNoMark:
			m.pop()
			m.track = m.track[:n]
		case opBackToMark:
			m.stack = append(m.stack, arg[n-1])
			m.track = m.track[:n-1]
		case opCapture:
			m.stack = append(m.stack, arg[n-1])
			m.restore(int32(len(m.captures) - 1))
			m.track = m.track[:n-1]
		case opRepeat:
			if second {
				m.stack = append(m.stack, arg[n-1])
				m.track = m.track[:n-1]
				continue
			}
			mark, at := arg[n-2], arg[n-1]
			m.pop()
			m.track = append(m.track[:n-2], mark, -pc)
			return at, pc + 1, true
		case opRepeatLazy:
			mark, at := arg[n-2], arg[n-1]
			if second {
				if at != 0 {
					m.pop()
				}
				m.stack = append(m.stack, mark)
				m.track = m.track[:n-2]
				continue
			}
			m.track = append(m.track[:n-2], mark, 1, -pc)
			m.stack = append(m.stack, at)
			return at, in.target, true
		case opCount, opNoCount, opBegin:
			m.pop2()
			m.track = m.track[:n]
		case opRepeatCount:
			if second {
				m.stack = append(m.stack, arg[n-2], arg[n-1])
				m.track = m.track[:n-2]
				continue
			}
			mark := arg[n-1]
			at, count := m.pop2()
			if count > 0 {
				m.track = append(m.track[:n-1], mark, count-1, -pc)
				return at, pc + 1, true
			}
			m.stack = append(m.stack, mark, count-1)
			m.track = m.track[:n-1]
		case opRepeatCountLazy:
			if second {
				mark := arg[n-1]
				_, count := m.pop2()
				m.stack = append(m.stack, mark, count-1)
				m.track = m.track[:n-1]
				continue
			}
			mark, count, at := arg[n-3], arg[n-2], arg[n-1]
			m.track = m.track[:n-3]
			if count < in.count && at != mark {
				m.stack = append(m.stack, at, count+1)
				m.track = append(m.track, mark, -pc)
				return at, in.target, true
			}
			m.stack = append(m.stack, mark, count)
		case opCommit:
			m.restore(arg[n-1])
			m.track = m.track[:n-1]
		}
	}
}
