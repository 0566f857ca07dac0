package lexer

// dropAnnotations drops annotations with their arguments, unless the arguments contain code, and "throws" with its exceptions.
func (s *stream) dropAnnotations() {
	s.findPartners(s.tokens)
	mark, skip := "@", s.skipAnnotation
	if opening := s.language.syntax.attributeMark; opening != "" {
		mark, skip = opening[:1], s.skipAttribute
	}
	for i := 0; i < len(s.tokens); i++ {
		end := i
		switch s.tokens[i].text {
		case mark:
			end = skip(i)
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
func (s *stream) skipAnnotation(i int) int {
	switch s.at(i - 1) {
	case "return", "break", "continue", "this", "super":
		return i
	}
	if s.language.syntax.indented && !s.tokens[i].lineStart {
		return i // a product of matrices
	}
	end := i + 1
	if text := s.at(end); text != Identifier && text != Type || s.mayEndBefore(end) {
		return i
	}
	for end++; s.at(end) == "." && s.at(end+1) == Identifier; {
		end += 2
	}
	if s.at(end) == "(" && !s.mayEndBefore(end) && s.partner[end] > 0 {
		if s.runsCode(end) {
			return i
		}
		end = int(s.partner[end]) + 1
	}
	return end
}

// runsCode reports whether the arguments in the parentheses at open contain code that runs, as in Python, rather than values.
func (s *stream) runsCode(open int) bool {
	for i := open + 1; i < int(s.partner[open]); i++ {
		switch s.at(i) {
		case ":=", "lambda", "for":
			return true
		case "(":
			if before := s.at(i - 1); before == ")" || before == "]" || (before == Identifier || before == Type) && s.at(i-2) != "@" {
				return true
			}
		}
	}
	return false
}

// skipAttribute returns the index after the annotation in brackets at i: [[a]] in C++, #[a] in PHP, [a] before a declaration in
// C#; i if there is none.
func (s *stream) skipAttribute(i int) int {
	switch s.language.syntax.attributeMark {
	case "[[":
		if last := int(s.partner[i]); s.hasTextsAt(i, "[", "[") && last > 0 && int(s.partner[i+1]) == last-1 {
			return last + 1
		}
	case "#[":
		if s.hasTextsAt(i, "#", "[") {
			return max(i, int(s.partner[i+1])+1)
		}
	case "[":
		last := int(s.partner[i])
		if !s.hasTextsAt(i, "[", Identifier) || last < i {
			return i
		}
		switch s.at(i - 1) {
		case "", ";", "{", "}": // "" is an annotation before this one, or the start of the text
			if next := s.at(last + 1); next == Type || next == Identifier || next == "[" || mayBeKeyword(next) {
				return last + 1
			}
		}
	}
	return i
}
