package lexer

// expandShortForms writes C#'s short forms like the long ones: "T F() => e;" becomes "T F() { return e; }", and "new()"
// becomes "new T()". It also drops what properties have and fields have not: "T P => e;" and "T P { get { return e; } }"
// become "T P { return e; }", and "T P { get; set; }" becomes "T P;".
func (s *stream) expandShortForms() {
	s.findPartners(s.tokens)
	for i, t := range s.tokens {
		if t.text == "new" && s.at(i+1) == "(" {
			s.insertAfter(i, fixed(Type))
		}
		if t.text != "=>" {
			continue
		}
		if end, returns := s.expressionBody(i); end > 0 {
			s.tokens[i].text = "{"
			if returns {
				s.insertAfter(i, fixed("return"))
			}
			s.insertAfter(end, fixed("}"))
		}
	}
	s.sweep()
	s.findPartners(s.tokens)
	for i := range s.tokens {
		if s.at(i) != "{" || s.at(i-1) != Identifier || s.partner[i] < 0 || !accessors[s.word(i+1)] {
			continue
		}
		last := int(s.partner[i])
		inner := i + 2
		switch {
		case s.at(inner) == "{" && int(s.partner[inner]) == last-1: // the property has only a getter
			s.drop(i+1, inner, last-1)
		case s.declaresAccessors(i+1, last) && s.at(last+1) == "=":
			s.dropRange(i, last+1)
		case s.declaresAccessors(i+1, last):
			s.tokens[i].text = ";"
			s.dropRange(i+1, last+1)
		}
	}
}

// expressionBody returns the index of the semicolon after the body of a member, if the arrow at i begins such a body, and
// whether the body is a result; otherwise 0.
func (s *stream) expressionBody(i int) (end int, returns bool) {
	name := i - 1
	if s.at(name) == ")" {
		name = int(s.partner[name]) - 1 // before the parameters; a lambda has no name there
	}
	if s.at(name) != Identifier {
		return 0, false
	}
	switch before := s.at(name - 1); before {
	case Type, Identifier, ">", "]", "?":
		returns = s.tokens[name-1].word != "void"
	case "{", "}", ";": // a constructor or an accessor
		if s.at(i-1) != ")" && !accessors[s.tokens[name].word] {
			return 0, false
		}
		returns = s.tokens[name].word == "get"
	default:
		return 0, false
	}
	end = s.find(i+1, i+maxDeclaration, ";", ",", ")", "]", "}")
	if s.at(end) != ";" { // an arm of a switch expression
		return 0, false
	}
	return end, returns && s.at(i+1) != "throw"
}

// declaresAccessors reports whether tokens [from, to) are accessors without bodies.
func (s *stream) declaresAccessors(from, to int) bool {
	for i := from; i < to; i += 2 {
		if !accessors[s.word(i)] || s.at(i+1) != ";" {
			return false
		}
	}
	return true
}

var accessors = wordSet("get set init")
