package lexer

import "strings"

// maxSuffix limits the tokens of a statement with a condition behind it.
const maxSuffix = 64

// joinSuffixes changes Ruby's "f(a) if b" to "if b f(a) end", "unless a" to "if !a", and "until a" to "while !a".
func (s *stream) joinSuffixes() {
	s.negateConditions()
	s.sweep()
	s.moveSuffixes()
}

// negateConditions changes "unless a && b" to "if !(a && b)", and "until a" to "while !a".
func (s *stream) negateConditions() {
	s.findPartners(s.tokens)
	for i, t := range s.tokens {
		word, ok := positive[t.text]
		if !ok || isMember(s.tokens, i) {
			continue
		}
		isOperand := true
		end := i + 1
		for ; !suffixEnds[s.at(end)] && !s.beginsLine(end); end++ {
			end = max(end, int(s.partner[end]))
			isOperand = isOperand && (s.language.tables.levels[s.at(end)] == 0 || endsRubyValue(s.tokens, end))
		}
		switch {
		case isOperand && s.at(i+1) == "!":
			s.drop(i + 1)
		case isOperand:
			s.insertAfter(i, fixed("!"))
		case s.at(end) == "do":
			continue // the condition may go on after the block
		default:
			s.insertAfter(i, fixed("!"), fixed("("))
			s.insertAfter(end-1, fixed(")"))
		}
		s.tokens[i].text, s.tokens[i].word = word, word
	}
}

// positive has for each word before a condition the word before its opposite.
var positive = map[string]string{"unless": "if", "until": "while"}

// moveSuffixes moves conditions before their statements.
func (s *stream) moveSuffixes() {
	s.findPartners(s.tokens)
	for i := 1; i < len(s.tokens); i++ {
		t := s.tokens[i]
		if t.text != "if" && t.text != "unless" || t.lineStart || !endsRubyValue(s.tokens, i-1) {
			continue
		}
		start, end := s.suffixStart(i), i+1
		for end < i+maxSuffix && end < len(s.tokens) && !s.tokens[end].lineStart && !suffixEnds[s.tokens[end].text] {
			if s.partner[end] > int32(end) {
				end = int(s.partner[end])
			}
			end++
		}
		if start < 0 || noStatements[s.at(start)] || end >= i+maxSuffix || end == i+1 || end > len(s.tokens) {
			continue
		}
		first, last := s.tokens[start], s.tokens[end-1]
		if start > 0 && s.tokens[start-1].end > first.start || end < len(s.tokens) && s.tokens[end].start < last.end {
			continue // tokens that a rule has added share their spans with their neighbours
		}
		s.swap(start, i, i, end)
		s.tokens[start+end-i].lineStart = true
		s.insertAfter(end-1, fixed("end"))
		i = end - 1
	}
}

// suffixStart returns the start of the statement with the condition at i; -1 if it is not certain.
func (s *stream) suffixStart(i int) int {
	for j := i - 1; j >= 0 && j > i-maxSuffix; j-- {
		text := s.tokens[j].text
		if s.partner[j] >= 0 {
			if s.partner[j] > int32(j) {
				return -1 // inside brackets
			}
			j = int(s.partner[j])
		} else if text == "end" {
			return -1
		}
		switch {
		case j == 0 || s.beginsLine(j):
			return j
		case s.at(j-1) == "do" || s.at(j-1) == ";" || s.at(j-1) == "else" || s.at(j-1) == "|" && s.closesParameters(j-1):
			return j
		}
	}
	return -1
}

// closesParameters reports whether the bar at i ends the parameters of a block.
func (s *stream) closesParameters(i int) bool {
	for j := i - 1; j >= 0 && j > i-maxParameters; j-- {
		if s.tokens[j].text == "|" {
			return s.at(j-1) == "do"
		}
	}
	return false
}

// endsRubyValue reports whether a value may end with the token at i, so that an "if" after it belongs to its statement.
func endsRubyValue(tokens []rawToken, i int) bool {
	if i < 0 {
		return false
	}
	switch t := tokens[i]; t.text {
	case "", Identifier, Number, Type, ")", "]", "}", "++", "--": // "" is a dropped parenthesis
		return true
	case String:
		return !strings.HasSuffix(t.word, "#{")
	case "?", "!":
		return i > 0 && tokens[i-1].end == t.start && (tokens[i-1].text == Identifier || mayBeKeyword(tokens[i-1].text))
	case "then", "else", "do", "in", "when", "begin", "ensure", "case", "while", "until", "if", "unless", "elsif":
		return false
	default:
		return mayBeKeyword(t.text)
	}
}

// noStatements begin a line that may end with a condition of its own.
var noStatements = wordSet("in when def class module")

var suffixEnds = wordSet("; end } ) ] do else then |")
