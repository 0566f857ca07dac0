package lexer

// arrowFunctions changes functions to arrow functions: "function (a) { f(a); }" becomes "(a) => { f(a); }",
// and "function g(a) { }" becomes "var g = (a) => { }".
func (s *stream) arrowFunctions() {
	partner := s.brackets()
	for i, t := range s.tokens {
		if t.word == "async" && s.at(i+1) == "(" && partner[i+1] > 0 && s.at(int(partner[i+1])+1) == "=>" {
			s.drop(i) // which was read as the name of a function
		}
		if t.text != "function" {
			continue
		}
		open := i + 1
		named := s.at(open) == Identifier
		if named {
			open++
		}
		if s.at(open) != "(" || partner[open] < 0 {
			continue
		}
		end := int(partner[open])
		switch {
		case s.at(end+1) != "{":
			continue
		case !named:
			s.drop(i)
		case s.beginsStatement(i):
			s.tokens[i].text = "var"
			s.insertAfter(i+1, fixed("="))
		default:
			continue // the name of a function inside an expression is known only inside this function
		}
		s.insertAfter(end, fixed("=>"))
	}
}
