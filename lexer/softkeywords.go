package lexer

// softenKeywords turns soft keywords into names unless a word follows: "data class", not "data[i]".
func (s *stream) softenKeywords() {
	for i, t := range s.tokens {
		if !mayBeKeyword(t.text) || !s.language.tables.softKeywords[t.text] {
			continue
		}
		if !s.beforeWord(i) {
			s.tokens[i].text = Identifier
		}
	}
}

// beforeWord reports whether a word other than a binary operator follows the token at i on its line.
func (s *stream) beforeWord(i int) bool {
	text := s.at(i + 1)
	return text != "" && !s.tokens[i+1].lineStart && !wordOperators[text] && text != Number && text != String &&
		isAlphanumeric(text[0]) && !isDigit(rune(text[0]))
}

var wordOperators = wordSet("in is as and or if else not then do of by div mod instanceof for to until")
