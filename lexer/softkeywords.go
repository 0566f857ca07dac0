package lexer

// softenKeywords turns soft keywords into names unless a word follows: "data class", not "data[i]". Python's "match" and
// "case" are keywords where they begin a block, and JavaScript's "delete" where it is not the name of a method.
func (s *stream) softenKeywords() {
	s.findPartners(s.tokens)
	for i, t := range s.tokens {
		if !mayBeKeyword(t.text) || !s.language.tables.softKeywords[t.text] {
			continue
		}
		isKeyword := s.beforeWord(i)
		if isMatch := s.language.syntax.indented && (t.text == "match" || t.text == "case"); isMatch || t.text == "delete" {
			if isMatch {
				isKeyword = s.beginsBlock(i)
			} else if s.at(i+1) == "(" {
				after := s.at(int(s.partner[i+1]) + 1)
				isKeyword = after != "{" && after != ":"
			}
		}
		if !isKeyword {
			s.tokens[i].text = Identifier
		}
	}
}

// beginsBlock reports whether a word begins a line, a value follows it, and a colon outside of brackets follows the value.
func (s *stream) beginsBlock(i int) bool {
	if !s.tokens[i].lineStart {
		return false
	}
	switch next := s.at(i + 1); next {
	case Identifier, Type, Number, String, "(", "[", "{", "-", "*", "~", "not", "lambda", "await", "None", "True", "False":
	default:
		return false
	}
	for i++; i < len(s.tokens) && !s.tokens[i].lineStart; i++ {
		if s.tokens[i].text == ":" {
			return true
		}
		i = max(i, int(s.partner[i]))
	}
	return false
}

// beforeWord reports whether a word other than a binary operator follows the token at i in its statement.
func (s *stream) beforeWord(i int) bool {
	text := s.at(i + 1)
	return text != "" && !s.mayEndBefore(i+1) && !wordOperators[text] && text != Number && text != String &&
		isAlphanumeric(text[0]) && !isDigit(rune(text[0]))
}

var wordOperators = wordSet("in is as and or if else not then do of by div mod instanceof for to until")
