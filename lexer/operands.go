package lexer

// maxOperand limits the tokens of an assigned variable such as a[i][j + 1].
const maxOperand = 32

// operandEnd returns the index after the variable at i, with its indices and members. It returns 0 if no variable is at i, if the
// variable has more than maxOperand tokens, or if its name is the last token of the program.
func (s *stream) operandEnd(i int) int {
	if s.at(i) != Identifier {
		return 0
	}
	depth := 0
	for j := i + 1; j < i+maxOperand; j++ {
		switch text := s.at(j); {
		case text == "[", text == "]":
			if depth += nesting(text); depth < 0 {
				return j
			}
			if j+1 == len(s.tokens) && depth == 0 {
				return j + 1
			}
		case text == "":
			return 0
		case depth > 0:
		case (text == "." || text == "->" || text == "^") && s.at(j+1) == Identifier:
			j++
		case text == "^" && s.language.syntax.caretPointers:
		default:
			return j
		}
	}
	return 0
}

// operandStart returns the index of the variable that ends before i; -1 if no variable ends before i, or if it has more than
// maxOperand tokens.
func (s *stream) operandStart(i int) int {
	depth := 0
	for j := i - 1; j >= 0 && j >= i-maxOperand; j-- {
		switch text := s.tokens[j].text; {
		case text == "[", text == "]":
			if depth -= nesting(text); depth < 0 {
				return -1
			}
		case depth > 0:
		case text == Identifier || text == "this" || text == "self":
			if before := s.at(j - 1); before != "." && before != "->" {
				return j
			}
			j--
		default:
			return -1
		}
	}
	return -1
}

func (s *stream) sameWords(i, j, n int) bool {
	for k := range n {
		if j+k >= len(s.tokens) || s.tokens[i+k].text != s.tokens[j+k].text || s.tokens[i+k].word != s.tokens[j+k].word {
			return false
		}
	}
	return true
}
