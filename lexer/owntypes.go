package lexer

// forgetDeclared makes names of the types that the program itself declares: a
// class Stack of one's own is as free to be called Pile. The same goes for
// types that the program takes as names of variables: list = [].
func (s *stream) forgetDeclared() {
	var declared map[string]bool
	assign := s.language.assign()
	for i, t := range s.tokens {
		if t.text != Type {
			continue
		}
		own := false
		switch s.at(i - 1) {
		case "class", "struct", "union", "enum", "interface", "record", "object", "trait", "protocol", "actor",
			"type", "typealias", "data", "newtype":
			own = true
		case "", ";", "{", "}", "begin", "else", "then", "do":
			own = s.at(i+1) == assign
		default:
			own = t.lineStart && s.at(i+1) == assign
		}
		if own {
			if declared == nil {
				declared = map[string]bool{}
			}
			declared[t.word] = true
		}
	}
	if declared == nil {
		return
	}
	for i, t := range s.tokens {
		if t.text == Type && declared[t.word] {
			s.tokens[i].text = Identifier
		}
	}
}
