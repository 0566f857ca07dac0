package lexer

import "slices"

// splitAngles splits shift operators that close type arguments, so that
// "vector<vector<int>>" reads like "vector<vector<int> >". An angle bracket
// opens type arguments after a type or "::".
func (s *stream) splitAngles() {
	if !slices.ContainsFunc(s.tokens, func(t raw) bool { return t.text == ">>" || t.text == ">>>" }) {
		return
	}
	split := s.room()
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
			whole := s.text[t.start:t.end] == t.text // else it is of a macro
			t.text, t.word = ">", ">"
			for range n {
				if whole {
					t.end = t.start + 1
				}
				split = append(split, t)
				t.lineStart = false
				if whole {
					t.start++
				}
			}
			continue
		}
		split = append(split, t)
	}
	s.replace(split)
}
