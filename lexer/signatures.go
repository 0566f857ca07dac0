package lexer

import "slices"

// dropSignatures drops Haskell's types of functions before their definitions: "f :: Int -> Int" before "f x = x". It keeps those of
// classes and records.
func (s *stream) dropSignatures() {
	s.findPartners(s.tokens)
	inClass := false
	for i := 0; i < len(s.tokens); i++ {
		t := s.tokens[i]
		if t.lineStart && s.column(t.start) == 0 {
			inClass = t.text == "class"
		}
		name := i
		for t.lineStart && name < i+maxParameters && s.hasTextsAt(name, Identifier, ",") {
			name += 2
		}
		if !t.lineStart || inClass || !s.hasTextsAt(name, Identifier, "::") || isCapital(t.word) {
			i = max(i, int(s.partner[i]))
			continue
		}
		end := name + 2
		for column := s.column(t.start); end < len(s.tokens) && (!s.tokens[end].lineStart || s.column(s.tokens[end].start) > column); end++ {
			if signatureEnds[s.tokens[end].text] {
				break
			}
		}
		isSigned := func(t rawToken) bool { return t.word == s.word(end) }
		if s.at(end) == ";" {
			end++
		}
		if !slices.ContainsFunc(s.tokens[i:name+1], isSigned) {
			continue // "a :: Int <- b" is a statement, and "a :: Int" may be a value
		}
		s.dropRange(i, end)
		i = end - 1
	}
}

// signatureEnds are marks and words that no type has, or that end a statement.
var signatureEnds = wordSet("; } = <- :: | where then else of in")
