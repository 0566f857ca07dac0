package lexer

// dropDocStrings drops literals alone on their lines outside brackets: they are
// whole statements.
func (s *stream) dropDocStrings() {
	out := s.tokens[:0]
	depth := 0
	for i, t := range s.tokens {
		depth += nesting(t.text)
		if t.text != String || depth > 0 || !t.lineStart || i+1 < len(s.tokens) && !s.tokens[i+1].lineStart {
			out = append(out, t)
		}
	}
	s.tokens = out
}
