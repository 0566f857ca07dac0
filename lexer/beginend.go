package lexer

// dropPascalBlocks drops begin and end around a single statement, and all semicolons before an end.
func (s *stream) dropPascalBlocks() {
	type block struct {
		begin, statements int
		isBody            bool // of a control statement
	}
	var open []block
	for i := range s.tokens {
		switch s.tokens[i].text {
		case "begin":
			before := s.at(i - 1)
			open = append(open, block{begin: i, isBody: before == "then" || before == "do" || before == "else"})
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
			takesElse := s.at(i+1) == "else" && (inner == "if" || inner == "for" || inner == "while")
			if b.isBody && b.statements == 0 && i > b.begin+1 && !takesElse {
				s.drop(b.begin, i)
			}
		}
	}
}
