package lexer

import "strings"

// dropTrailingCommas drops commas between an element and a closing bracket: {1, 2,} but not C#'s [,].
func (s *stream) dropTrailingCommas() {
	for i := 1; i+1 < len(s.tokens); i++ {
		if s.tokens[i].text == "," && strings.Contains(")]}", s.tokens[i+1].text) && !strings.Contains("([{,", s.tokens[i-1].text) {
			s.drop(i)
		}
	}
}
