package lexer

// joinRanges changes Go's "for i := 0; i < n; i++" to "for i := range n", "i < len(a)" to "range a", and "for i, _ :=
// range a" to "for i := range a".
func (s *stream) joinRanges() {
	s.findPartners(s.tokens)
	for i := range s.tokens {
		if s.tokens[i].text != "for" {
			continue
		}
		if s.hasTextsAt(i, "for", Identifier, ",", Identifier) && s.tokens[i+3].word == "_" {
			s.dropRange(i+2, i+4)
		}
		if !s.hasTextsAt(i, "for", Identifier, ":=", Number, ";", Identifier, "<") || s.tokens[i+3].word != "0" ||
			s.tokens[i+5].word != s.tokens[i+1].word {
			continue
		}
		end := s.comparedOperandEnd(i + 6)
		if end == i+6 || !s.hasTextsAt(end, ";", Identifier, "++", "{") || s.tokens[end+1].word != s.tokens[i+1].word {
			continue
		}
		s.tokens[i+3].text = "range"
		s.dropRange(i+4, i+7)
		s.dropRange(end, end+3)
		if first := s.tokens[i+7]; first.word == "len" && s.at(i+8) == "(" && int(s.partner[i+8]) == end-1 {
			s.drop(i+7, i+8, end-1)
		}
	}
}
