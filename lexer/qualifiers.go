package lexer

// dropQualifiers drops the module before a name: Haskell's "Map.insert" becomes "insert".
func (s *stream) dropQualifiers() {
	for i := 0; i+2 < len(s.tokens); i++ {
		t, dot := s.tokens[i], s.tokens[i+1]
		if (t.text == Identifier || t.text == Type) && t.word[0] >= 'A' && t.word[0] <= 'Z' &&
			dot.text == "." && t.end == dot.start && dot.end == s.tokens[i+2].start {
			s.drop(i, i+1)
			i++
		}
	}
}
