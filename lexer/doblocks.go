package lexer

const (
	maxParameters = 16 // tokens of the parameters of a lambda, or of a loop's variables
	maxCollection = 64 // tokens of the collection of a loop
)

// joinDoBlocks changes blocks in braces to blocks with do and end, "->(a) { }" to "lambda do |a| end", "for x in xs" to
// "xs.each do |x|", and "def f(a) = b" to "def f(a) b end". It drops "then", "do" after the head of a loop, and the parentheses
// round parameters, and round the arguments of a call that is a whole statement.
func (s *stream) joinDoBlocks() {
	s.findPartners(s.tokens)
	loop := -1 // a loop's keyword, until its line ends
	for i, t := range s.tokens {
		if t.lineStart {
			loop = -1
		}
		if isMember(s.tokens, i) {
			continue // as in "a.then { }"
		}
		switch t.text {
		case "while", "until", "for":
			if s.beginsStatement(i) {
				loop = i
			}
			if t.text == "for" && loop == i {
				s.loopToEach(i)
			}
		case "then":
			s.drop(i)
			if i+1 < len(s.tokens) {
				s.tokens[i+1].lineStart = true
			}
		case "do":
			if loop >= 0 && s.at(i+1) != "|" {
				s.drop(i)
				loop = -1
				if i+1 < len(s.tokens) {
					s.tokens[i+1].lineStart = true
				}
			}
		case "def":
			s.joinEndless(i)
		case "->":
			s.joinLambda(i)
		case "(":
			if last := int(s.partner[i]); last > 0 && (s.followsMethodName(i) || s.isStatementCall(i, last)) {
				s.drop(i, last)
			}
		case "{":
			if last := int(s.partner[i]); last > 0 && s.opensBlock(i) {
				s.tokens[i].text, s.tokens[last].text = "do", "end"
			}
		}
	}
	s.sweep()
	s.moveParameters()
}

// joinLambda changes "->(a)" and "-> a", with "->" at i, to "lambda |a|".
func (s *stream) joinLambda(i int) {
	s.tokens[i].text = "lambda"
	switch {
	case s.at(i+1) == "(" && s.at(i+2) == ")":
		s.drop(i+1, i+2)
	case s.at(i+1) == "(" && s.partner[i+1] > 0:
		s.tokens[i+1].text, s.tokens[s.partner[i+1]].text = "|", "|"
	case s.at(i+1) == Identifier:
		last := i + 1
		for s.at(last+1) == "," && s.at(last+2) == Identifier {
			last += 2
		}
		s.insertAfter(i, fixed("|"))
		s.insertAfter(last, fixed("|"))
	}
}

// moveParameters changes "lambda |a| do" to "lambda do |a|".
func (s *stream) moveParameters() {
	for i := range s.tokens {
		if s.tokens[i].text != "lambda" || s.at(i+1) != "|" {
			continue
		}
		for j := i + 2; j < i+maxParameters && j+1 < len(s.tokens); j++ {
			if s.tokens[j].text == "|" && s.at(j+1) == "do" {
				s.move(j+1, i+1)
				break
			}
		}
	}
}

// isMember reports whether the word at i is the name of a member, and so is no keyword.
func isMember(tokens []rawToken, i int) bool {
	return i > 0 && (tokens[i-1].text == "." || tokens[i-1].text == "&." || tokens[i-1].text == "::")
}

// joinEndless changes "def f(a) = b", with "def" at i, to "def f(a) b end". A body with a block of its own stays.
func (s *stream) joinEndless(i int) {
	assign := i + 2
	if s.at(assign) == "?" || s.at(assign) == "!" {
		assign++
	}
	if s.at(assign) == "(" {
		assign = int(s.partner[assign]) + 1
	}
	if s.at(i+1) != Identifier || s.at(assign) != "=" || s.tokens[assign].start == s.tokens[i+1].end {
		return // the last is the name of a method that sets a variable: def x=(v)
	}
	end := assign + 1
	for ; !s.beginsLine(end) && !bodyEnds[s.at(end)]; end++ {
		if end = max(end, int(s.partner[end])); blockWords[s.tokens[end].text] {
			return
		}
	}
	if end > assign+1 {
		s.drop(assign)
		s.tokens[assign+1].lineStart = true
		s.insertAfter(end-1, fixed("end"))
	}
}

