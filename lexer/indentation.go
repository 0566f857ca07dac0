package lexer

import (
	"iter"
	"strings"
)

// joinLines makes one line of all lines from an opening bracket to its partner, if blocks are indented.
func (s *stream) joinLines() {
	if !s.language.syntax.indented {
		return
	}
	last := -1 // of the brackets around a token
	s.findPartners(s.tokens)
	for i, partner := range s.partner {
		if i <= last {
			s.tokens[i].lineStart = false
		}
		last = max(last, int(partner))
	}
}

// line is a line of a program in which blocks are indented: tokens[start:end].
type line struct {
	start, end int
	column     int // of its first character that is no blank
	colon      int // opens a block; -1 for none
}

// lines returns the lines of a program in which blocks are indented.
func (s *stream) lines() iter.Seq[line] {
	return func(yield func(line) bool) {
		for start := 0; start < len(s.tokens); {
			l := line{start, start + 1, s.indentation(s.tokens[start].start), -1}
			word := s.tokens[start].text
			opens := blockKeywords[word] && (word != "else" || s.at(l.end) == ":") // dropIndentedElse drops the colon
			depth := 0
			for ; l.end < len(s.tokens) && !s.tokens[l.end].lineStart; l.end++ {
				text := s.tokens[l.end].text
				depth += nesting(text)
				if text == ":" && opens && depth <= 0 {
					l.colon, opens = l.end, false
				}
			}
			if !yield(l) {
				return
			}
			start = l.end
		}
	}
}

// closeIndented adds a "}" at the end of each indented block, also if the body is on the line of its head.
func (s *stream) closeIndented() {
	var open []int // columns of the lines that open blocks
	for line := range s.lines() {
		for n := len(open); n > 0 && open[n-1] >= line.column; n-- {
			s.insertAfter(line.start-1, fixed("}"))
			open = open[:n-1]
		}
		if s.at(line.start) == "else" && line.colon < 0 { // dropIndentedElse has dropped it
			s.drop(line.start)
		}
		if line.colon >= 0 {
			open = append(open, line.column)
		}
	}
	for range open {
		s.insertAfter(len(s.tokens)-1, fixed("}"))
	}
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
