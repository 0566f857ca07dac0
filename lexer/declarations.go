package lexer

// maxDeclaration limits the tokens of a merged declaration. A longer declaration is a table.
const maxDeclaration = 1024

// unifyDeclarations brings declarations into one form: "int a; int b = 1;" becomes "int a, b = 1;", in Pascal
// "a: integer; b: integer" becomes "a, b: integer", in JavaScript "var a, b" becomes "var a var b".
func (s *stream) unifyDeclarations() {
	switch {
	case s.language.syntax.typeSections:
		s.mergeTypedNames()
	case s.language.mayEndWithLine():
		s.splitVariables()
	default:
		s.mergeVariables()
	}
}

// mergeVariables joins neighbouring declarations that start with a type.
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

// mergeTypedNames joins lists of names with types. Only the last type stays, because all types have the same token.
func (s *stream) mergeTypedNames() {
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
	depth, declarationDepth := 0, -1 // -1 outside a declaration
	for i := range s.tokens {
		t := &s.tokens[i]
		depth += nesting(t.text)
		switch t.text {
		case "var":
			declarationDepth = depth
			continue
		case ",":
			if depth == declarationDepth && s.at(i+1) == Identifier {
				t.text = "var"
			}
			continue
		}
		if depth < declarationDepth || depth == declarationDepth && t.lineStart && s.at(i-1) != "var" {
			declarationDepth = -1
		}
	}
}

func (s *stream) startsDeclaration(i int) bool { return s.at(i) == Type && s.at(i+1) == Identifier }

// declarationEnd returns the index of the semicolon that ends the declaration of variables at i, or 0.
func (s *stream) declarationEnd(i int) int {
	depth := 0
	for j := i + 2; j < len(s.tokens) && j < i+maxDeclaration; j++ {
		text := s.tokens[j].text
		if text == ";" && depth == 0 {
			return j
		}
		if depth += nesting(text); depth < 0 || text == ";" || text == "{" && s.tokens[j-1].text == ")" {
			return 0
		}
	}
	return 0
}
