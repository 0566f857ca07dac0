package lexer

// dropReceivers drops qualifiers that say nothing: "this.x" reads "x", "std::max" reads "max".
func (s *stream) dropReceivers() {
	if s.language.syntax.indented {
		s.dropSelf()
		return
	}
	receivers := s.language.tables.receivers
	for i, t := range s.tokens {
		switch next := s.at(i + 1); next {
		case ".", "->", "::":
			if operator, ok := receivers[t.word]; ok && next == operator && t.text != String {
				s.dropRange(i, i+2)
			}
		}
	}
}

// scope is a class or a function of a Python program.
type scope struct {
	column   int // of its head
	isClass  bool
	receiver string // of a method: its first parameter
}

// dropSelf drops the first parameter of Python's methods, and its name before members: so a method reads like a
// function. The name may be another than self. Static methods have no such parameter. It also drops "(object)" and "()" after the
// name of a class.
func (s *stream) dropSelf() {
	var open []scope
	static := false // the next method is static
	for line := range s.lines() {
		for n := len(open); n > 0 && open[n-1].column >= line.column; n-- {
			open = open[:n-1]
		}
		switch n := len(open); s.at(line.start) {
		case "class":
			open = append(open, scope{column: line.column, isClass: true})
			if name := line.start + 1; s.hasTextsAt(name+1, "(", ")") {
				s.drop(name+1, name+2)
			} else if s.hasTextsAt(name+1, "(", Type, ")") && s.word(name+2) == "object" {
				s.dropRange(name+1, name+4)
			}
		case "def":
			f := scope{column: line.column}
			if n > 0 && !open[n-1].isClass {
				f.receiver = open[n-1].receiver
			} else if n > 0 && !static {
				f.receiver = s.dropFirstParameter(line.start)
			}
			open = append(open, f)
		}
		static = s.at(line.start) == "@" && (static || s.word(line.start+1) == "staticmethod")
		if n := len(open); n == 0 || open[n-1].receiver == "" {
			continue
		}
		receiver := open[len(open)-1].receiver
		for i := line.start; i < line.end; i++ {
			if s.isName(i, receiver) && s.at(i+1) == "." {
				s.dropRange(i, i+2)
			}
		}
	}
}

// dropFirstParameter drops the first parameter of the method at i and returns its name; "" if there is none.
func (s *stream) dropFirstParameter(i int) string {
	if !s.hasTextsAt(i+1, Identifier, "(", Identifier) || s.at(i+4) != "," && s.at(i+4) != ")" {
		return ""
	}
	s.drop(i + 3)
	if s.at(i+4) == "," {
		s.drop(i + 4)
	}
	return s.tokens[i+3].word
}
