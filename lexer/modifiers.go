package lexer

// dropModifiers drops words that say who may see or change what: "public
// static final int N", "int N" and, in C++, "const int N" are alike. A colon
// after such a word goes with it ("public:"); before a parenthesis the word
// does something ("synchronized (lock)").
func (s *stream) dropModifiers() {
	for i, t := range s.tokens {
		if !isLower(t.text) || !s.language.tables.modifiers[t.text] || s.at(i+1) == "(" {
			continue
		}
		s.drop(i)
		if s.at(i+1) == ":" {
			s.drop(i + 1)
		}
	}
	s.sweep()
}

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
