package driver

import (
	"slices"

	"github.com/dlclark/regexp2/v2/syntax"
)

// machine runs programs. It does the same as regexp2's interpreter, but without allocations, without the
// search for a place to match, and with counted work instead of a clock.
//
// The track has the alternatives that are not tried yet. Each has its arguments and the index of its
// instruction. The index is negative for the second of the two ways in which loops backtrack. The stack has
// marks and counters of groups and loops.
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

// match reports whether a program matches at start, and where the match ends. It sets m.groups, except group
// 0. It is one function, because calls would move position and instruction from registers to memory.
// regexp2's code.go explains the opcodes.
func (m *machine) match(p *program, text []rune, start int) (end int, ok bool) {
	if p.groups > cap(m.groups) {
		m.groups = make([]span, p.groups)
	}
	m.groups = m.groups[:p.groups]
	m.work -= p.groups
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
		instr := &p.code[pc]
		ok := true // if a case sets it to false, its pos does not count: backtrack replaces it
		switch instr.op {
		case syntax.Stop: // the rule matches
			return int(pos), true

		case syntax.Set: // one character of the class
			ok = uint32(pos+instr.behind) < uint32(length) && instr.class.has(text[pos+instr.behind])
			pos += instr.step
		case syntax.Multi: // the text
			pos = matchText(text, pos, instr)
			ok = pos >= 0
		case syntax.Setrep: // exactly count characters of the class
			at := skipClass(text, pos, instr)
			n := (at - pos) * instr.step
			m.work -= int(n)
			pos, ok = at, n == instr.count
		case syntax.Setloop, syntax.Setloopatomic: // up to count characters of the class, as many as possible
			at := skipClass(text, pos, instr)
			n := (at - pos) * instr.step
			m.work -= int(n)
			if n > 0 && instr.op == syntax.Setloop {
				m.track = append(m.track, n-1, at-instr.step, pc)
			}
			pos = at
		case syntax.Setlazy: // up to count characters of the class, as few as possible
			if n := min(instr.count, charsAhead(pos, length, instr)); n > 0 {
				m.track = append(m.track, n-1, pos, pc)
			}
		case syntax.Ref: // a copy of the text of group
			group := m.groups[instr.group]
			if ok = group.start >= 0; ok {
				m.work -= int(group.end - group.start)
				pos = matchGroup(text, pos, group, instr)
				ok = pos >= 0
			}

		case syntax.Bol:
			ok = pos == 0 || text[pos-1] == '\n'
		case syntax.Eol:
			ok = pos == length || text[pos] == '\n'
		case syntax.Boundary, syntax.Nonboundary:
			before := pos > 0 && isWord(text[pos-1])
			after := pos < length && isWord(text[pos])
			ok = (before != after) == (instr.op == syntax.Boundary)
		case syntax.Beginning:
			ok = pos == 0
		case syntax.Start:
			ok = pos == int32(start)
		case syntax.EndZ: // the end, or before a final line end
			ok = pos == length || pos == length-1 && text[pos] == '\n'
		case syntax.End:
			ok = pos == length
		case syntax.Testref: // fail unless group matched
			ok = m.groups[instr.group].start >= 0
		case syntax.Nothing:
			ok = false
		case syntax.UpdateBumpalong: // nothing to do

		case syntax.Goto:
			pc = instr.target
			continue
		case syntax.Lazybranch: // continue here, or else at target
			if instr.class != nil && (pos == length || !instr.class.has(text[pos])) {
				pc = instr.target
				continue
			}
			m.track = append(m.track, pos, pc)
		case syntax.Setmark: // push the position
			m.stack = append(m.stack, pos)
			m.track = append(m.track, pc)
		case syntax.Nullmark:
			m.stack = append(m.stack, -1)
			m.track = append(m.track, pc)
		case syntax.Getmark: // pop the position and return to it
			pos = pop(&m.stack)
			m.track = append(m.track, pos, pc)
		case syntax.Capturemark: // set group to the text from the popped position to here
			mark := pop(&m.stack)
			m.captures = append(m.captures, capture{instr.group, m.groups[instr.group]})
			m.groups[instr.group] = span{min(mark, pos), max(mark, pos)}
			m.track = append(m.track, mark, pc)
		case syntax.Branchmark: // repeat at target, or else continue; an empty round ends the loop
			if mark := pop(&m.stack); pos != mark {
				m.track = append(m.track, mark, pos, pc)
				m.stack = append(m.stack, pos)
				pc = instr.target
				continue
			}
			m.track = append(m.track, pos, -pc)
		case syntax.Lazybranchmark:
			switch mark := pop(&m.stack); mark {
			case pos:
				m.track = append(m.track, mark, 0, -pc)
			case -1:
				m.track = append(m.track, pos, pos, pc)
			default:
				m.track = append(m.track, mark, pos, pc)
			}
		case syntax.Setcount: // push the position and a round counter that starts at count
			m.stack = append(m.stack, pos, instr.count)
			m.track = append(m.track, pc)
		case syntax.Nullcount:
			m.stack = append(m.stack, -1, instr.count)
			m.track = append(m.track, pc)
		case syntax.Branchcount: // repeat at target up to count times, or else continue
			count, mark := pop(&m.stack), pop(&m.stack)
			if count < instr.count && (pos != mark || count < 0) {
				m.track = append(m.track, mark, pc)
				m.stack = append(m.stack, pos, count+1)
				pc = instr.target
				continue
			}
			m.track = append(m.track, mark, count, -pc)
		case syntax.Lazybranchcount:
			count, mark := pop(&m.stack), pop(&m.stack)
			if count < 0 {
				m.track = append(m.track, mark, -pc)
				m.stack = append(m.stack, pos, count+1)
				pc = instr.target
				continue
			}
			m.track = append(m.track, mark, count, pos, pc)
		case syntax.Setjump: // push the state of the search
			m.stack = append(m.stack, int32(len(m.track)), int32(len(m.captures)))
			m.track = append(m.track, pc)
		case syntax.Forejump: // drop the alternatives since Setjump
			captures, track := pop(&m.stack), pop(&m.stack)
			m.track = append(m.track[:track], captures, pc)
		case syntax.Backjump: // fail, and restore the state
			captures, track := pop(&m.stack), pop(&m.stack)
			m.track = m.track[:track]
			m.restore(captures)
			ok = false
		}
		if ok {
			pc++
		} else if pos, pc, ok = m.backtrack(p, text); !ok {
			return 0, false
		}
	}
}

