package lexer

import "slices"

// maxOperand limits the tokens of an assigned variable such as a[i][j + 1].
const maxOperand = 32

// operandEnd returns the index after the variable at i, with its indices and members; 0 if no variable is at i.
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

// operandStart returns the index of the variable that ends before i; -1 if no variable ends before i.
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

// beginsStatement reports whether a statement, or a part of a loop's head, may start at i.
func (s *stream) beginsStatement(i int) bool {
	if i == 0 || s.tokens[i].lineStart {
		return true
	}
	switch s.tokens[i-1].text {
	case ";", "{", "}", ")", ",", ":", "else", "do", "then", "begin", "repeat", "->", "=>":
		return true
	case "(":
		return s.at(i-2) == "for"
	}
	return false
}

// endsStatement reports whether a statement, or a part of a loop's head, may end before i.
func (s *stream) endsStatement(i int) bool {
	if i >= len(s.tokens) {
		return true
	}
	switch s.tokens[i].text {
	case ";", "}", ")", ",", "end", "else", "until":
		return true
	case "{":
		return s.language.syntax.bareHeads
	}
	return s.tokens[i].lineStart && s.language.endsWithLine()
}

// nesting returns 1 for an opening bracket, -1 for a closing bracket, otherwise 0.
func nesting(text string) int {
	switch text {
	case "(", "[", "{":
		return 1
	case ")", "]", "}":
		return -1
	}
	return 0
}

// find returns the index of the first token with one of the texts among tokens [from, to), outside brackets between them; -1
// if there is none.
func (s *stream) find(from, to int, partner []int32, texts ...string) int {
	for i := from; i < min(to, len(s.tokens)); i++ {
		if slices.Contains(texts, s.tokens[i].text) {
			return i
		}
		i = max(i, int(partner[i]))
	}
	return -1
}

// brackets returns for each bracket the index of its partner, and -1 for all other tokens and for brackets
// without a partner in their block. The result is valid until the next call.
func (s *stream) brackets() []int32 { return s.bracketsOf(s.tokens) }

func (s *stream) bracketsOf(tokens []rawToken) []int32 {
	partner := slices.Grow(s.partner[:0], len(tokens))[:len(tokens)]
	open := s.open[:0]
	braces := 0
	for i, t := range tokens {
		partner[i] = -1
		if len(t.text) != 1 {
			continue
		}
		var opener string
		switch t.text[0] {
		case '{':
			braces++
			fallthrough
		case '(', '[':
			open = append(open, int32(i))
			continue
		case ')':
			opener = "("
		case ']':
			opener = "["
		case '}':
			if braces == 0 {
				continue
			}
			for tokens[open[len(open)-1]].text != "{" {
				open = open[:len(open)-1]
			}
			braces--
			opener = "{"
		default:
			continue
		}
		if n := len(open); n > 0 && tokens[open[n-1]].text == opener {
			partner[i], partner[open[n-1]] = open[n-1], int32(i)
			open = open[:n-1]
		}
	}
	s.partner, s.open = partner, open
	return partner
}
