package lexer

// shortenArrays changes PHP's "array(1, 2)" to "[1, 2]", and "list($a, $b)" to "[$a, $b]".
func (s *stream) shortenArrays() {
	partner := s.brackets()
	for i, t := range s.tokens {
		if (t.text == "array" || t.text == "list") && s.at(i+1) == "(" && partner[i+1] > 0 && !membersBefore[s.at(i-1)] {
			s.drop(i)
			s.tokens[i+1].text, s.tokens[partner[i+1]].text = "[", "]"
		}
	}
}

var membersBefore = wordSet("-> ?-> :: function")
