package lexer

// moveInitialisers moves the first part of Go's "if a := f(); a {" and of C++'s "if (T a = f(); a) {" before the "if". The moved
// tokens take the spans of the tokens at their new places. An "else if" keeps its first part. In C++ it also changes "T a{1}" to
// "T a = 1".
func (s *stream) moveInitialisers() {
	if !s.language.syntax.bareHeads {
		s.moveFromParentheses()
		s.assignInitialisers()
		return
	}
	for i := 0; i < len(s.tokens); i++ {
		if t := s.tokens[i]; t.text != "if" || !t.lineStart || s.at(i-1) == "else" {
			continue
		}
		end := s.initialiserEnd(i + 1)
		if end == 0 {
			continue
		}
		s.move(i, end)
		s.drop(end - 1) // the semicolon
		s.tokens[end].lineStart = true
		i = end
	}
}

// maxInitialiser limits the tokens of a statement in the head of an if, and of the value of a variable.
const maxInitialiser = 64

// initialiserEnd returns the index of the semicolon after the statement at i, if the head of an if goes on after it;
// otherwise 0.
func (s *stream) initialiserEnd(i int) int {
	depth := 0
	for j := i; j < len(s.tokens) && j < i+maxInitialiser; j++ {
		switch text := s.tokens[j].text; {
		case depth == 0 && text == ";":
			return j
		case depth == 0 && text == "{" && s.at(j-1) != Type && s.at(j-1) != "]":
			return 0
		default:
			depth += nesting(text)
		}
	}
	return 0
}

// moveFromParentheses moves the first part of "if (a; b)" before the "if", unless the "if" is the body of another statement.
func (s *stream) moveFromParentheses() {
	s.findPartners(s.tokens)
	for i, t := range s.tokens {
		if t.text != "if" && t.text != "switch" || s.at(i+1) != "(" {
			continue
		}
		switch s.at(i - 1) {
		case ";", "{", "}":
			if end := s.find(i+2, min(i+maxInitialiser, int(s.partner[i+1])), ";"); end > 0 {
				s.move(i, end)
				s.move(i, end) // the parenthesis
			}
		}
	}
}

// assignInitialisers changes "T a{1}" to "T a = 1", "T a{1, 2}" to "T a = {1, 2}", and "T a{}" to "T a". It keeps "T a(1)": some
// people always write that, and so it distinguishes honest programs.
func (s *stream) assignInitialisers() {
	s.findPartners(s.tokens)
	for i, t := range s.tokens {
		if !s.startsDeclaration(i) || s.at(i-1) == "struct" {
			continue
		}
		for name := i + 1; s.at(name) == Identifier; name++ {
			end := name + 1
			if s.at(end) == "{" && s.partner[end] > 0 {
				end = int(s.partner[end]) + 1
				s.assignInitialiser(name, end-1, t.word)
			}
			if name = s.find(end, end+maxInitialiser, ",", ";", ")", "{"); s.at(name) != "," {
				break
			}
		}
	}
}

// assignInitialiser changes the initialiser between the variable at i and its closing brace. If the type is a container, one
// value is an element.
func (s *stream) assignInitialiser(i, last int, typ string) {
	open := i + 1
	switch isContainer := s.language.tables.templates[typ]; {
	case last == open+1:
		s.drop(open, last)
	case isContainer || s.find(open+1, last, ",") > 0:
		s.insertAfter(i, fixed("="))
	default:
		s.tokens[open].text = "="
		s.drop(last)
	}
}
