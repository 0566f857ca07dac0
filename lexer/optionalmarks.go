package lexer

// dropOptionalMarks drops what is there for the looks: semicolons where a line
// end will do, and elsewhere those that end nothing (";;", "};").
func (s *stream) dropOptionalMarks() {
	noise := s.language.tables.noise
	depth := 0
	before := ""
	for i, t := range s.tokens {
		switch t.text {
		case "(":
			depth++
		case ")":
			depth = max(0, depth-1)
		case "{", "}":
			depth = 0
		case ";":
			if depth == 0 && (before == ";" || before == "{" || before == "}") {
				s.drop(i)
				continue
			}
		}
		if c := t.text[0]; !isAlphanumeric(c) && noise[t.text] {
			s.drop(i)
			continue
		}
		before = t.text
	}
	s.sweep()
}
