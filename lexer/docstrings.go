package lexer

// dropDocStrings drops literals that are a whole statement: alone on their line, outside brackets.
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
