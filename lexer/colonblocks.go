package lexer

// joinColonBlocks changes PHP's blocks with a colon to blocks in braces: "if (a): b(); else: c(); endif;" becomes "if (a) { b(); }
// else { c(); }". It also changes "elseif" to "else if".
func (s *stream) joinColonBlocks() {
	s.findPartners(s.tokens)
	for i, t := range s.tokens {
		isElse := t.text == "else" || t.text == "elseif"
		switch t.text {
		case "elseif":
			s.tokens[i].text = "else"
			s.insertAfter(i, fixed("if"))
		case "else", "if", "for", "foreach", "while", "switch":
		case "endif", "endfor", "endforeach", "endwhile", "endswitch":
			s.tokens[i].text = "}"
			if s.at(i+1) == ";" {
				s.drop(i + 1)
			}
			continue
		default:
			continue
		}
		colon := i + 1
		if t.text != "else" {
			if s.at(colon) != "(" {
				continue
			}
			colon = int(s.partner[colon]) + 1
		}
		if colon > i && s.at(colon) == ":" {
			s.tokens[colon].text = "{"
			if isElse {
				s.insertBefore(i, fixed("}"))
			}
		}
	}
}
