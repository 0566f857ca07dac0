package lexer

// softenKeywords turns soft keywords into names unless a word follows: "data class", not "data[i]".
func (s *stream) softenKeywords() {
	for i, t := range s.tokens {
		if !mayBeKeyword(t.text) || !s.language.tables.softKeywords[t.text] {
			continue
		}
		if i+1 == len(s.tokens) || s.tokens[i+1].lineStart || !mayFollowSoftKeyword(s.tokens[i+1].text) {
			s.tokens[i].text = Identifier
		}
	}
}

// mayFollowSoftKeyword reports whether a token is a word other than a binary operator.
func mayFollowSoftKeyword(text string) bool {
	return !wordOperators[text] && text != Number && text != String && isAlphanumeric(text[0]) && !isDigit(rune(text[0]))
}

var wordOperators = wordSet("in is as and or if else not then do of by div mod instanceof for to until")
