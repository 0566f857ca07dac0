package lexer

// dropArrayMarks drops empty brackets: "int[] a", "int a[]" and "int[][] a" read "int a". So "= new int[] {1}"
// reads "= {1}".
func (s *stream) dropArrayMarks() {
	for i := 0; i+1 < len(s.tokens); i++ {
		if s.tokens[i].text != "[" || s.tokens[i+1].text != "]" {
			continue
		}
		if s.hasTextsAt(i-3, "=", "new", Type) {
			open := i + 2
			for s.hasTextsAt(open, "[", "]") {
				open += 2
			}
			if s.at(open) == "{" {
				s.dropRange(i-2, i)
			}
		}
		switch s.at(i - 1) {
		case Type, Identifier, "]", "":
			s.dropRange(i, i+2)
			i++
		}
	}
}
