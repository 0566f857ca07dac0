package lexer

// dropReceivers drops what members and functions may be reached by and need
// not: "this.x" and "x", "std::max" and "max".
func (s *stream) dropReceivers() {
	receivers := s.language.tables.receivers
	for i, t := range s.tokens {
		switch next := s.at(i + 1); next {
		case ".", "->", "::":
			if operator, ok := receivers[t.word]; ok && next == operator && t.text != String {
				s.drop(i)
				s.drop(i + 1)
			}
		}
	}
	s.sweep()
}
