package lexer

import "strings"

// simplifyBooleans changes "a == true" to "a", and "a == false" to "!a". Then it simplifies branches that
// only return true or false, see returnCondition.
func (s *stream) simplifyBooleans() {
	for i := range s.tokens {
		if text := s.tokens[i].text; text == "==" || text == "!=" {
			s.dropTruth(i)
		}
	}
	s.sweep()
	if s.language.syntax.indented {
		s.returnIndentedConditions()
		return
	}
	for _, c := range s.controlsIfAny("true") {
		s.returnCondition(c)
	}
}

// dropTruth drops the comparison at i if its right side is true or false.
func (s *stream) dropTruth(i int) {
	value := s.at(i + 1)
	negation := "!"
	switch value {
	case "True", "False":
		value, negation = strings.ToLower(value), "not"
	}
	if value != "true" && value != "false" || !comparisonEnds[s.at(i+2)] && !s.endsCondition(i+2) {
		return
	}
	start := s.comparedOperandStart(i)
	if start == i {
		return
	}
	if negated := (s.tokens[i].text == "==") == (value == "false"); negated {
		s.tokens[i].text, s.tokens[i].word = negation, negation
		s.move(i, start)
	} else {
		s.drop(i)
	}
	s.drop(i + 1)
}

// returnCondition changes "if (c) return true; return false;" to "return c;". It keeps an "if" without
// else that is the body of another statement, because "return false" follows the outer statement.
func (s *stream) returnCondition(c control) {
	if s.tokens[c.keyword].text != "if" || c.close == 0 {
		return
	}
	next := s.skipReturn(c.body, "true")
	if s.at(next) == "else" {
		next++
	} else if c.isBody {
		return
	}
	if end := s.skipReturn(next, "false"); next > 0 && end > 0 {
		if s.tokens[end-1].text == ";" {
			end--
		}
		s.tokens[c.keyword].text = "return"
		if c.open != c.keyword {
			s.drop(c.open)
		}
		s.dropRange(c.close, end)
	}
}

// returnIndentedConditions is like returnCondition, for Python.
func (s *stream) returnIndentedConditions() {
	for line := range s.lines() {
		if s.at(line.start) != "if" || !s.hasTextsAt(line.colon, ":", "return", "True") {
			continue
		}
		first := line.colon + 3
		next := first
		if s.at(next) == "else" {
			next++ // without its colon, see dropIndentedElse
		}
		end := next + 2
		if s.hasTextsAt(next, "return", "False") && (end == len(s.tokens) || s.tokens[end].lineStart) && s.tokens[first].lineStart &&
			s.indentation(s.tokens[first].start) == line.column {
			s.tokens[line.start].text = "return"
			s.dropRange(line.colon, end)
		}
	}
}

// skipReturn returns the index after the statement at i if the statement returns the value; otherwise 0. The
// statement may be in braces.
func (s *stream) skipReturn(i int, value string) int {
	braces := s.at(i) == "{"
	if braces {
		i++
	}
	if !s.hasTextsAt(i, "return", value) {
		return 0
	}
	i += 2
	if s.at(i) == ";" {
		i++
	}
	if !braces {
		return i
	}
	if s.at(i) != "}" {
		return 0
	}
	return i + 1
}
