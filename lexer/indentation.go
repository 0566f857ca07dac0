package lexer

import "strings"

// closeIndented adds a "}" at the end of each indented block, also if the body is on the line of its head.
func (s *stream) closeIndented() {
	out := s.scratch()
	var open []int // columns of the lines that open blocks
	depth := 0
	opens := false // the line starts with a keyword that begins a block, and the ":" has not come yet
	column := 0
	for i, t := range s.tokens {
		if t.lineStart && depth <= 0 {
			depth = 0
			column = s.indentation(t.start)
			for n := len(open); n > 0 && open[n-1] >= column; n-- {
				out = append(out, tokenAt("}", out[len(out)-1]))
				open = open[:n-1]
			}
			if opens = blockKeywords[t.text]; t.text == "else" && s.at(i+1) != ":" {
				opens = false // dropIndentedElse has dropped it
				continue
			}
		}
		depth += nesting(t.text)
		if t.text == ":" && opens && depth == 0 {
			opens = false
			open = append(open, column)
		}
		out = append(out, t)
	}
	for range open {
		out = append(out, tokenAt("}", out[len(out)-1]))
	}
	s.replace(out)
}

// indentation returns the column of the first character that is no blank, in the line with a byte: a rule may have dropped
// the first tokens of the line.
func (s *stream) indentation(offset int) int {
	line := strings.LastIndexByte(s.text[:offset], '\n') + 1
	return s.column(offset - len(strings.TrimLeft(s.text[line:offset], " \t\f")))
}

// column returns the column of a byte, from 0; a tab extends to the next multiple of 8.
func (s *stream) column(offset int) int {
	column := 0
	for _, c := range []byte(s.text[strings.LastIndexByte(s.text[:offset], '\n')+1 : offset]) {
		if column++; c == '\t' {
			column = (column + 7) &^ 7
		}
	}
	return column
}

var blockKeywords = wordSet("if elif else for while def class with try except finally async match case")
