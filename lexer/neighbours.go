package lexer

// mergeNeighbours joins neighbouring types (unsigned long long), and neighbouring literals ("a" "b").
func (s *stream) mergeNeighbours() {
	first := 0 // index of the first token of the run
	for i := 1; i < len(s.tokens); i++ {
		t := &s.tokens[i]
		if t.text != s.tokens[first].text || t.text != Type && t.text != String {
			first = i
			continue
		}
		// A span that other tokens of the same macro share does not change.
		isShared := first > 0 && s.tokens[first-1].end > s.tokens[first].start
		if !isShared && (i+1 == len(s.tokens) || s.tokens[i+1].start >= t.end) {
			s.tokens[first].end = t.end
		}
		s.drop(i)
	}
}
