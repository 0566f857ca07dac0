package lexer

// longestAscription bounds the tokens of a type that is dropped.
const longestAscription = 24

// dropAscriptions drops the types of variables that get a value: "val x: Int =
// 1" reads like "val x = 1". Where types of parameters and results may be left
// out, they go, too.
func (s *stream) dropAscriptions() {
	optional := s.language.syntax.optionalTypes
	for i := 0; i+1 < len(s.tokens); i++ {
		switch text := s.tokens[i].text; {
		case text == "var" && s.language.syntax.shortVariables:
			s.shorten(i)
		case text == ":" && s.at(i-1) == Identifier && binder(s.at(i-2)):
			if end := s.ascription(i + 1); s.at(end) == "=" {
				s.dropRange(i, end)
				i = end
			}
		case text == ":" && optional && s.at(i-1) == Identifier && s.at(i+1) == Type:
			switch s.at(i + 2) {
			case ",", ")", "=":
				s.dropRange(i, i+2)
			}
		case (text == ":" && s.at(i-1) == ")" || text == "->") && optional && (s.at(i+1) == Type || s.at(i+1) == "None"):
			switch s.at(i + 2) {
			case ":", "{":
				s.dropRange(i, i+2)
			}
		}
	}
	s.sweep()
}

// shorten reads Go's "var x T = y" at i as "x := y".
func (s *stream) shorten(i int) {
	if s.at(i+1) != Identifier {
		return
	}
	if end := s.ascription(i + 2); s.at(end) == "=" {
		s.drop(i)
		s.dropRange(i+2, end)
		s.tokens[end].text = ":="
	}
}

// binder tells whether the token stands before a variable that is declared.
func binder(text string) bool {
	return text == "var" || text == "let" || text == "mut" || text == "const"
}

// ascription returns the index after the type at i.
func (s *stream) ascription(i int) int {
	depth := 0
	for j := i; j < len(s.tokens) && j < i+longestAscription; j++ {
		switch s.tokens[j].text {
		case "(", "[", "<":
			depth++
		case ")", "]", ">":
			if depth--; depth < 0 {
				return j
			}
		case Type, Identifier, ".", "?", "!", "&", "*", "->", "=>", "::", "|", Number, "mut", "dyn":
		case ",", ":", ";":
			if depth == 0 {
				return j
			}
		default:
			return j
		}
	}
	return i
}
