package lexer

const maxCopied = 96 // tokens of the copies of a type in a list of names

// splitGroups gives each of Go's names a declaration of its own: "const (" before several lines becomes "const" before each,
// "var a, b int" becomes "var a int var b int", "func f(a, b int)" becomes "func f(a int, b int)", and fields "x, y int" become
// two lines.
func (s *stream) splitGroups() {
	s.findPartners(s.tokens)
	for i, t := range s.tokens {
		switch t.text {
		case "const", "var", "type":
			if s.at(i+1) == "(" && s.partner[i+1] > 0 {
				s.repeatKeyword(i, int(s.partner[i+1]))
			} else if t.text == "var" {
				s.splitVariable(i + 1)
			}
		case "func":
			open := i + 1
			for range 3 { // the receiver, the parameters and the results
				if s.at(open) == Identifier {
					open++
				}
				if s.at(open) != "(" || s.partner[open] < 0 {
					break
				}
				s.splitNames(open+1, int(s.partner[open]))
				open = int(s.partner[open]) + 1
			}
		case "struct":
			if s.at(i+1) != "{" || s.partner[i+1] < 0 {
				continue
			}
			for from, last := i+2, int(s.partner[i+1]); from < last; {
				end := s.lineEnd(from, last)
				s.splitNames(from, end)
				for comma := s.find(from, end, ","); comma > 0; comma = s.find(comma, end, ",") {
					s.drop(comma)
				}
				from = end
			}
		}
	}
}

// repeatKeyword repeats the keyword at i before each line of its group, which ends at last.
func (s *stream) repeatKeyword(i, last int) {
	s.drop(i+1, last)
	for from := i + 2; from < last; {
		next := s.lineEnd(from, last)
		if s.tokens[i].text == "var" {
			s.splitVariable(from)
		}
		if from > i+2 {
			s.tokens[from].lineStart = true
			s.insertBefore(from, s.tokens[i])
		}
		from = next
	}
}

// splitVariable gives each of the variables at i, which have a type and no values, a declaration of its own.
func (s *stream) splitVariable(i int) {
	last := i
	for s.hasTextsAt(last, Identifier, ",") {
		last += 2
	}
	end := s.skipType(last + 1)
	if s.at(last) != Identifier || end == last+1 || s.at(end) == "=" {
		return
	}
	s.splitNames(i, end)
	for comma := i + 1; comma < last; comma += 2 {
		s.tokens[comma].text, s.tokens[comma].lineStart = "var", true
	}
}

// splitNames gives each name in a list the type that follows the last one of them. The list is tokens [from, to). Many
// names of a long type stay as they are: the copies of the type would be most of the program.
func (s *stream) splitNames(from, to int) {
	first := from // of the names that have no type yet
	for i := from; i < to; {
		end := s.find(i, to, ",")
		if end < 0 {
			end = to
		}
		if end > i+1 && end <= i+maxAscription && (i-first)/2*(end-i) <= maxCopied {
			for ; first < i; first += 2 {
				s.insertAfter(first, s.tokens[i+1:end]...)
			}
		}
		if end > i+1 || s.at(i) != Identifier {
			first = end + 1
		}
		i = end + 1
	}
}

// lineEnd returns the index of the first token of the next line, outside brackets; to if there is none.
func (s *stream) lineEnd(from, to int) int {
	for i := max(from, int(s.partner[from])) + 1; i < to; i++ {
		if s.tokens[i].lineStart || s.at(i-1) == ";" {
			return i
		}
		i = max(i, int(s.partner[i]))
	}
	return to
}
