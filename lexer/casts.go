package lexer

// numeric are the types that a value may be turned into by a call.
var numeric = set(`int long double float char short unsigned signed size_t int64_t uint64_t int32_t
	int64 int32 uint64 uint32 float64 float32 uint rune byte`)

// dropCasts drops casts: "(int) x", and in some languages "int(x)", "x as i64"
// and "static_cast<int>(x)", which leave the parentheses.
func (s *stream) dropCasts() {
	for i := range s.tokens {
		switch s.tokens[i].text {
		case Type:
			switch {
			case s.at(i-1) == "(" && s.language.syntax.castByType && castContext(s.at(i-2)):
				end := i + 1
				for s.at(end) == "*" {
					end++
				}
				if s.at(end) == ")" && operand(s.at(end+1)) {
					s.dropRange(i-1, end+1)
				}
			case s.at(i-1) == "as" && s.language.syntax.castByAs:
				s.drop(i - 1)
				s.drop(i)
			case s.at(i+1) == "(" && numeric[s.tokens[i].word] && s.language.syntax.castByCall && castContext(s.at(i-1)):
				s.drop(i)
			}
		case "static_cast":
			if s.at(i+1) == "<" && s.at(i+2) == Type && s.at(i+3) == ">" && s.at(i+4) == "(" {
				for j := i; j < i+4; j++ {
					s.drop(j)
				}
			}
		}
	}
	s.sweep()
}

// castContext tells whether an operand may begin after the token. Dropped
// tokens were casts themselves.
func castContext(before string) bool {
	switch before {
	case "return", "case", "else", "in", "":
		return true
	case ")", "]", "}", ">", Identifier, Type, Number, String:
		return false
	}
	return !isAlphanumeric(before[0])
}

// operand tells whether the token begins an operand.
func operand(text string) bool {
	switch text {
	case Identifier, Number, String, Type, "(", "-", "!", "~", "this", "new", "super":
		return true
	}
	return false
}
