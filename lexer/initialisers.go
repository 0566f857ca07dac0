package lexer

// moveInitialisers moves the first part of Go's "if a := f(); a {" before the "if". The moved tokens take the spans of the
// tokens at their new places. An "else if" keeps its first part.
func (s *stream) moveInitialisers() {
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

// maxInitialiser limits the tokens of a statement in the head of an if.
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
