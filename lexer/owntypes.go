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
		case Type, "*", ">":
			isOwn = s.declaresName(i)
		default:
			isOwn = s.mayEndBefore(i) && s.at(i+1) == assign
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

// declaresName reports whether the word at i, after a type, is the name of a variable: char string[9].
func (s *stream) declaresName(i int) bool {
	if s.language.syntax.functions.form != typedFunctions || numericTypes[s.tokens[i].word] || s.at(i-1) == "*" && s.at(i-2) != Type {
		return false
	}
	switch s.at(i + 1) {
	case "[", "=", ",", ";", ")":
		return true
	}
	return false
}
