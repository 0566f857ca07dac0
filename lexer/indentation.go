package lexer

import "strings"

// closeIndented puts a token at the end of each block, which nothing but the
// indentation of the next line marks. It has the span of the block's last
// token. A body on the line of its head is a block, too.
func (s *stream) closeIndented() {
	out := s.room()
	var open []int // columns of the lines that opened blocks
	depth := 0
	begins := false // the line begins with a keyword that has a body
	column := 0
	for _, t := range s.tokens {
		if t.lineStart && depth <= 0 {
			depth = 0
			column = s.column(t.start)
			for n := len(open); n > 0 && open[n-1] >= column; n-- {
				out = append(out, endOfBlock(out))
				open = open[:n-1]
			}
			begins = compoundStatement(t.text)
		}
		switch t.text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		case ":":
			if begins && depth == 0 {
				begins = false
				open = append(open, column)
			}
		}
		out = append(out, t)
	}
	for range open {
		out = append(out, endOfBlock(out))
	}
	s.replace(out)
}

func endOfBlock(out []raw) raw {
	last := out[len(out)-1]
	return raw{text: "}", word: "}", start: last.start, end: last.end}
}

// column returns how far the byte at the offset is from the start of its line;
// a tab counts up to the next multiple of 8.
func (s *stream) column(offset int) int {
	column := 0
	for _, c := range []byte(s.text[strings.LastIndexByte(s.text[:offset], '\n')+1 : offset]) {
		if column++; c == '\t' {
			column = (column + 7) &^ 7
		}
	}
	return column
}

// compoundStatement tells whether a keyword begins a statement with a block.
func compoundStatement(text string) bool {
	switch text {
	case "if", "elif", "else", "for", "while", "def", "class", "with", "try", "except", "finally", "async", "match", "case":
		return true
	}
	return false
}
