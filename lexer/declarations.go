package lexer

// maxDeclaration limits the tokens of a merged declaration: longer ones are tables,
// which are seldom split.
const maxDeclaration = 1024

// mergeDeclarations brings declarations into one form: "int a; int b = 1;" to "int a, b = 1;", in
// Pascal "a: integer; b: integer" to "a, b: integer", and in JavaScript "var a, b" to "var a var b".
func (s *stream) mergeDeclarations() {
	switch {
	case s.language.syntax.typeSections:
		s.mergeTyped()
	case s.language.endsWithLine():
		s.splitVariables()
	default:
		s.mergeVariables()
	}
}

func (s *stream) mergeVariables() {
	before := ";"
	for i := 0; i < len(s.tokens); {
		if (before == ";" || before == "{" || before == "}") && s.startsDeclaration(i) {
			end := s.declarationEnd(i)
			for end > 0 && s.startsDeclaration(end+1) {
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
}

// mergeTyped joins lists of names with types, keeping the type of the last.
func (s *stream) mergeTyped() {
	for i := range s.tokens {
		if s.tokens[i].text != ":" || s.at(i-1) != Identifier || s.at(i+1) != Type || s.at(i+2) != ";" {
			continue
		}
		next := i + 3
		for s.at(next) == Identifier && s.at(next+1) == "," {
			next += 2
		}
		if s.at(next) == Identifier && s.at(next+1) == ":" && s.at(next+2) == Type {
			s.dropRange(i, i+2)
			s.tokens[i+2].text = ","
		}
	}
}

// splitVariables replaces the commas between declared variables by "var".
func (s *stream) splitVariables() {
	depth, inside := 0, -1 // inside a declaration at this depth
	for i := range s.tokens {
		t := &s.tokens[i]
		depth += nesting(t.text)
		switch t.text {
		case "var":
			inside = depth
			continue
		case ",":
			if depth == inside && s.at(i+1) == Identifier {
				t.text = "var"
			}
			continue
		}
		if depth < inside || depth == inside && t.lineStart && s.at(i-1) != "var" {
			inside = -1
		}
	}
}

// startsDeclaration reports whether a declaration of variables may start at i.
func (s *stream) startsDeclaration(i int) bool { return s.at(i) == Type && s.at(i+1) == Identifier }

// declarationEnd returns the index of the semicolon of the declaration at i; 0 for
// a function's declaration or none.
func (s *stream) declarationEnd(i int) int {
	depth := 0
	for j := i + 2; j < len(s.tokens) && j < i+maxDeclaration; j++ {
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
			if depth != 0 {
				return 0
			}
			return j
		}
		if depth < 0 {
			return 0
		}
	}
	return 0
}
