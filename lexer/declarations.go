package lexer

// longestDeclaration bounds the tokens of a declaration that is looked at:
// longer ones are tables, which are seldom split.
const longestDeclaration = 1024

// mergeDeclarations reads "int a; int b = 1;" as "int a, b = 1;", in Pascal "a:
// integer; b: integer" as "a, b: integer", and in JavaScript "var a, b" as "var
// a var b".
func (s *stream) mergeDeclarations() {
	switch {
	case s.language.syntax.typeSections:
		s.mergeTyped()
	case s.language.endsWithLine():
		s.splitVariables()
	default:
		s.mergeVariables()
	}
	s.sweep()
}

func (s *stream) mergeVariables() {
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
}

// mergeTyped drops the type of each list of names that another one with a type
// follows.
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

// splitVariables puts "var" in the place of the commas between variables.
func (s *stream) splitVariables() {
	depth, inside := 0, -1 // inside a declaration at this depth
	for i := range s.tokens {
		t := &s.tokens[i]
		switch t.text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
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

// declares tells whether a declaration of variables may begin at i.
func (s *stream) declares(i int) bool {
	return s.at(i) == Type && s.at(i+1) == Identifier
}

// declarationEnd returns the index of the semicolon that ends the declaration
// at i; 0 where it is another one, of a function.
func (s *stream) declarationEnd(i int) int {
	depth := 0
	for j := i + 2; j < len(s.tokens) && j < i+longestDeclaration; j++ {
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
