package lexer

// longestBound bounds the tokens of what a variable is compared with.
const longestBound = 16

// tightenBounds reads "<= n - 1" as "< n", "< n + 1" as "<= n", and the same
// with ">"; ranges that say "to n - 1" and "until n" are alike, and so are
// Python's range(0, n) and range(n).
func (s *stream) tightenBounds() {
	for i := range s.tokens {
		switch s.tokens[i].text {
		case "<=":
			s.tighten(i, "-", "<")
		case ">":
			s.tighten(i, "-", ">=")
		case "<":
			s.tighten(i, "+", "<=")
		case ">=":
			s.tighten(i, "+", ">")
		case "..":
			if s.language.syntax.openRanges {
				s.tighten(i, "-", "..<")
			}
		case Identifier:
			switch s.tokens[i].word {
			case "until":
				if s.language.syntax.openRanges {
					s.tokens[i].text = "..<"
				}
			case "range":
				if s.at(i+1) == "(" && s.at(i+2) == Number && s.tokens[i+2].word == "0" && s.at(i+3) == "," {
					s.dropIfLast(i+2, i+4)
				}
			}
		}
	}
	s.sweep()
}

// tighten replaces the comparison at i, when its right side is an operand, the
// sign and 1.
func (s *stream) tighten(i int, sign, to string) {
	depth := 0
	for j := i + 1; j < len(s.tokens) && j < i+longestBound; j++ {
		switch text := s.tokens[j].text; text {
		case "(", "[":
			depth++
		case ")", "]":
			if depth--; depth < 0 {
				return
			}
		case sign:
			if depth > 0 {
				continue
			}
			if j == i+1 || s.at(j+1) != Number || s.tokens[j+1].word != "1" || !s.endsCondition(j+2) {
				return
			}
			s.tokens[i].text = to
			s.dropRange(j, j+2)
			return
		case Identifier, ".", "->":
		default:
			if depth == 0 {
				return
			}
		}
	}
}

// endsCondition tells whether a comparison may end before i.
func (s *stream) endsCondition(i int) bool {
	switch s.at(i) {
	case "&&", "||", "and", "or", ":", "{", "do", "then", "?", "step":
		return true
	}
	return s.endsStatement(i)
}

// dropIfLast drops the tokens from one index to another, when what follows is
// the last argument of the call.
func (s *stream) dropIfLast(from, to int) {
	depth := 0
	for j := to; j < len(s.tokens) && j < to+longestOperand; j++ {
		switch s.tokens[j].text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth--; depth < 0 {
				s.dropRange(from, to)
				return
			}
		case ",":
			if depth == 0 {
				return
			}
		}
	}
}
