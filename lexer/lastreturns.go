package lexer

import "iter"

// maxTail limits the tokens of a function's last statement, and those of its head.
const maxTail = 256

// dropLastReturns drops "return" before the value at the end of a function: Rust's "fn f() -> T { g(); return a; }" becomes
// "fn f() -> T { g(); a }". In Swift, only a body that is a single value needs no "return".
func (s *stream) dropLastReturns() {
	if s.language.syntax.functions.form == functionsWithEnd {
		s.dropReturnsBeforeEnd()
		return
	}
	s.findPartners(s.tokens)
	for i, t := range s.tokens {
		if t.text != s.language.syntax.functions.keyword {
			continue
		}
		brace := s.find(i+1, i+maxTail, ";", "{")
		switch {
		case s.at(brace) != "{":
		case !s.language.mayEndWithLine():
			s.dropReturnBefore(int(s.partner[brace]))
		case s.at(brace+1) == "return" && s.at(brace+2) != "}": // the only statement
			s.drop(brace + 1)
		}
	}
}

// dropReturnBefore drops the return and the semicolon of the last statement before the closing brace at an index.
func (s *stream) dropReturnBefore(last int) {
	end := last
	if s.at(end-1) == ";" {
		end--
	}
	for j := end - 1; j > last-maxTail; j-- {
		switch s.at(j) {
		case "", ";", "{":
			return
		case "return":
			if j+1 < end {
				s.drop(j)
				s.dropRange(end, last)
			}
			return
		}
		if s.partner[j] >= 0 {
			j = min(j, int(s.partner[j]))
		}
	}
}

// dropReturnsBeforeEnd drops the return of the last statement before the "end" of Ruby's methods.
func (s *stream) dropReturnsBeforeEnd() {
	for p := range s.blockParts() {
		if s.at(p.end) == "end" && s.at(p.opener) == "def" && s.at(p.last) == "return" && p.last+1 < p.end {
			s.drop(p.last)
		}
	}
}

// blockPart is a part of a block of Ruby, up to "else", "elsif" or "end".
type blockPart struct {
	opener, end int // the indices of the word that begins the block, and of the word after the part
	last        int // the index of the part's last statement
}

// blockParts returns the parts of all blocks, in the order of their ends.
func (s *stream) blockParts() iter.Seq[blockPart] {
	return func(yield func(blockPart) bool) {
		var open []int
		statement := 0
		for i, t := range s.tokens {
			if isMember(s.tokens, i) {
				continue
			}
			begins := i == 0 || t.lineStart || s.at(i-1) == ";"
			switch t.text {
			case "def", "class", "module", "begin", "case", "do", "for":
				open = append(open, i)
			case "if", "unless", "while", "until":
				if begins || !endsRubyValue(s.tokens, i-1) {
					open = append(open, i)
				}
			case "else", "elsif", "end":
				n := len(open) - 1
				if n < 0 || !yield(blockPart{open[n], i, statement}) {
					return
				}
				if t.text == "end" {
					open = open[:n]
				}
				statement = i
				continue
			}
			if begins && !s.continuesLine(i) {
				statement = i
			}
		}
	}
}
