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
