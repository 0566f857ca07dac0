package lexer

import "slices"

// dropElseAfterJump drops an else after a branch that ends with a jump, and the braces round its body: "if
// (a) return b; else { c; d; }" becomes "if (a) return b; c; d;".
func (s *stream) dropElseAfterJump() {
	switch {
	case s.language.syntax.indented:
		s.dropIndentedElse()
		return
	case s.language.syntax.bareCalls:
		s.dropElseBeforeEnd()
		return
	}
	controls := s.controlsIfAny("else")
	byKeyword := func(a, b control) int { return a.keyword - b.keyword }
	slices.SortFunc(controls, byKeyword) // so that an else is dropped before the "if" after it is examined
	for _, c := range controls {
		if s.tokens[c.keyword].text != "if" || s.at(c.end) != "else" || !s.endsWithJump(c) {
			continue
		}
		if c.isBody {
			continue // the outer statement would lose the code of the else
		}
		i, found := slices.BinarySearchFunc(controls, control{keyword: c.end}, byKeyword)
		if !found {
			continue
		}
		s.tokens[c.end].lineStart = true // the statement after it starts a line
		s.drop(c.end)
		if other := controls[i]; other.statements >= 0 {
			s.drop(other.body, other.end-1)
		} else if i+1 < len(controls) && controls[i+1].keyword == other.body {
			controls[i+1].isBody = false // nothing is left of the else
		}
	}
}

// indentedBlock is a block of a Python program.
type indentedBlock struct {
	column int    // of its head
	last   string // the first token of its last statement
	isIf   bool   // its head begins with "if", also if that was an "elif" before
}

// dropIndentedElse is like dropElseAfterJump, for Python. An "elif" becomes "if". The "else" loses its colon; then
// closeIndented drops it.
func (s *stream) dropIndentedElse() {
	var open []indentedBlock
	for line := range s.lines() {
		first := &s.tokens[line.start]
		for n := len(open); n > 0 && open[n-1].column >= line.column; n-- {
			last := open[n-1]
			if open = open[:n-1]; last.column != line.column || !last.isIf || !jumps[last.last] {
				continue
			}
			switch {
			case first.text == "elif":
				first.text, first.word = "if", "if"
			case first.text == "else" && line.colon >= 0:
				s.drop(line.colon)
				line.colon = -1
			}
		}
		if n := len(open); n > 0 {
			open[n-1].last = first.text
		}
		if line.colon >= 0 {
			open = append(open, indentedBlock{line.column, s.at(line.colon + 1), first.text == "if"}) // the statement may be on this line
		}
	}
}

// dropElseBeforeEnd is like dropElseAfterJump, for Ruby: "if a return b else c end" becomes "if a return b end c".
func (s *stream) dropElseBeforeEnd() {
	kept := map[int]bool{}    // the indices of ifs with a branch that does not end with a jump
	dropped := map[int]bool{} // of ifs without their else
	for p := range s.blockParts() {
		if s.at(p.opener) != "if" || !s.beginsRubyStatement(p.opener) {
			continue
		}
		word := &s.tokens[p.end]
		switch {
		case word.text == "end":
			if dropped[p.opener] {
				s.drop(p.end)
			}
		case kept[p.opener]:
		case !jumps[s.at(p.last)]:
			kept[p.opener] = true
		case word.text == "else":
			word.text, word.word = "end", "end"
			dropped[p.opener] = true
		default:
			s.insertBefore(p.end, fixed("end"))
			word.text, word.word, word.lineStart = "if", "if", true
		}
	}
}

func (s *stream) endsWithJump(c control) bool {
	if c.statements < 0 {
		return jumps[s.at(c.body)]
	}
	from, to := s.lastStatement(c.end - 1)
	return to > 0 && jumps[s.at(from)]
}

var jumps = wordSet("return break continue next throw raise goto")
