package lexer

// moveArrayMarks gives the mark of an array one place: "int[] a", "int a[]" and
// "int[][] a" read "int a[]", and "int a" does not. Only the first of several
// variables has it, as in "int[] a, b". Where no variable follows the type, the
// mark is dropped: "int[] f()", "new int[] {1}", "(int[]) x".
func (s *stream) moveArrayMarks() {
	var insertions []insertion
	for i := 0; i < len(s.tokens); i++ {
		text := s.tokens[i].text
		end := s.marksEnd(i + 1)
		if end == i+1 || text != Type && text != Identifier {
			continue
		}
		switch {
		case s.at(end) == Identifier: // and what has the marks is a type
			if after := s.at(end + 1); after != "(" && after != "[" {
				at := s.tokens[end]
				insertions = append(insertions, insertion{end, []raw{mark("[", at), mark("]", at)}})
			}
			s.dropRange(i+1, end)
		case text == Type, s.at(i-1) == "new", s.at(i-1) == ",":
			s.dropRange(i+1, end)
		default:
			s.dropRange(i+3, end)
		}
		i = end - 1
	}
	s.insert(insertions)
	s.sweep()
}

// marksEnd returns the index after the empty brackets that begin at i.
func (s *stream) marksEnd(i int) int {
	for s.at(i) == "[" && s.at(i+1) == "]" {
		i += 2
	}
	return i
}
