package lexer

// maxTypeArguments limits the tokens of a list of type arguments: a longer list is something else.
const maxTypeArguments = 64

// dropTypeArguments drops the arguments of types. It turns "List<Integer>" and "List<>" into "List", which is the
// same token as "var" or "auto". "a < b" must stay a comparison. So, after a name that is no type, it drops
// brackets only if they contain a type or nothing, or if they declare or call something, see usesTypes.
func (s *stream) dropTypeArguments() {
	for i := 0; i < len(s.tokens); i++ {
		from := i + 1
		if text := s.tokens[i].text; text != Type && text != Identifier && !s.beginsTypeParameters(from) {
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
			isEmpty := j == from+1
			if hasType || !square && (isType && parentheses == 0 || isEmpty || s.usesTypes(i, j+1, hasComma)) {
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
		case Identifier, ".", "::", "*", "&", "?", "[", "]", "extends", "super", "in", "out", "struct", "'", "dyn", "->", "=>", "_", "true", "false":
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

// beginsTypeParameters reports whether the type parameters of an arrow function begin at i: <T>(a: T) => a.
func (s *stream) beginsTypeParameters(i int) bool {
	return s.language.syntax.optionalTypes && s.at(i) == "<" && !s.endsOperand(i-1)
}

// usesTypes reports whether the token after a list of names in angle brackets shows that the brackets are no operators: "A<B> c",
// "A<B>(c)" and "A<B>[]". The list belongs to the word at i, and end is the index after it. A list with a comma may also be two
// arguments, as in "f(a < b, c > (d))".
func (s *stream) usesTypes(i, end int, hasComma bool) bool {
	next := s.at(end)
	if next != Identifier && next != "(" && next != "[" {
		return false
	}
	return !hasComma || s.beginsTypeParameters(i+1) || beforeTypes[s.at(i-1)] ||
		next == Identifier && (s.at(end+1) == "=" || s.at(end+1) == ";")
}

var beforeTypes = wordSet("new return = ; }")
