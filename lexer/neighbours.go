package lexer

// mergeNeighbours makes one token of neighbouring types (unsigned long long)
// and of neighbouring literals ("a" "b").
func (s *stream) mergeNeighbours() {
	first := 0 // of the run
	for i := 1; i < len(s.tokens); i++ {
		t := &s.tokens[i]
		if t.text != s.tokens[first].text || t.text != Type && t.text != String {
			first = i
			continue
		}
		// A span that others share stays as it is.
		if !s.shares(first) && (i+1 == len(s.tokens) || s.tokens[i+1].start >= t.end) {
			s.tokens[first].end = t.end
		}
		s.drop(i)
	}
	s.sweep()
}

// shares tells whether the token at i has its span together with the one
// before it: both come from one use of a macro.
func (s *stream) shares(i int) bool {
	return i > 0 && s.tokens[i-1].end > s.tokens[i].start
}
