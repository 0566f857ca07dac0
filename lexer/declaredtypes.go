package lexer

// markDeclaredTypes makes types of names that stand before a name or after
// "new": "Edge e" declares a variable as "pair<int, int> e" does, and as "auto
// e" might.
func (s *stream) markDeclaredTypes() {
	for i := range s.tokens {
		if s.tokens[i].text != Identifier || s.tokens[i].directive {
			continue
		}
		if s.at(i-1) == "new" || s.at(i+1) == Identifier && !s.tokens[i+1].lineStart {
			s.tokens[i].text = Type
		}
	}
}
