package lexer

import "strings"

// maxBound limits the tokens of the value that a variable is compared with.
const maxBound = 16

// tightenBounds changes "<= n - 1" to "< n" and "< n + 1" to "<= n", and likewise for ">". It also makes closed and open ranges
// equal, such as Kotlin's "0 .. n - 1", "0 .. (n - 1)" and "0 until n", Python's range(0, n) and range(n), and a[0:n] and a[:n], and
// loops over a range and over "a.indices".
func (s *stream) tightenBounds() {
	closed, open, _ := strings.Cut(s.language.syntax.ranges, " ")
	for i := range s.tokens {
		if closed != "" && s.tokens[i].word == closed {
			s.tightenRange(i, open)
			continue
		}
		switch text := s.tokens[i].text; text {
		case "<=", ">", "<", ">=":
			if sign := s.stepEnd(i+1, tighter[text][0]) - 2; sign > 0 {
				s.tokens[i].text = tighter[text][1]
				s.dropRange(sign, sign+2)
			}
		case "[":
			if s.language.syntax.bareHeads && s.hasTextsAt(i+1, Number, ":") && s.tokens[i+1].word == "0" && s.endsOperand(i-1) {
				s.drop(i + 1)
			}
		case Identifier:
			switch next := s.at(i + 1); s.tokens[i].word {
			case "until":
				if open == "..<" && s.endsOperand(i-1) && !s.tokens[i].lineStart && (isOperand(next) || next == "(" || next == "-") {
					s.tokens[i].text = open
				}
			case "indices", "lastIndex":
				s.readIndices(i, closed, open)
			case "range":
				if s.language.syntax.indented && s.at(i-1) != "." && next == "(" && s.at(i+2) == Number && s.tokens[i+2].word == "0" && s.at(i+3) == "," {
					s.dropIfOneFollows(i+2, i+4)
				}
			}
		}
	}
}

// readIndices changes "in a.indices" to "in 0 until a.size", "0 .. a.lastIndex" to "0 until a.size", and another "a.lastIndex" to
// "a.size - 1", with the name at i, which takes the place of "size".
func (s *stream) readIndices(i int, closed, open string) {
	start := s.operandStart(i + 1)
	if open != "..<" && open != "until" || start < 1 || s.at(i-1) != "." {
		return
	}
	before := &s.tokens[start-1]
	operator := fixed(open)
	if open == "until" {
		operator.text = Identifier
	}
	switch isLast := s.tokens[i].word == "lastIndex"; {
	case !isLast && (before.text == "in" || before.text == "<-"):
		s.insertAfter(start-1, rawToken{text: Number, word: "0"}, operator)
	case isLast && before.word == closed:
		before.text, before.word = operator.text, open
	case isLast:
		s.insertAfter(i, fixed("-"), rawToken{text: Number, word: "1"})
	}
}

// tighter has two texts for each comparison: the sign before the 1 that tightenBounds drops, and the new operator.
var tighter = map[string][2]string{"<=": {"-", "<"}, ">": {"-", ">="}, "<": {"+", "<="}, ">=": {"+", ">"}}

// tightenRange drops "- 1" at the end of the range at i, and the parentheses round the bound, and changes the operator to the
// one of open ranges, which may be a word.
func (s *stream) tightenRange(i int, operator string) {
	from := i + 1
	if s.at(from) == "(" {
		from++
	}
	end := s.stepEnd(from, "-")
	if end == 0 || !s.endsOperand(i-1) || s.mayEndBefore(i) {
		return
	}
	if from > i+1 {
		if s.at(end) != ")" || !s.endsCondition(end+1) {
			return
		}
		s.drop(i+1, end)
	}
	s.dropRange(end-2, end)
	s.tokens[i].word = operator
	if s.tokens[i].text != Identifier { // Scala's operators are words
		s.tokens[i].text = operator
	}
}

// stepEnd returns the index after the sign and 1 that end the bound at i; 0 if the bound ends in another way.
func (s *stream) stepEnd(i int, sign string) int {
	depth := 0
	for j := i; j < len(s.tokens) && j < i+maxBound; j++ {
		switch text := s.tokens[j].text; text {
		case "(", "[", ")", "]":
			if depth += nesting(text); depth < 0 {
				return 0
			}
		case sign:
			if depth > 0 {
				continue
			}
			if j == i || s.at(j+1) != Number || s.tokens[j+1].word != "1" || !s.endsCondition(j+2) {
				return 0
			}
			return j + 2
		case Identifier, ".", "->":
		default:
			if depth == 0 {
				return 0
			}
		}
	}
	return 0
}

// endsCondition reports whether a comparison or a range may end before i.
func (s *stream) endsCondition(i int) bool {
	return conditionEnds[s.at(i)] || s.isName(i, "step") || s.isName(i, "by") || s.endsStatement(i)
}

var conditionEnds = wordSet("&& || and or : { do then ? ]")

// dropIfOneFollows drops the tokens in [from, to) if exactly one more argument of the call follows them.
func (s *stream) dropIfOneFollows(from, to int) {
	depth := 0
	for j := to; j < len(s.tokens) && j < to+maxOperand; j++ {
		text := s.tokens[j].text
		if depth += nesting(text); depth < 0 {
			s.dropRange(from, to)
			return
		}
		if depth == 0 && text == "," {
			return
		}
	}
}
