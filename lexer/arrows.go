package lexer

// useArrowFunctions changes functions to arrow functions: "function (a) { f(a); }" becomes "(a) => { f(a); }",
// and "function g(a) { }" becomes "var g = (a) => { }". In Python it changes "f = lambda a: b" to "def f(a): return b".
func (s *stream) useArrowFunctions() {
	if s.language.syntax.indented {
		s.defineLambdas()
		return
	}
	s.findPartners(s.tokens)
	for i, t := range s.tokens {
		if t.word == "async" && s.at(i+1) == "(" && s.partner[i+1] > 0 && s.at(int(s.partner[i+1])+1) == "=>" {
			s.drop(i) // "async", which was read as the name of a function
		}
		if t.text != "function" {
			continue
		}
		open := i + 1
		named := s.at(open) == Identifier
		if named {
			open++
		}
		if s.at(open) != "(" || s.partner[open] < 0 {
			continue
		}
		end := int(s.partner[open])
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

// defineLambdas changes "f = lambda a: b" to "def f(a): return b".
func (s *stream) defineLambdas() {
	s.findPartners(s.tokens)
	for i, t := range s.tokens {
		if t.text != "lambda" || i < 2 || !s.hasTextsAt(i-2, Identifier, "=") || !s.tokens[i-2].lineStart {
			continue
		}
		if colon := s.find(i+1, i+maxSignature, ":"); colon > 0 {
			s.insertBefore(i-2, fixed("def"))
			s.tokens[i-1].text = "("
			s.drop(i)
			s.insertBefore(colon, fixed(")"))
			s.insertAfter(colon, fixed("return"))
		}
	}
}
