package lexer

// alignLoops reads "while (c)" as "for (; c;)", and leaves out a condition that
// always holds. The end of a do loop stays as it is.
func (s *stream) alignLoops() {
	var insertions []insertion
	for _, c := range s.controls() {
		if s.tokens[c.keyword].text != "while" || c.open == 0 {
			continue
		}
		if text := s.tokens[c.open+1]; c.close == c.open+2 && (text.text == "true" || text.word == "1") {
			s.drop(c.open + 1)
		}
		s.tokens[c.keyword].text = "for"
		insertions = append(insertions,
			insertion{c.open, []raw{mark(";", s.tokens[c.open])}},
			insertion{c.close - 1, []raw{mark(";", s.tokens[c.close-1])}})
	}
	s.insert(insertions)
}
