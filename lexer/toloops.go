package lexer

import "slices"

// joinToLoops changes Pascal's loops that count by one to for loops: "i := 1; while i <= n do begin f(i);
// inc(i) end" and "i := 1; repeat f(i); inc(i) until i > n" become "for i := 1 to n do begin f(i) end". With
// "i < n" they end at n - 1. Moved tokens take the span of the token at their new place.
func (s *stream) joinToLoops() {
	for b := range s.pascalBlocks() {
		switch {
		case s.at(b.end) == "until" && s.at(b.begin) == "repeat":
			end := b.end + 1
			for end < len(s.tokens) && end < b.end+maxStep && s.at(end) != ";" && s.at(end) != "end" && s.at(end) != "until" {
				end++
			}
			s.joinToLoop(toLoop{b.begin, b.begin, b.end, b.end + 1, end, true})
		case s.at(b.end) == "end" && s.hasTextsAt(b.begin-1, "do", "begin"):
			loop := b.begin - 1
			for loop > 0 && loop > b.begin-maxStep && s.tokens[loop].text != "while" && s.tokens[loop].text != ";" {
				loop--
			}
			if s.tokens[loop].text == "while" {
				s.joinToLoop(toLoop{loop, b.begin, b.end, loop + 1, b.begin - 1, false})
			}
		}
	}
}

// toLoop is a loop of Pascal that may count.
type toLoop struct {
	keyword    int  // the index of while or repeat
	begin, end int  // the indexes of the words around the body
	from, to   int  // the condition is tokens[from:to]
	negated    bool // the loop ends when the condition holds, as a repeat loop does
}

// joinToLoop changes the loop if it counts.
func (s *stream) joinToLoop(l toLoop) {
	update := l.end - 2
	if s.at(l.end-1) == ";" {
		update--
	}
	step := s.at(update + 1)
	if update <= l.begin+1 || s.at(update) != Identifier || step != "++" && step != "--" || s.at(update-1) != ";" {
		return
	}
	variable := s.tokens[update].word
	relation, from, to := s.loopBound(l, variable)
	if relation == "" || (step == "++") != (relation[0] == '<') || s.assigns(l.begin, update, variable) {
		return
	}
	assign := l.keyword - 1 // becomes the index of the ":=" before the loop
	for s.at(assign) != ":=" {
		if assign--; assign < l.keyword-maxStep {
			return
		}
	}
	first := assign - 1 // the variable
	before := s.at(first - 1)
	if s.at(l.keyword-1) != ";" || !s.isName(first, variable) ||
		before != ";" && before != "begin" && before != "repeat" ||
		slices.ContainsFunc(s.tokens[first+2:l.keyword-1], func(t rawToken) bool { return !comparedOperandTokens[t.text] }) {
		return
	}
	s.insertBefore(first, fixed("for"))
	s.insertBefore(l.keyword, s.tokens[from:to]...)
	if len(relation) == 1 {
		sign := map[string]string{"<": "-", ">": "+"}[relation]
		s.insertBefore(l.keyword, fixed(sign), rawToken{text: Number, word: "1"})
	}
	s.insertBefore(l.keyword, fixed("do"), fixed("begin"))
	direction := &s.tokens[l.keyword-1]
	direction.text = "to"
	if step == "--" {
		direction.text = "downto"
	}
	direction.word = direction.text
	s.tokens[l.end].text, s.tokens[l.end].word = "end", "end"
	s.dropRange(l.keyword, l.begin+1)
	s.dropRange(update-1, l.end)
	if l.negated {
		s.dropRange(l.from, l.to)
	}
}

// loopBound returns the bound of the loop, tokens[from:to], and the relation of the variable to the bound while the
// loop runs: "<", "<=", ">" or ">=". The relation is "" if the condition does not compare the variable.
func (s *stream) loopBound(l toLoop, variable string) (relation string, from, to int) {
	switch {
	case l.to-l.from < 3:
		return "", 0, 0
	case s.isName(l.from, variable) && opposites[s.at(l.from+1)] != "":
		relation, from, to = s.at(l.from+1), l.from+2, l.to
	case s.isName(l.to-1, variable) && opposites[s.at(l.to-2)] != "":
		relation, from, to = s.at(l.to-2), l.from, l.to-2
		relation = mirrored[relation]
	}
	if l.negated {
		relation = opposites[relation]
	}
	for i := from; i < to; i++ {
		if s.isName(i, variable) || !comparedOperandTokens[s.tokens[i].text] {
			return "", 0, 0
		}
	}
	return relation, from, to
}

func (s *stream) assigns(from, to int, variable string) bool {
	for i := from; i < to; i++ {
		if s.isName(i, variable) && (s.at(i+1) == ":=" || updates[s.at(i+1)]) {
			return true
		}
	}
	return false
}
