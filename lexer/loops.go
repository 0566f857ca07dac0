package lexer

// joinWhileLoops changes "while (c)" to "for (; c;)", without a condition that is
// always true. The end of a do loop stays.
func (s *stream) joinWhileLoops() {
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
			insertion{c.open, []rawToken{tokenAt(";", s.tokens[c.open])}},
			insertion{c.close - 1, []rawToken{tokenAt(";", s.tokens[c.close-1])}})
	}
	s.insert(insertions)
}
