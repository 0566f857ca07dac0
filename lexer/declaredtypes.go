package lexer

// markDeclaredTypes turns names before a name or after "new" into types, and drops their qualifiers: "Edge e"
// is like "auto e", and "Map.Entry e" like "Entry e".
func (s *stream) markDeclaredTypes() {
	for i := range s.tokens {
		if s.tokens[i].text != Identifier || s.tokens[i].directive {
			continue
		}
		if s.at(i-1) != "new" && (s.at(i+1) != Identifier || s.mayEndBefore(i+1)) {
			continue
		}
		s.tokens[i].text = Type
		if before := s.at(i - 2); (s.at(i-1) == "." || s.at(i-1) == "::") && (before == Type || before == Identifier) {
			s.dropRange(i-2, i)
		}
	}
}
