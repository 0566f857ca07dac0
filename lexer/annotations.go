package lexer

// dropAnnotations drops annotations with their arguments, and "throws" with its exceptions.
func (s *stream) dropAnnotations() {
	var partner []int32
	for i := 0; i < len(s.tokens); i++ {
		end := i
		switch s.tokens[i].text {
		case "@":
			if partner == nil { // most programs have no annotations
				partner = s.brackets()
			}
			end = s.skipAnnotation(i, partner)
		case "throws":
			for end++; end < len(s.tokens); end++ {
				if text := s.tokens[end].text; text != Identifier && text != Type && text != "." && text != "," {
					break
				}
			}
		}
		if end > i {
			s.dropRange(i, end)
			i = end - 1
		}
	}
}

// skipAnnotation returns the index after the annotation at i; i if the "@" there begins no annotation.
func (s *stream) skipAnnotation(i int, partner []int32) int {
	switch s.at(i - 1) {
	case "return", "break", "continue", "this", "super":
		return i
	}
	if s.language.syntax.indented && !s.tokens[i].lineStart {
		return i // a product of matrices
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
