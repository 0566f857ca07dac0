package lexer

// dropReceivers drops optional qualifiers: "this.x" reads "x", "std::max" reads "max".
func (s *stream) dropReceivers() {
	receivers := s.language.tables.receivers
	for i, t := range s.tokens {
		switch next := s.at(i + 1); next {
		case ".", "->", "::":
			if operator, ok := receivers[t.word]; ok && next == operator && t.text != String {
				s.dropRange(i, i+2)
			}
		}
	}
}
