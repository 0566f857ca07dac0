package lexer

import "iter"

// dropPascalBlocks drops begin and end around a single statement, and all semicolons before an end.
func (s *stream) dropPascalBlocks() {
	for i := range s.tokens {
		if next := s.at(i + 1); s.tokens[i].text == ";" && (next == "end" || next == "until") {
			s.drop(i)
		}
	}
	for b := range s.pascalBlocks() {
		before, inner := s.at(b.begin-1), s.at(b.begin+1)
		isBody := s.at(b.begin) == "begin" && (before == "then" || before == "do" || before == "else")
		takesElse := s.at(b.end+1) == "else" && (inner == "if" || inner == "for" || inner == "while")
		if isBody && b.semicolons == 0 && b.end > b.begin+1 && !takesElse {
			s.drop(b.begin, b.end)
		}
	}
}

// pascalBlock is a block of Pascal.
type pascalBlock struct {
	begin, end int // the indices of begin, or another word, and of end or until
	semicolons int // outside inner blocks
}

// pascalBlocks returns the blocks, inner before outer ones.
func (s *stream) pascalBlocks() iter.Seq[pascalBlock] {
	return func(yield func(pascalBlock) bool) {
		open := []pascalBlock{{}} // the first is the program
		for i := range s.tokens {
			b := &open[len(open)-1]
			switch s.tokens[i].text {
			case "begin", "case", "record", "try", "repeat", "asm", "class", "object":
				open = append(open, pascalBlock{begin: i})
			case ";":
				b.semicolons++
			case "end", "until":
				if len(open) == 1 {
					continue
				}
				open = open[:len(open)-1]
				if b.end = i; !yield(*b) {
					return
				}
			}
		}
	}
}
