package lexer

// dropPascalBlocks drops begin and end round a single statement that is the body
// of a control statement. The semicolon before an end is optional, and goes
// everywhere.
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
			hanging := s.at(i+1) == "else" && (inner == "if" || inner == "for" || inner == "while")
			if b.body && b.statements == 0 && i > b.begin+1 && !hanging {
				s.drop(b.begin)
				s.drop(i)
			}
		}
	}
	s.sweep()
}
