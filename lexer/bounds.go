package lexer

// maxBound limits the tokens of the value that a variable is compared with.
const maxBound = 16

// tightenBounds changes "<= n - 1" to "< n" and "< n + 1" to "<= n", and likewise for ">". It also makes
// Kotlin's "0 .. n - 1" and "0 until n" equal, and Python's range(0, n) and range(n).
func (s *stream) tightenBounds() {
	for i := range s.tokens {
		switch text := s.tokens[i].text; text {
		case "<=", ">", "<", ">=":
			s.tightenBound(i, tighter[text][0], tighter[text][1])
		case "..":
			if s.language.syntax.openRanges {
				s.tightenBound(i, "-", "..<")
			}
		case Identifier:
			switch next := s.at(i + 1); s.tokens[i].word {
			case "until":
				if s.language.syntax.openRanges && s.endsOperand(i-1) && !s.tokens[i].lineStart && (isOperand(next) || next == "(" || next == "-") {
					s.tokens[i].text = "..<"
				}
			case "range":
				if s.language.syntax.indented && s.at(i-1) != "." && next == "(" && s.at(i+2) == Number && s.tokens[i+2].word == "0" && s.at(i+3) == "," {
					s.dropIfOneFollows(i+2, i+4)
				}
			}
		}
	}
}

// tighter has two texts for each comparison: the sign before the 1 that tightenBound drops, and the new operator.
var tighter = map[string][2]string{"<=": {"-", "<"}, ">": {"-", ">="}, "<": {"+", "<="}, ">=": {"+", ">"}}

// tightenBound drops the sign and 1 at the end of the comparison at i, and changes its operator.
func (s *stream) tightenBound(i int, sign, to string) {
	depth := 0
	for j := i + 1; j < len(s.tokens) && j < i+maxBound; j++ {
		switch text := s.tokens[j].text; text {
		case "(", "[", ")", "]":
			if depth += nesting(text); depth < 0 {
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

// endsCondition reports whether a comparison may end before i.
func (s *stream) endsCondition(i int) bool { return conditionEnds[s.at(i)] || s.endsStatement(i) }

var conditionEnds = wordSet("&& || and or : { do then ? step")

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
