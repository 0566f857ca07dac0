package lexer

// numericTypes are the types that cast a number when they are called: int(x).
var numericTypes = wordSet(`int long double float char short unsigned signed size_t int64_t uint64_t int32_t
	int64 int32 uint64 uint32 float64 float32 uint rune byte`)

// dropCasts drops casts: "(int) x" and, in some languages, "x as i64". It keeps the parentheses of "int(x)"
// and "static_cast<int>(x)".
func (s *stream) dropCasts() {
	for i := range s.tokens {
		switch s.tokens[i].text {
		case Type:
			switch {
			case s.at(i-1) == "(" && s.language.syntax.castByType && mayPrecedeOperand(s.at(i-2)):
				end := i + 1
				for s.at(end) == "*" {
					end++
				}
				if s.at(end) == ")" && operandStarts[s.at(end+1)] {
					s.dropRange(i-1, end+1)
				}
			case s.at(i-1) == "as" && s.language.syntax.castByAs:
				s.drop(i-1, i)
			case s.at(i+1) == "(" && numericTypes[s.tokens[i].word] && s.language.syntax.castByCall && mayPrecedeOperand(s.at(i-1)):
				s.drop(i)
			}
		case "static_cast":
			if s.at(i+1) == "<" && s.at(i+2) == Type && s.at(i+3) == ">" && s.at(i+4) == "(" {
				s.dropRange(i, i+4)
			}
		}
	}
}

// mayPrecedeOperand reports whether an operand may follow a token; "" is the text of a dropped cast.
func mayPrecedeOperand(before string) bool {
	switch before {
	case "return", "case", "else", "in", "":
		return true
	case ")", "]", "}", ">", Identifier, Type, Number, String:
		return false
	}
	return !isAlphanumeric(before[0])
}

// I, N, S and T are Identifier, Number, String and Type.
var operandStarts = wordSet("I N S T ( - ! ~ this new super")
