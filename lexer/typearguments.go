package lexer

// longestTypeArguments bounds the tokens of a list of type arguments: what is
// longer is something else.
const longestTypeArguments = 64

// dropTypeArguments drops the arguments of types: "List<Integer>" and "List<>"
// read like "List", and like the "var" or "auto" that may stand in their
// place. Where a name has the arguments, they must hold a type or nothing, or
// be followed by a name: "a < b" is a comparison.
func (s *stream) dropTypeArguments() {
	for i := 0; i < len(s.tokens); i++ {
		from := i + 1
		if text := s.tokens[i].text; text != Type && text != Identifier {
			continue
		}
		if s.at(from) == "::" && s.at(from+1) == "<" {
			from++
		}
		if end := s.typeArguments(i, from); end > 0 {
			for j := i + 1; j < end; j++ {
				s.drop(j)
			}
			i = end - 1
		}
	}
	s.sweep()
}

// typeArguments returns the index after the type arguments at from, which
// belong to the word at i; 0 if there are none.
func (s *stream) typeArguments(i, from int) int {
	open, closing := "<", ">"
	if s.language.syntax.squareGenerics {
		open, closing = "[", "]"
	}
	if s.at(from) != open {
		return 0
	}
	isType := s.tokens[i].text == Type
	if s.language.syntax.squareGenerics && !isType {
		return 0
	}
	depth, types, commas, round := 0, 0, 0, 0
	for j := from; j < len(s.tokens) && j < from+longestTypeArguments; j++ {
		switch text := s.tokens[j].text; text {
		case open:
			depth++
		case closing:
			if depth--; depth > 0 {
				continue
			}
			if isType && round == 0 && (open == "<" || types > 0) || types > 0 || j == from+1 && open == "<" || commas == 0 && s.at(j+1) == Identifier && open == "<" {
				return j + 1
			}
			return 0
		case Type:
			types++
		case ",":
			commas++
		case "(", ")":
			if !isType {
				return 0
			}
			if round++; text == ")" {
				round -= 2
			}
		case Identifier, ".", "::", "*", "&", "?", "[", "]", "extends", "super", "in", "out", "struct", "'", "dyn", "->", "=>", "_":
		case Number:
			if open == "[" {
				return 0
			}
		default:
			return 0
		}
	}
	return 0
}