// bodyEnds are tokens that end the body of "def f(a) = b" on its line.
var bodyEnds = wordSet("; end }")

var blockWords = wordSet("do begin if unless case while until def")

// isStatementCall reports whether the parentheses at open and last are round the arguments of a call that is a whole statement.
func (s *stream) isStatementCall(open, last int) bool {
	if next := s.at(open + 1); last == open+1 || next == "{" || s.tokens[open+1].lineStart {
		return false
	}
	if end := last + 1; !callEnds[s.at(end)] && !s.beginsLine(end) {
		return false
	}
	for name := open - 1; ; name -= 2 {
		for s.at(name) == ")" || s.at(name) == "]" {
			if name = int(s.partner[name]) - 1; name < 0 {
				return false
			}
		}
		if text := s.at(name); text == "?" || text == "!" {
			name--
		}
		switch {
		case s.at(name) != Identifier && s.at(name) != Type && s.at(name) != "self":
			return false
		case !isMember(s.tokens, name):
			return s.beginsRubyStatement(name)
		}
	}
}

var callEnds = wordSet("; end } else elsif if unless while until")

// beginsRubyStatement reports whether a statement begins at i.
func (s *stream) beginsRubyStatement(i int) bool {
	if i == 0 || s.tokens[i].lineStart {
		return !s.continuesLine(i)
	}
	switch s.at(i - 1) {
	case ";", "do", "else", "begin", "ensure":
		return true
	}
	return s.at(i-1) == "|" && s.closesParameters(i-1)
}

// followsMethodName reports whether the name of a method that is defined ends before i: def f, def f?, def self.f.
func (s *stream) followsMethodName(i int) bool {
	name := i - 1
	if text := s.at(name); text == "?" || text == "!" {
		name--
	}
	return s.at(name) == Identifier && (s.at(name-1) == "def" || s.at(name-1) == "." && s.at(name-3) == "def")
}

// opensBlock reports whether the brace at i opens a block of code, not a hash: it follows a call on its line.
func (s *stream) opensBlock(i int) bool {
	if s.tokens[i].lineStart {
		return false
	}
	switch s.at(i - 1) {
	case Identifier, ")", "lambda", "proc", "loop", "|":
		return true
	case "?", "!":
		return s.at(i-2) == Identifier && s.tokens[i-2].end == s.tokens[i-1].start
	case "":
		return i > 0
	}
	return s.at(i+1) == "|"
}

// loopToEach changes "for x in xs", with "for" at i, to "xs.each do |x|", and "for x in a..b" to "(a..b).each do |x|".
func (s *stream) loopToEach(i int) {
	in := i + 1
	for in < i+maxParameters && (s.at(in) == Identifier || s.at(in) == ",") {
		in++
	}
	if s.at(in) != "in" || in == i+1 {
		return
	}
	end := in + 1
	depth, isRange := 0, false
	for end < in+maxCollection && end < len(s.tokens) && !s.tokens[end].lineStart && s.tokens[end].text != "do" && s.tokens[end].text != ";" {
		text := s.tokens[end].text
		depth += nesting(text)
		isRange = isRange || depth == 0 && (text == ".." || text == "...")
		end++
	}
	if end == len(s.tokens) || end == in+maxCollection {
		return
	}
	if isRange { // a call binds tighter
		s.insertBefore(in+1, fixed("("))
		s.insertAfter(end-1, fixed(")"))
	}
	s.insertAfter(end-1, fixed("."), rawToken{text: Identifier, word: "each"}, fixed("do"), fixed("|"))
	s.insertAfter(end-1, s.tokens[i+1:in]...)
	s.insertAfter(end-1, fixed("|"))
	s.dropRange(i, in+1)
	if s.at(end) == "do" {
		s.drop(end)
	}
}
