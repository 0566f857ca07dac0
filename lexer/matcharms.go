package lexer

// dropArmBraces drops the braces round the value of a case, and the comma after a block: Rust's "1 => { f() } 2 => {
// f(); g() }," becomes "1 => f(), 2 => { f(); g() }".
func (s *stream) dropArmBraces() {
	s.findPartners(s.tokens)
	for i, t := range s.tokens {
		if t.text != "=>" || s.at(i+1) != "{" || s.partner[i+1] < 0 {
			continue
		}
		open, last := i+1, int(s.partner[i+1])
		hasComma := s.at(last+1) == ","
		end := last
		if s.at(last-1) == ";" {
			end--
		}
		if end == open+1 || !s.isValue(open+1, end) {
			if hasComma {
				s.drop(last + 1)
			}
			continue
		}
		s.dropRange(end, last)
		s.drop(open)
		if hasComma || s.at(last+1) == "}" {
			s.drop(last)
		} else {
			s.tokens[last].text = ","
		}
	}
}

// isValue reports whether the tokens [from, to) are one expression that is no block and no jump.
func (s *stream) isValue(from, to int) bool {
	switch s.at(from) {
	case "let", "if", "match", "for", "while", "loop", "unsafe", "return", "break", "continue":
		return false
	}
	return s.find(from, to, ";", "=>") < 0
}
