package lexer

// dropArrayMarks drops empty brackets: "int[] a", "int a[]" and "int[][] a" read "int a".
func (s *stream) dropArrayMarks() {
	for i := 0; i+1 < len(s.tokens); i++ {
		if s.tokens[i].text != "[" || s.tokens[i+1].text != "]" {
			continue
		}
		switch s.at(i - 1) {
		case Type, Identifier, "]", "":
			s.dropRange(i, i+2)
			i++
		}
	}
}
