package lexer

// dropModifiers drops words for access, linkage and constness: "public static final
// int N" and, in C++, "const int N" read "int N". A colon after the word is dropped,
// too ("public:"). Before a parenthesis the word stays ("synchronized (lock)").
func (s *stream) dropModifiers() {
	for i, t := range s.tokens {
		if !mayBeKeyword(t.text) || !s.language.tables.modifiers[t.text] || s.at(i+1) == "(" {
			continue
		}
		s.drop(i)
		if s.at(i+1) == ":" {
			s.drop(i + 1)
		}
	}
}
