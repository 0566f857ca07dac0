package lexer

// dropOptionalTypes drops the types of variables, parameters, results and members in Python and TypeScript, which
// run the same without them, and TypeScript's "as T" and "x!". It keeps the members of interfaces and of object
// literals.
func (s *stream) dropOptionalTypes() {
	s.findPartners(s.tokens)
	open := []int{-1} // the brackets around the token
	for i := 0; i < len(s.tokens); i++ {
		from, end := i, 0
		switch text := s.tokens[i].text; text {
		case "(", "[", "{":
			open = append(open, i)
		case ")", "]", "}":
			open = open[:max(1, len(open)-1)]
		case "implements":
			end = s.typeEnd(i + 1)
			for s.at(end) == "," {
				end = s.typeEnd(end + 1)
			}
		case "as", "satisfies":
			afterValue := s.endsOperand(i-1) || s.at(i-1) == "}"
			if !s.language.syntax.indented && afterValue && !s.tokens[i].lineStart { // elsewhere it is a name
				end = s.typeEnd(i + 1)
			}
		case "!":
			if s.endsOperand(i-1) && (!operandStarts[s.at(i+1)] || s.tokens[i+1].lineStart) && !s.tokens[i].lineStart {
				s.drop(i)
			}
		case "->":
			if end = s.typeEnd(i + 1); s.at(end) != ":" {
				end = 0
			}
		case ":":
			if before := s.at(i - 1); before == "?" || before == "!" { // as in "a?: number"
				from--
			}
			if e := s.typeEnd(i + 1); e > i+1 && s.mayAscribe(from, e, open[len(open)-1]) {
				end = e
			}
		}
		if end > i+1 {
			s.dropRange(from, end)
			i = end - 1
		}
	}
}

// mayAscribe reports whether tokens [from, end) are a colon, which may follow a "?" or "!", and a type. The bracket at outer is
// around them.
func (s *stream) mayAscribe(from, end, outer int) bool {
	next := s.at(end)
	endsLine := next == ";" || next == "}" || next == "" || s.tokens[end].lineStart
	name := from - 1 // of what has the type, or the bracket that begins a pattern or the parameters
	switch s.at(name) {
	case ")":
		name = int(s.partner[name])
		before := s.at(name - 1)
		switch next {
		case "{":
			return before == Identifier || before == "function" || before == ">"
		case "=>":
			return name >= 0 && before != "?" && (!s.endsOperand(name-1) || s.tokens[name-1].word == "async")
		}
		return false
	case "}", "]":
		name = int(s.partner[name])
	case Identifier:
	default:
		return false
	}
	before := s.at(name - 1)
	switch {
	case name < 0:
		return false
	case s.language.syntax.indented:
		if s.at(outer) == "(" {
			return s.at(outer-2) == "def" && (next == "," || next == ")" || next == "=")
		}
		start := s.operandStart(from)
		return next == "=" && start >= 0 && s.tokens[start].lineStart
	case before == "var":
		return next == "=" || endsLine
	case s.at(outer) == "(":
		return (before == "(" || before == "," || before == "...") && (next == "," || next == ")" || next == "=")
	case s.at(outer) == "{" && s.beginsClass(outer):
		return (s.tokens[name].lineStart || before == ";" || before == "{" || before == "}") && (next == "=" || endsLine)
	}
	return false
}

// beginsClass reports whether the brace at i begins the body of a class.
func (s *stream) beginsClass(i int) bool {
	for j := i - 1; j >= 0 && j > i-maxAscription; j-- {
		switch s.tokens[j].text {
		case "class":
			return true
		case Identifier, Type, ".", ",", "<", ">", "extends", "":
		default:
			return false
		}
	}
	return false
}

// angleEnd returns the index of the ">" that closes the "<" at i; -1 if there is none before limit, or a ";", "{" or "=" comes first.
func (s *stream) angleEnd(i, limit int) int {
	depth := 0
	for j := i; j < min(limit, len(s.tokens)); j++ {
		switch s.tokens[j].text {
		case "<":
			depth++
		case ">":
			if depth--; depth == 0 {
				return j
			}
		case ";", "{", "=":
			return -1
		}
	}
	return -1
}

// typeEnd returns the index after the type at i; i if there is none. Longer types than maxAscription are none.
func (s *stream) typeEnd(i int) int {
	wanted := true // the next token must begin a type, because the type before it is not complete
	for j := i; j < len(s.tokens) && j < i+maxAscription; j++ {
		switch text := s.tokens[j].text; text {
		case "(", "[", "{":
			switch {
			case !wanted && (text != "[" || s.tokens[j].lineStart):
				return j
			case s.partner[j] < 0:
				return i
			}
			j = int(s.partner[j])
			wanted = false
		case "<":
			if j = s.angleEnd(j, i+maxAscription); j < 0 {
				return i
			}
		case Identifier, Type, String, Number, "null", "undefined", "void", "true", "false", "this", "None", "var":
			if !wanted {
				return j
			}
			wanted = false
		case "=>":
			if s.at(j-1) != ")" || wanted {
				return j
			}
			wanted = true
		case "|", "&", ".", "is", "keyof", "typeof", "readonly":
			wanted = true
		default:
			if wanted {
				return i
			}
			return j
		}
	}
	return i
}
