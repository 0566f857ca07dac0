package lexer

// joinConditions changes an if that holds only another if, both without else, to one: "if (a) { if (b) c(); }" becomes "if (a && b)
// c();".
func (s *stream) joinConditions() {
	controls := s.controls() // finds the partners of brackets, too
	isJoined := false        // the previous iteration joined its control with the one inside it
	for k, c := range controls {
		wasJoined := isJoined
		isJoined = false
		if k == 0 || c.close == 0 || s.tokens[c.keyword].text != "if" || s.at(c.end) == "else" {
			continue
		}
		inner := controls[k-1]
		first, last := c.body, c.end
		if c.statements == 1 {
			first, last = first+1, last-1
		}
		if inner.keyword != first || inner.end != last || inner.close == 0 || s.tokens[first].text != "if" ||
			s.find(c.open+1, c.close, ";", "let", "var") >= 0 || s.find(inner.open+1, inner.close, ";", "let", "var") >= 0 {
			continue
		}
		isJoined = true
		s.wrapCondition(c)
		if !wasJoined {
			s.wrapCondition(inner)
		}
		s.tokens[c.close].text, s.tokens[c.close].lineStart = "&&", false
		s.tokens[inner.keyword].lineStart = false
		s.drop(inner.keyword, inner.open)
		if c.statements == 1 {
			if first-1 != c.close {
				s.drop(first - 1)
			}
			s.drop(last)
		}
	}
}

// wrapCondition puts the condition of a statement into parentheses if it binds less tightly than "&&".
func (s *stream) wrapCondition(c control) {
	if s.find(c.open+1, c.close, "||", "?", "??", "=") >= 0 {
		s.insertAfter(c.open, fixed("("))
		s.insertBefore(c.close, fixed(")"))
	}
}
