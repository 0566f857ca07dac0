package lexer

// joinIncrementCall changes Pascal's inc(x) at i to x++, and inc(x, e) to x += e. It does not change a call with a very
// long x or e.
func (s *stream) joinIncrementCall(i int) {
	word := s.tokens[i].word
	if word != "inc" && word != "dec" || s.at(i+1) != "(" || !s.beginsStatement(i) {
		return
	}
	end := s.operandEnd(i + 2)
	operators := map[string][2]string{"inc": {"++", "+="}, "dec": {"--", "-="}}[word]
	switch {
	case end > 0 && s.at(end) == ")":
		s.dropRange(i, i+2)
		s.tokens[end].text = operators[0]
	case end > 0 && s.at(end) == ",":
		depth := 0
		for j := end + 1; j < len(s.tokens) && j < end+2*maxOperand; j++ {
			switch text := s.tokens[j].text; text {
			case "(", "[", ")", "]":
				if depth += nesting(text); depth < 0 {
					s.drop(i, i+1, j)
					s.tokens[end].text = operators[1] // in place of the comma
					s.shortenByOne(end)
					return
				}
			}
		}
	}
}
