package lexer

// dropModifiers drops words for access, linkage and constness, with a colon after them ("public:"). Before a
// parenthesis the word stays ("synchronized (lock)").
func (s *stream) dropModifiers() {
	for i, t := range s.tokens {
		if !mayBeKeyword(t.text) || !s.language.tables.modifiers[t.text] || s.at(i+1) == "(" {
			continue
		}
		s.drop(i)
		if next := s.at(i + 1); next == ":" || next == "default" { // as in "export default"
			s.drop(i + 1)
		}
	}
}
