package lexer

import "slices"

// maxStep limits the tokens of a statement that moves into the head of a loop.
const maxStep = 24

// joinCountedLoops changes "i = 0; while (i < n) { f(i); i++; }" to "for (i = 0; i < n; i++) { f(i); }". In Go, a
// "for" with only a condition is the while loop. Moved tokens take the span of the token at their new place.
func (s *stream) joinCountedLoops() {
	word, beginning := "while", []rawToken{fixed("for"), fixed("(")}
	if s.language.syntax.bareHeads {
		word, beginning = "for", beginning[:1]
	}
	for _, c := range s.controlsIfAny(word) {
		if s.tokens[c.keyword].text != word || c.close == 0 || c.statements < 2 ||
			s.containsText(c.open+1, c.close, ";") || s.containsText(c.open+1, c.close, "range") {
			continue
		}
		from, to := s.lastStatement(c.end - 1)
		if to == 0 || !s.updatesVariable(from) || !s.hasWord(c.open+1, c.close, s.tokens[from].word) {
			continue
		}
		first, stop := s.lastStatement(c.keyword)
		if stop == 0 || !s.setsVariable(first, stop, s.tokens[from].word) {
			continue
		}
		s.insertBefore(first, beginning...)
		if s.at(c.keyword-1) != ";" {
			s.insertAfter(c.keyword-1, fixed(";"))
		}
		s.insertAfter(c.close-1, fixed(";"))
		s.insertAfter(c.close-1, s.tokens[from:to]...)
		s.dropRange(from, c.end-1)
		s.tokens[c.keyword].lineStart = false
		s.drop(c.keyword, c.open)
	}
}

// lastStatement returns the simple statement before an index as tokens [from, to), without its semicolon; 0,
// 0 if there is none.
func (s *stream) lastStatement(before int) (from, to int) {
	to = before
	switch {
	case s.at(before-1) == ";":
		to--
	case !s.language.mayEndWithLine() && !s.language.syntax.bareHeads: // Rust's last statement of a block may have no semicolon
		return 0, 0
	}
	depth := 0
	for from = to - 1; from >= 0 && from > to-maxStep; from-- {
		switch s.tokens[from].text {
		case "(", "[", ")", "]":
			depth -= nesting(s.tokens[from].text)
		}
		if depth < 0 {
			break
		}
		if from == 0 || s.mayEndBefore(from) {
			return from, to
		}
		switch s.tokens[from-1].text {
		case ";", "{", "}":
			if depth == 0 {
				return from, to
			}
		}
	}
	return 0, 0
}

// updatesVariable reports whether the statement at i computes a variable from its old value.
func (s *stream) updatesVariable(i int) bool { return s.at(i) == Identifier && updates[s.at(i+1)] }

var updates = wordSet("++ -- += -= *= /= >>= <<=")

// setsVariable reports whether the statement [from, to) sets only the variable with the name word, and calls
// no function. A call is refused because many honest programs read a number by a call and then count it down.
func (s *stream) setsVariable(from, to int, word string) bool {
	if text := s.at(from); text == Type || text == "var" {
		from++
	}
	return s.isName(from, word) && (s.at(from+1) == "=" || s.at(from+1) == ":=") &&
		!slices.ContainsFunc(s.tokens[from:to], func(t rawToken) bool { return t.text == "," || t.text == "(" })
}

func (s *stream) hasWord(from, to int, word string) bool {
	return slices.ContainsFunc(s.tokens[from:to], func(t rawToken) bool { return t.word == word })
}
