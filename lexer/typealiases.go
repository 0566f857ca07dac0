package lexer

// resolveTypeAliases replaces aliases of types by the type, and drops the definitions, such as "typedef long long ll;"
// and "using ll = long long;". An alias of more than a bare type, such as "typedef struct ...", stays.
func (s *stream) resolveTypeAliases() {
	aliases := map[string]bool{}
	for i := range s.tokens {
		name, end := s.findTypeAlias(i, aliases)
		if end == 0 {
			continue
		}
		aliases[s.tokens[name].word] = true
		if s.language.syntax.typeSections && s.at(end) == Identifier && s.at(end+1) == "=" {
			end--
			s.tokens[end].text = "type" // the next definition follows
		}
		s.dropRange(i, end)
	}
	if len(aliases) == 0 {
		return
	}
	for i, t := range s.tokens {
		if t.text == Identifier && aliases[t.word] && s.at(i-1) != "." && s.at(i-1) != "->" {
			s.tokens[i].text = Type
		}
	}
	s.sweep()
	s.mergeNeighbours()
}

// findTypeAlias returns the index of the name that the definition at i defines, and the index after the
// definition; 0, 0 if there is none.
func (s *stream) findTypeAlias(i int, aliases map[string]bool) (name, end int) {
	isType := func(j int) bool {
		return s.at(j) == Type || s.at(j) == Identifier && aliases[s.tokens[j].word]
	}
	switch text := s.tokens[i].text; {
	case text == "typedef" && isType(i+1):
		name = i + 2
		for s.at(name) == "*" {
			name++
		}
		if s.at(name) == Identifier && s.at(name+1) == ";" {
			return name, name + 2
		}
	case mayBeKeyword(text) && s.language.tables.typeAliases[text] && s.at(i+1) == Identifier:
		name, end = i+1, i+2
		if s.at(end) == "=" {
			end++
		}
		if isType(end) {
			end++
			if s.at(end) == ";" {
				return name, end + 1
			}
			if end == len(s.tokens) || s.tokens[end].lineStart {
				return name, end
			}
		}
	}
	return 0, 0
}
