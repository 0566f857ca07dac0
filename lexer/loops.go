package lexer

// joinWhileLoops changes "while (c)" to "for (; c;)". It drops a condition that is always true, also in Go's
// "for true". The "while" at the end of a do loop stays. Python and Rust have no such for loop: there "while 1" becomes "while
// True", and "while true" becomes "loop".
func (s *stream) joinWhileLoops() {
	if s.language.syntax.bareHeads {
		for i := range s.tokens {
			switch s.tokens[i].text {
			case "for":
				if s.hasTextsAt(i+1, "true", "{") {
					s.drop(i + 1)
				}
			case "while":
				switch {
				case s.hasTextsAt(i+1, Number, ":") && s.tokens[i+1].word == "1":
					s.tokens[i+1].text = "True"
				case s.hasTextsAt(i+1, "true", "{"):
					s.tokens[i].text = "loop"
					s.drop(i + 1)
				}
			}
		}
		return
	}
	for _, c := range s.controlsIfAny("while") {
		if s.tokens[c.keyword].text != "while" || c.close == 0 {
			continue
		}
		if condition := s.tokens[c.open+1]; c.close == c.open+2 && (condition.text == "true" || condition.word == "1") {
			s.drop(c.open + 1)
		}
		s.tokens[c.keyword].text = "for"
		s.insertAfter(c.open, fixed(";"))
		s.insertAfter(c.close-1, fixed(";"))
	}
}
