package lexer

// nameOwnTypes turns types that the program declares, or uses as variables (list = []), into names.
func (s *stream) nameOwnTypes() {
	declared := map[string]bool{}
	assign := s.language.assignmentOperator()
	for i, t := range s.tokens {
		if t.text != Type {
			continue
		}
		isOwn := false
		switch s.at(i - 1) {
		case "class", "struct", "union", "enum", "interface", "record", "object", "trait", "protocol", "actor",
			"type", "typealias", "data", "newtype":
			isOwn = true
		case "", ";", "{", "}", "begin", "else", "then", "do":
			isOwn = s.at(i+1) == assign
		default:
			isOwn = t.lineStart && s.at(i+1) == assign
		}
		if isOwn {
			declared[t.word] = true
		}
	}
	if len(declared) == 0 {
		return
	}
	for i, t := range s.tokens {
		if t.text == Type && declared[t.word] {
			s.tokens[i].text = Identifier
		}
	}
}
