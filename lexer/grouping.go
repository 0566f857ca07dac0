package lexer

// dropGrouping drops "$" and the parentheses that only group, in expressions and patterns: "f $ g (x : xs)" becomes "f g x :
// xs". It keeps tuples, sections such as "(+ 1)", and "()".
func (s *stream) dropGrouping() {
	s.findPartners(s.tokens)
	for i, t := range s.tokens {
		switch {
		case t.text == "$" || t.text == "$!":
			if s.at(i-1) != "(" && s.at(i+1) != ")" {
				s.drop(i)
			}
		case t.text == "(" && s.partner[i] > int32(i):
			if last := int(s.partner[i]); s.onlyGroup(i, last) {
				s.drop(i, last)
			}
		}
	}
}

// onlyGroup reports whether the parentheses at open and last only group.
func (s *stream) onlyGroup(open, last int) bool {
	return last > open+1 && !s.isSectionEnd(open+1) && !s.isSectionEnd(last-1) && s.find(open+1, last, ",") < 0
}

// isSectionEnd reports whether the token at i, at the edge of parentheses, is an operator without one operand.
func (s *stream) isSectionEnd(i int) bool {
	text := s.at(i)
	return text != "" && nesting(text) == 0 && text != "\\" && !isAlphanumeric(text[0])
}
