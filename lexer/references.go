package lexer

// dropReferences makes "auto& x" read "auto x": the two are interchangeable nearly everywhere.
func (s *stream) dropReferences() {
	for i, t := range s.tokens {
		if (t.text == "&" || t.text == "&&") && s.at(i-1) == Type && s.at(i+1) == Identifier {
			s.drop(i)
		}
	}
}
