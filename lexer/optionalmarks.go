package lexer

// dropOptionalMarks drops operators that the language marks as optional, and semicolons that end nothing.
func (s *stream) dropOptionalMarks() {
	optional := s.language.tables.optionalOperators
	depth := 0
	before := ""
	for i, t := range s.tokens {
		switch t.text {
		case "(", ")":
			depth = max(0, depth+nesting(t.text))
		case "{", "}":
			depth = 0
		case ";":
			if depth == 0 && (before == ";" || before == "{" || before == "}") {
				s.drop(i)
				continue
			}
		}
		if c := t.text[0]; !isAlphanumeric(c) && optional[t.text] {
			s.drop(i)
			continue
		}
		before = t.text
	}
}
