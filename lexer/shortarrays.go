package lexer

// shortenArrays changes calls that make arrays to brackets:
//   - in PHP "array(1, 2)" to "[1, 2]", and "list($a, $b)" to "[$a, $b]";
//   - in Python "list()" to "[]", "list(a for a in b)" to "[a for a in b]", and "dict()" to "{}";
//   - in JavaScript "new Array()" to "[]", and "new Array(n)" to "Array(n)".
func (s *stream) shortenArrays() {
	s.findPartners(s.tokens)
	for i, t := range s.tokens {
		last := 0
		if s.at(i+1) == "(" && !membersBefore[s.at(i-1)] {
			last = int(s.partner[i+1])
		}
		if last <= 0 {
			continue
		}
		open, end := "[", "]"
		if t.text == Type {
			isEmpty := last == i+2
			switch isNew := s.at(i-1) == "new"; {
			case t.word == "Array" && isNew:
				s.drop(i - 1)
				if !isEmpty {
					continue
				}
			case !s.language.syntax.indented:
				continue
			case t.word == "dict" && isEmpty:
				open, end = "{", "}"
			case t.word != "list" || !isEmpty && s.find(i+2, last, "for") < 0:
				continue
			}
		} else if t.text != "array" && t.text != "list" {
			continue
		}
		s.drop(i)
		s.tokens[i+1].text, s.tokens[last].text = open, end
	}
}

var membersBefore = wordSet("-> ?-> :: . function def")
