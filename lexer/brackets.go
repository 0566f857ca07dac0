package lexer

import "slices"

// nesting returns 1 for an opening bracket, -1 for a closing one, otherwise 0.
func nesting(text string) int {
	switch text {
	case "(", "[", "{":
		return 1
	case ")", "]", "}":
		return -1
	}
	return 0
}

// brackets returns for each bracket the index of its partner, and -1 for all other
// tokens. A closing brace closes every bracket open inside it; other closing
// brackets without an opener have no partner. The result is valid until the next
// call.
func (s *stream) brackets() []int32 {
	partner := slices.Grow(s.partner[:0], len(s.tokens))[:len(s.tokens)]
	open := s.open[:0]
	braces := 0
	for i, t := range s.tokens {
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
			for s.tokens[open[len(open)-1]].text != "{" {
				open = open[:len(open)-1]
			}
			braces--
			opener = "{"
		default:
			continue
		}
		if n := len(open); n > 0 && s.tokens[open[n-1]].text == opener {
			partner[i], partner[open[n-1]] = open[n-1], int32(i)
			open = open[:n-1]
		}
	}
	s.partner, s.open = partner, open
	return partner
}
