package lexer

import "slices"

// longestStep bounds the tokens of a statement that is moved into the head of
// a loop.
const longestStep = 24

// gatherLoops reads "i = 0; while (i < n) { f(i); i++; }" as "for (i = 0; i <
// n; i++) { f(i); }": the last statement of the body changes a variable of the
// condition, and the one before the loop sets it. What moves takes the span of
// the place where it then stands.
func (s *stream) gatherLoops() {
	var insertions []insertion
	for _, c := range s.controls() {
		if s.tokens[c.keyword].text != "while" || c.open == 0 || c.statements < 2 {
			continue
		}
		from, to := s.lastStatement(c.end - 1)
		if to == 0 || !s.counts(from) || !s.hasWord(c.open+1, c.close, s.tokens[from].word) {
			continue
		}
		first, stop := s.lastStatement(c.keyword)
		if stop == 0 || !s.sets(first, stop, s.tokens[from].word) {
			continue
		}
		last := s.tokens[c.close-1]
		end := append([]raw{mark(";", last)}, s.tokens[from:to]...)
		for i := range end {
			end[i].start, end[i].end, end[i].lineStart = last.start, last.end, false
		}
		s.dropRange(from, c.end-1)
		head := []raw{mark("for", s.tokens[first]), mark("(", s.tokens[first])}
		head[0].lineStart = s.tokens[first].lineStart
		s.tokens[first].lineStart = false
		insertions = append(insertions, insertion{first - 1, head}, insertion{c.close - 1, end})
		if s.at(c.keyword-1) != ";" {
			insertions = append(insertions, insertion{c.keyword - 1, []raw{mark(";", s.tokens[c.keyword-1])}})
		}
		s.drop(c.keyword)
		s.drop(c.open)
	}
	s.insert(insertions)
}

// lastStatement returns the begin and the end, without its semicolon, of the
// simple statement that ends before the index; 0, 0 where there is none.
func (s *stream) lastStatement(before int) (from, to int) {
	to = before
	switch {
	case s.at(before-1) == ";":
		to--
	case !s.language.endsWithLine():
		return 0, 0
	}
	depth := 0
	for from = to - 1; from >= 0 && from > to-longestStep; from-- {
		switch s.tokens[from].text {
		case ")", "]":
			depth++
		case "(", "[":
			depth--
		}
		if depth < 0 {
			break
		}
		if from == 0 || s.tokens[from].lineStart && s.language.endsWithLine() {
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

// counts tells whether the statement at i changes a variable by what it is.
func (s *stream) counts(i int) bool {
	if s.at(i) != Identifier {
		return false
	}
	switch s.at(i + 1) {
	case "++", "--", "+=", "-=", "*=", "/=", ">>=", "<<=":
		return true
	}
	return false
}

// sets tells whether a statement sets the variable, and no other, to a value
// that is not called for: a number of tests that is read in counts down as
// often in the condition.
func (s *stream) sets(from, to int, word string) bool {
	if text := s.at(from); text == Type || text == "var" {
		from++
	}
	return s.at(from) == Identifier && s.tokens[from].word == word && s.at(from+1) == "=" &&
		!slices.ContainsFunc(s.tokens[from:to], func(t raw) bool { return t.text == "," || t.text == "(" })
}

func (s *stream) hasWord(from, to int, word string) bool {
	return slices.ContainsFunc(s.tokens[from:to], func(t raw) bool { return t.word == word })
}
