package lexer

// maxTail limits the tokens of a function's last statement, and those of its head.
const maxTail = 256

// dropLastReturns drops "return" before the value at the end of a function: Rust's "fn f() -> T { g(); return a; }" becomes
// "fn f() -> T { g(); a }".
func (s *stream) dropLastReturns() {
	if s.language.syntax.functions.form == functionsWithEnd {
		s.dropReturnsBeforeEnd()
		return
	}
	partner := s.brackets()
	for i, t := range s.tokens {
		if t.text != s.language.syntax.functions.keyword {
			continue
		}
		if brace := s.find(i+1, i+maxTail, partner, ";", "{"); s.at(brace) == "{" {
			s.dropReturnBefore(int(partner[brace]), partner)
		}
	}
}

// dropReturnBefore drops the return and the semicolon of the last statement before the closing brace at an index.
func (s *stream) dropReturnBefore(last int, partner []int32) {
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
		if partner[j] >= 0 {
			j = min(j, int(partner[j]))
		}
	}
}

// dropReturnsBeforeEnd drops the return of the last statement before the "end" of Ruby's methods.
func (s *stream) dropReturnsBeforeEnd() {
	var open []string // the words that opened the blocks around a token
	statement := 0    // the index of the statement's first token
	for i, t := range s.tokens {
		if isMember(s.tokens, i) {
			continue
		}
		begins := i == 0 || t.lineStart || s.at(i-1) == ";"
		switch t.text {
		case "def", "class", "module", "begin", "case", "do", "for":
			open = append(open, t.text)
		case "if", "unless", "while", "until":
			if begins || !endsRubyValue(s.tokens, i-1) {
				open = append(open, t.text)
			}
		case "end":
			if len(open) == 0 {
				return
			}
			if open[len(open)-1] == "def" && s.at(statement) == "return" && statement+1 < i {
				s.drop(statement)
			}
			open, statement = open[:len(open)-1], i
			continue
		}
		if begins && !s.continuesLine(i) {
			statement = i
		}
	}
}
