package lexer

// dropAnnotations drops annotations with their arguments, and, after "throws",
// the exceptions that a method may throw.
func (s *stream) dropAnnotations() {
	partner := s.pairs()
	for i := 0; i < len(s.tokens); i++ {
		end := i
		switch s.tokens[i].text {
		case "@":
			end = s.annotation(i, partner)
		case "throws":
			for end++; end < len(s.tokens); end++ {
				if text := s.tokens[end].text; text != Identifier && text != Type && text != "." && text != "," {
					break
				}
			}
		}
		for ; i < end; i++ {
			s.drop(i)
			if i+1 == end {
				break
			}
		}
	}
	s.sweep()
}

// annotation returns the index after the annotation at i, or i where "@" marks
// something else: a label, the declaration of an annotation.
func (s *stream) annotation(i int, partner []int32) int {
	switch s.at(i - 1) {
	case "return", "break", "continue", "this", "super":
		return i
	}
	end := i + 1
	if text := s.at(end); text != Identifier && text != Type || s.tokens[end].lineStart {
		return i
	}
	for end++; s.at(end) == "." && s.at(end+1) == Identifier; {
		end += 2
	}
	if s.at(end) == "(" && !s.tokens[end].lineStart && partner[end] > 0 {
		end = int(partner[end]) + 1
	}
	return end
}
