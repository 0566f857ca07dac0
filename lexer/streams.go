package lexer

// joinStandardStreams joins neighbouring statements that read or write the same standard stream: "cin >> a; cin >>
// b;" reads "cin >> a >> b;". Calls of printf stay separate.
func (s *stream) joinStandardStreams() {
	depth := 0
	stream := s.standardStreamAt(0) // of the statement
	for i, t := range s.tokens {
		switch t.text {
		case "(", "[", ")", "]":
			depth = max(0, depth+nesting(t.text))
		case "{", "}":
			depth = 0
			stream = s.standardStreamAt(i + 1)
		case ";":
			next := s.standardStreamAt(i + 1)
			if depth == 0 && stream != "" && next == stream {
				s.dropRange(i, i+2)
				continue
			}
			stream = next
		default:
			if t.text == Identifier && (s.at(i-1) == ")" || s.at(i-1) == "else") && depth == 0 {
				stream = "" // the body of a control statement
			}
		}
	}
}

// standardStreamAt returns the standard stream that the statement at i reads or writes, or "".
func (s *stream) standardStreamAt(i int) string {
	if s.at(i) != Identifier {
		return ""
	}
	switch word := s.tokens[i].word; {
	case word == "cin" && s.at(i+1) == ">>", (word == "cout" || word == "cerr") && s.at(i+1) == "<<":
		return word
	}
	return ""
}
