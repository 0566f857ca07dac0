package lexer

// dropBraces drops the braces round a single statement that is the body of a
// control statement, so that "else { if" reads "else if", too. An empty block
// reads as an empty statement. A lambda whose body is one expression has
// neither braces nor "return".
func (s *stream) dropBraces() {
	for _, c := range s.controls() {
		last := c.end - 1
		switch s.tokens[c.keyword].text {
		case "if":
			if s.at(c.end) == "else" && c.statements == 1 && s.language.tables.heads[s.at(c.body+1)] {
				continue // the else would become that of an inner if
			}
		case "else", "for", "foreach", "while", "do":
		case "->", "=>":
			if c.statements != 1 || s.language.tables.heads[s.at(c.body+1)] {
				continue
			}
			if s.at(c.body+1) == "return" {
				s.drop(c.body + 1)
			}
			if s.at(last-1) == ";" {
				s.drop(last - 1)
			}
		default:
			continue
		}
		switch c.statements {
		case 0:
			s.tokens[c.body].text = ";"
			s.drop(last)
		case 1:
			s.drop(c.body)
			s.drop(last)
		}
	}
	s.sweep()
}

// dropPascalBlocks does the same for begin and end. The semicolon before an
// end is optional, and goes everywhere.
func (s *stream) dropPascalBlocks() {
	type block struct {
		begin, statements int
		body              bool // of a control statement
	}
	var open []block
	for i := range s.tokens {
		switch s.tokens[i].text {
		case "begin":
			body := false
			switch s.at(i - 1) {
			case "then", "do", "else":
				body = true
			}
			open = append(open, block{begin: i, body: body})
		case "case", "record", "try", "repeat", "asm", "class", "object":
			open = append(open, block{begin: i})
		case ";":
			if next := s.at(i + 1); next == "end" || next == "until" {
				s.drop(i)
			} else if len(open) > 0 {
				open[len(open)-1].statements++
			}
		case "end", "until":
			if len(open) == 0 {
				continue
			}
			b := open[len(open)-1]
			open = open[:len(open)-1]
			inner := s.at(b.begin + 1)
			if b.body && b.statements == 0 && i > b.begin+1 && !(s.at(i+1) == "else" && (inner == "if" || inner == "for" || inner == "while")) {
				s.drop(b.begin)
				s.drop(i)
			}
		}
	}
	s.sweep()
}
