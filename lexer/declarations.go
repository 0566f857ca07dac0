package lexer

// mergeDeclarations reads "int a; int b = 1;" as "int a, b = 1;".
func (s *stream) mergeDeclarations() {
	before := ";"
	for i := 0; i < len(s.tokens); {
		if (before == ";" || before == "{" || before == "}") && s.declares(i) {
			end := s.declarationEnd(i)
			for end > 0 && s.declares(end+1) {
				next := s.declarationEnd(end + 1)
				if next == 0 {
					break
				}
				s.tokens[end].text = ","
				s.drop(end + 1)
				end = next
			}
			if end > 0 {
				i = end
			}
		}
		before = s.tokens[i].text
		i++
	}
	s.sweep()
}

// declares tells whether a declaration of variables may begin at i.
func (s *stream) declares(i int) bool {
	return s.at(i) == Type && s.at(i+1) == Identifier
}

// declarationEnd returns the index of the semicolon that ends the declaration
// at i; 0 where it is another one, of a function.
func (s *stream) declarationEnd(i int) int {
	depth := 0
	for j := i + 2; j < len(s.tokens); j++ {
		switch s.tokens[j].text {
		case "(", "[":
			depth++
		case ")", "]":
			depth--
		case "{":
			if s.tokens[j-1].text == ")" {
				return 0
			}
			depth++
		case "}":
			depth--
		case ";":
			if depth == 0 {
				return j
			}
			return 0
		}
		if depth < 0 {
			return 0
		}
	}
	return 0
}
