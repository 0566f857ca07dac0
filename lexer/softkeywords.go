package lexer

// softenKeywords makes names of words that are keywords only before another
// word: "data class" has a modifier, "data[i]" a name, which may be changed at
// will.
func (s *stream) softenKeywords() {
	for i, t := range s.tokens {
		if isLower(t.text) && s.language.tables.soft[t.text] && (i+1 == len(s.tokens) || s.tokens[i+1].lineStart || !governed(s.tokens[i+1].text)) {
			s.tokens[i].text = Identifier
		}
	}
}

// governed tells whether a token can follow a keyword that begins something:
// a word, but none that stands between two operands.
func governed(text string) bool {
	switch text {
	case "in", "is", "as", "and", "or", "if", "else", "not", "then", "do", "of", "by", "div", "mod", "instanceof", "for", "to", "until":
		return false
	}
	return text != Number && text != String && isAlphanumeric(text[0]) && !isDigit(rune(text[0]))
}