// backtrack returns the position and instruction of the last untried alternative.
func (m *machine) backtrack(p *program, text []rune) (pos, pc int32, ok bool) {
	for len(m.track) > 0 {
		m.work--
		pc := pop(&m.track)
		isSecond := pc < 0
		pc = max(pc, -pc)
		switch instr := &p.code[pc]; instr.op {
		case syntax.Setloop:
			at, remaining := pop(&m.track), pop(&m.track)
			if remaining > 0 {
				m.track = append(m.track, remaining-1, at-instr.step, pc)
			}
			return at, pc + 1, true
		case syntax.Setlazy:
			at, remaining := pop(&m.track), pop(&m.track)
			if instr.class.has(text[at+instr.behind]) {
				at += instr.step
				if remaining > 0 {
					m.track = append(m.track, remaining-1, at, pc)
				}
				return at, pc + 1, true
			}
		case syntax.Lazybranch:
			return pop(&m.track), instr.target, true
		case syntax.Setmark, syntax.Nullmark:
			pop(&m.stack)
		case syntax.Getmark:
			m.stack = append(m.stack, pop(&m.track))
		case syntax.Capturemark:
			m.stack = append(m.stack, pop(&m.track))
			m.restore(int32(len(m.captures) - 1))
		case syntax.Branchmark:
			at := pop(&m.track)
			if isSecond {
				m.stack = append(m.stack, at)
				continue
			}
			pop(&m.stack)
			m.track = append(m.track, -pc)
			return at, pc + 1, true
		case syntax.Lazybranchmark:
			at := pop(&m.track)
			if !isSecond {
				m.track = append(m.track, 1, -pc)
				m.stack = append(m.stack, at)
				return at, instr.target, true
			}
			if at != 0 {
				pop(&m.stack)
			}
			m.stack = append(m.stack, pop(&m.track))
		case syntax.Setcount, syntax.Nullcount, syntax.Setjump:
			m.stack = m.stack[:len(m.stack)-2]
		case syntax.Branchcount:
			if isSecond {
				count, mark := pop(&m.track), pop(&m.track)
				m.stack = append(m.stack, mark, count)
				continue
			}
			count, at := pop(&m.stack), pop(&m.stack)
			if count > 0 {
				m.track = append(m.track, count-1, -pc)
				return at, pc + 1, true
			}
			m.stack = append(m.stack, pop(&m.track), count-1)
		case syntax.Lazybranchcount:
			if isSecond {
				count := pop(&m.stack)
				m.stack[len(m.stack)-1] = pop(&m.track)
				m.stack = append(m.stack, count-1)
				continue
			}
			at, count, mark := pop(&m.track), pop(&m.track), pop(&m.track)
			if count < instr.count && at != mark {
				m.stack = append(m.stack, at, count+1)
				m.track = append(m.track, mark, -pc)
				return at, instr.target, true
			}
			m.stack = append(m.stack, mark, count)
		case syntax.Forejump:
			m.restore(pop(&m.track))
		}
	}
	return 0, 0, false
}

func pop(stack *[]int32) int32 {
	last := len(*stack) - 1
	v := (*stack)[last]
	*stack = (*stack)[:last]
	return v
}

// restore undoes all captures from an index on.
func (m *machine) restore(from int32) {
	for _, c := range slices.Backward(m.captures[from:]) {
		m.groups[c.group] = c.span
	}
	m.captures = m.captures[:from]
}
