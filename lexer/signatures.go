package lexer

// dropSignatures drops Haskell's types of functions: "f :: Int -> Int". It keeps those of classes and records.
func (s *stream) dropSignatures() {
	partner := s.brackets()
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
			i = max(i, int(partner[i]))
			continue
		}
		end := name + 2
		for column := s.column(t.start); end < len(s.tokens) && (!s.tokens[end].lineStart || s.column(s.tokens[end].start) > column); end++ {
			if s.tokens[end].text == ";" || s.tokens[end].text == "}" {
				break
			}
		}
		s.dropRange(i, end)
		i = end - 1
	}
}
