package lexer

// simplifyBooleans changes "a == true" to "a", "a == false" to "!a", and "if (c) return
// true; return false;" to "return c;".
func (s *stream) simplifyBooleans() {
	for i := range s.tokens {
		if text := s.tokens[i].text; text == "==" || text == "!=" {
			s.dropTruth(i)
		}
	}
	s.sweep()
	for _, c := range s.controlsWith("true") {
		s.returnCondition(c)
	}
}

// dropTruth drops the comparison at i if its right side is true or false.
func (s *stream) dropTruth(i int) {
	value := s.at(i + 1)
	if value != "true" && value != "false" || !comparisonEnds[s.at(i+2)] && !s.endsCondition(i+2) {
		return
	}
	start := s.comparedOperandStart(i)
	if start == i {
		return
	}
	if negated := (s.tokens[i].text == "==") == (value == "false"); negated {
		for j := i; j > start; j-- {
			s.tokens[j].text, s.tokens[j].word = s.tokens[j-1].text, s.tokens[j-1].word
		}
		s.tokens[start].text, s.tokens[start].word = "!", "!"
	} else {
		s.drop(i)
	}
	s.drop(i + 1)
}

// returnCondition changes "if (c) return true; return false;" to "return c;".
func (s *stream) returnCondition(c control) {
	if s.tokens[c.keyword].text != "if" || c.open == 0 || !s.hasTexts(c.body, "return", "true", ";") {
		return
	}
	next := c.body + 3
	if s.at(next) == "else" {
		next++
	}
	if s.hasTexts(next, "return", "false", ";") {
		s.tokens[c.keyword].text = "return"
		s.drop(c.open)
		s.dropRange(c.close, next+2)
	}
}

// hasTexts reports whether the tokens from i on have the texts.
func (s *stream) hasTexts(i int, texts ...string) bool {
	for k, text := range texts {
		if s.at(i+k) != text {
			return false
		}
	}
	return true
}
