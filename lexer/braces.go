package lexer

// dropBraces drops the braces around the single statement of a control statement's body. An empty block
// becomes an empty statement. A lambda with one expression as its body also loses "return".
func (s *stream) dropBraces() {
	for _, c := range s.controls() {
		last := c.end - 1
		switch s.tokens[c.keyword].text {
		case "if":
			if s.at(c.end) == "else" && c.statements == 1 && s.language.tables.headKeywords[s.at(c.body+1)] {
				continue // the else would belong to the inner if
			}
		case "else", "for", "foreach", "while", "do":
		case "->", "=>":
			if c.statements != 1 || s.language.tables.headKeywords[s.at(c.body+1)] {
				continue
			}
			if s.at(c.body+1) == "return" {
				s.drop(c.body + 1)
			}
			if s.at(last-1) == ";" {
				s.drop(last - 1)
			}
		default:
			continue
		}
		switch c.statements {
		case 0:
			s.tokens[c.body].text = ";"
			s.drop(last)
		case 1:
			s.drop(c.body, last)
			for i := c.body + 1; i < last-1 && s.at(i) == ";"; i++ {
				s.drop(i) // an empty statement would be the body
			}
		}
	}
}
