package lexer

// dropDocStrings drops literals that are a whole statement: alone on their line, outside brackets.
func (s *stream) dropDocStrings() {
	depth := 0
	for i, t := range s.tokens {
		depth += nesting(t.text)
		if t.text == String && depth <= 0 && t.lineStart && (i+1 == len(s.tokens) || s.tokens[i+1].lineStart) {
			s.drop(i)
		}
	}
}
