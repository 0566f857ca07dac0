package lexer

// dropDocStrings removes literals that are a whole statement: alone on their
// lines, outside brackets.
func (s *stream) dropDocStrings() {
	kept := s.tokens[:0]
	depth := 0
	for i, t := range s.tokens {
		switch t.text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		case String:
			if depth <= 0 && t.lineStart && (i+1 == len(s.tokens) || s.tokens[i+1].lineStart) {
				continue
			}
		}
		kept = append(kept, t)
	}
	s.tokens = kept
}
