package lexer

// dropOptionalMarks drops operators that the language marks as optional, and semicolons that end nothing.
func (s *stream) dropOptionalMarks() {
	optional := s.language.tables.optionalOperators
	depth := 0 // of parentheses, in which semicolons count: "for (;;)"
	before := ""
	for i, t := range s.tokens {
		switch t.text {
		case "(", ")":
			depth = max(0, depth+nesting(t.text))
		case "{", "}":
			depth = 0 // a block in parentheses has semicolons of its own
		case ";":
			if depth == 0 && (before == ";" || before == "{" || before == "}") {
				s.drop(i)
				continue
			}
		}
		if !isAlphanumeric(t.text[0]) && optional[t.text] { // most tokens need no look-up
			s.drop(i)
			continue
		}
		before = t.text
	}
}
