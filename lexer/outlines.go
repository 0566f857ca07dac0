package lexer

// findUnindented finds the functions of Haskell and OCaml. In these languages, each part of a program begins on
// a line that is not indented. findUnindented fails if it is not certain where a part begins.
func (g *callGraph) findUnindented() bool {
	find := g.findEquations
	if g.syntax.keyword != "" {
		find = g.findLets
	}
	starts, ok := find()
	if !ok {
		return false
	}
	isLet := false
	for n, from := range starts {
		to := len(g.code)
		if n+1 < len(starts) {
			to = starts[n+1]
		}
		if g.syntax.keyword == "" {
			g.readEquation(from, to)
			continue
		}
		word := g.code[from].word
		isLet = word == g.syntax.keyword || word == "and" && isLet
		if !isLet || !g.readLet(from, to) {
			g.hasStart = g.hasStart || isLet || word == ";;"
		}
	}
	return true
}

// isOutdented reports whether the token at i begins a line that is not indented.
func (g *callGraph) isOutdented(i int) bool {
	return (i == 0 || g.code[i].lineStart) && g.column(g.code[i].start) == 0
}

// findEquations returns where the parts of a Haskell program begin; ok is false in doubt.
func (g *callGraph) findEquations() (starts []int, ok bool) {
	depth := 0 // of brackets
	for i, t := range g.code {
		switch isFirst := g.isOutdented(i); {
		case i == 0 && !isFirst || t.text == ";" && depth == 0:
			return nil, false
		case isFirst:
			if before := g.textAt(i - 1); depth != 0 || before == "do" || before == "of" || before == "let" ||
				before == "where" && (len(starts) != 1 || g.code[0].word != "module") {
				return nil, false // here the indentation may mean nothing
			}
			starts = append(starts, i)
		}
		if depth += nesting(t.text); depth < 0 {
			return nil, false
		}
	}
	return starts, depth == 0
}

// findLets returns where the parts of an OCaml program begin; ok is false in doubt.
func (g *callGraph) findLets() (starts []int, ok bool) {
	depth := 0 // of brackets, structures and other blocks
	for i, t := range g.code {
		if depth == 0 && (t.text == ";;" || g.words.partWords[t.word] && g.isOutdented(i)) {
			starts = append(starts, i)
		}
		depth += nesting(t.text)
		if g.words.blockWords[t.word] {
			depth++
		} else if t.word == "end" {
			depth--
		}
		if depth < 0 {
			return nil, false
		}
	}
	return starts, depth == 0
}

// readEquation reads the part [from, to) of a Haskell program: f a = b, or f :: T.
func (g *callGraph) readEquation(from, to int) {
	if t := g.code[from]; t.text != Identifier || isCapital(t.word) {
		return
	}
	for i := from + 1; i < to; i++ {
		switch text := g.code[i].text; text {
		case Identifier, Number, String, Type:
		case "(", "[", "{":
			i = int(g.partner[i])
		case "@":
			if i == from+1 {
				return // a pattern
			}
		case "!", "~":
			if g.code[i-1].end == g.code[i].start || !g.adjoins(i, text) {
				return // an operator
			}
		case "=", "|", "::":
			if text == "::" && i != from+1 {
				return
			}
			name := g.code[from].word
			f := function{entry: g.words.entryNames[name]}
			f.root = f.entry || g.words.calledImplicitly[name]
			g.add(f, name, from, to)
			return
		default:
			return // an operator: the name is elsewhere
		}
	}
}

// readLet reads the part [from, to) of an OCaml program: let f a = b. It reports whether this is a function.
func (g *callGraph) readLet(from, to int) bool {
	open := 0 // number of lets without their "in" so far
	for i := from + 1; i < to; i++ {
		switch g.code[i].word {
		case "let":
			open++
		case "in":
			open--
		case "and":
			if open == 0 { // another definition
				return false
			}
		case "struct", "object", "class", "module", "include", "@", "%", "@@":
			if t := g.code[i]; mayBeKeyword(t.text) || g.textAt(i-1) == "[" {
				return false
			}
		}
		if open < 0 {
			return false
		}
	}
	name := from + 1
	if g.textAt(name) == "rec" {
		name++
	}
	if open != 0 || name+1 >= to || g.textAt(name) != Identifier || isCapital(g.code[name].word) {
		return false
	}
	hasParameters := false
	for i := name + 1; i < to; i++ {
		switch text := g.code[i].text; text {
		case "=":
			if next := g.textAt(i + 1); !hasParameters && next != "fun" && next != "function" {
				return false
			}
			g.add(function{}, g.code[name].word, from, to)
			return true
		case "(", "[", "{":
			i = int(g.partner[i])
			hasParameters = true
		case Identifier, Number, String, Type, "true", "false":
			hasParameters = true
		case "~", "?":
		case ":": // a label or the type of the result
			if !hasParameters {
				return false
			}
			for i+1 < to && g.textAt(i+1) != "=" {
				i++
				if g.partner[i] > int32(i) {
					i = int(g.partner[i])
				}
			}
		default:
			return false // a pattern
		}
	}
	return false
}

// isCapital reports whether a word is the name of a constructor or a module, and not of a function.
func isCapital(word string) bool { return word[0] >= 'A' && word[0] <= 'Z' }
