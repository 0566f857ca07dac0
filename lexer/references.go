package lexer

// dropReferences drops the marks of references in declarations: "auto& x" and
// "auto x" may be exchanged nearly everywhere.
func (s *stream) dropReferences() {
	for i, t := range s.tokens {
		if (t.text == "&" || t.text == "&&") && s.at(i-1) == Type && s.at(i+1) == Identifier {
			s.drop(i)
		}
	}
	s.sweep()
}
