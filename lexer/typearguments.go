package lexer

// maxTypeArguments limits the tokens of a list of type arguments: a longer list is something else.
const maxTypeArguments = 64

// dropTypeArguments drops the arguments of types. It turns "List<Integer>" and "List<>" into "List", which is the
// same token as "var" or "auto". "a < b" must stay a comparison. So, after a name that is no type, it drops
// brackets only if they contain a type or nothing, or if they contain no comma and a name follows them.
func (s *stream) dropTypeArguments() {
	for i := 0; i < len(s.tokens); i++ {
		from := i + 1
		if text := s.tokens[i].text; text != Type && text != Identifier {
			continue
		}
		if s.at(from) == "::" && s.at(from+1) == "<" {
			from++
		}
		if end := s.typeArgumentsEnd(i, from); end > 0 {
			s.dropRange(i+1, end)
			i = end - 1
		}
	}
}

// typeArgumentsEnd returns the index after the type arguments that start at from and belong to the word at i; 0 if
// there are none.
func (s *stream) typeArgumentsEnd(i, from int) int {
	isType, square := s.tokens[i].text == Type, s.language.syntax.squareGenerics
	open, closing := "<", ">"
	if square {
		open, closing = "[", "]"
	}
	if s.at(from) != open || square && !isType {
		return 0
	}
	depth, parentheses := 0, 0
	hasType, hasComma := false, false
	for j := from; j < len(s.tokens) && j < from+maxTypeArguments; j++ {
		switch s.tokens[j].text {
		case open:
			depth++
		case closing:
			if depth--; depth > 0 {
				continue
			}
			isEmpty, isDeclaration := j == from+1, !hasComma && s.at(j+1) == Identifier
			if hasType || !square && (isType && parentheses == 0 || isEmpty || isDeclaration) {
				return j + 1
			}
			return 0
		case Type:
			hasType = true
		case ",":
			hasComma = true
		case "(":
			parentheses++
		case ")":
			parentheses--
		case Identifier, ".", "::", "*", "&", "?", "[", "]", "extends", "super", "in", "out", "struct", "'", "dyn", "->", "=>", "_":
		case Number:
			if square {
				return 0
			}
		default:
			return 0
		}
		if parentheses != 0 && !isType {
			return 0
		}
	}
	return 0
}
