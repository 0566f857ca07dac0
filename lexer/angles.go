package lexer

// splitAngles splits a shift operator that closes type arguments, as in "vector<vector<int>>".
func (s *stream) splitAngles() {
	if !s.containsText(0, len(s.tokens), ">>") && !s.containsText(0, len(s.tokens), ">>>") {
		return
	}
	split := s.scratch()
	depth := 0
	for i, t := range s.tokens {
		switch t.text {
		case ";", "{", "}":
			depth = 0
		case "<":
			if depth > 0 || s.at(i-1) == Type || s.at(i-1) == "::" {
				depth++
			}
		case ">":
			depth = max(0, depth-1)
		case ">>", ">>>":
			if depth == 0 {
				break
			}
			n := len(t.text)
			depth = max(0, depth-n)
			inMacro := s.text[t.start:t.end] != t.text // a token of a macro has the span of the macro's use
			t.text, t.word = ">", ">"
			for i := range n {
				part := t
				if !inMacro {
					part.start, part.end = t.start+i, t.start+i+1
				}
				split = append(split, part)
				t.lineStart = false
			}
			continue
		}
		split = append(split, t)
	}
	s.replace(split)
}
