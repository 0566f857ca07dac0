package lexer

import "strings"

// findIndented finds the functions of Python. The head of a function and the body of a class run when the
// program reaches them.
func (g *callGraph) findIndented() {
	type class struct {
		column, body int // columns of the class's head and of its first statement; body is -1 until this statement
		callable     bool
	}
	open := []class{{column: -1}}
	decorated := false
	for i := 0; i < len(g.code); {
		column := g.column(g.code[i].start)
		for len(open) > 1 && column <= open[len(open)-1].column {
			open = open[:len(open)-1]
		}
		c := &open[len(open)-1]
		if c.body < 0 {
			c.body = column
		}
		first, end := i, g.nextLine(i)
		if g.code[i].word == "async" && i+1 < len(g.code) {
			first++
		}
		word, name, paren := g.code[first].word, "", first+2
		if g.textAt(first+1) == Identifier {
			name = g.code[first+1].word
		}
		hasParen := g.textAt(paren) == "("
		switch {
		case column != c.body: // inside a statement
		case word == "def" && name != "" && hasParen:
			for end < len(g.code) && g.column(g.code[end].start) > column {
				end = g.nextLine(end)
			}
			root := decorated || c.callable || strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__")
			g.add(function{root: root}, name, i, end)
			for _, t := range g.code[paren:g.partner[paren]] { // default values
				eachWord(t, g.addReachable)
			}
		case word == "class" && name != "":
			inherits := hasParen && int(g.partner[paren]) > paren+1 && g.code[paren+1].word != "object"
			open = append(open, class{column: column, body: -1, callable: decorated || inherits})
		case len(open) == 1 && word != "@" && word != "import" && word != "from":
			for j := i; j < end; j++ {
				before := g.textAt(j - 1)
				g.hasStart = g.hasStart || g.textAt(j) == "(" && (before == Identifier || before == Type)
			}
		}
		decorated = word == "@"
		i = end
	}
}

// nextLine returns the index after the line of the token at i.
func (g *callGraph) nextLine(i int) int {
	for i++; i < len(g.code) && !g.code[i].lineStart; {
		i++
	}
	return i
}

// findRoutines finds the procedures and functions of Pascal. It fails if a block does not end as expected.
func (g *callGraph) findRoutines() bool {
	first, pending := 0, 0 // first token of the outermost open routine; number of open routines that still need a body
	for i := 0; i < len(g.code); {
		switch g.code[i].word {
		case "procedure", "function", "operator":
			if before := g.textAt(i - 1); before == "=" || before == ":" || before == "to" {
				i++ // a type
				continue
			}
			end, forward := g.routineHead(i)
			switch {
			case end < 0:
				return false
			case forward && pending == 0:
				g.owners[i+1] = -1
			case pending == 0:
				first = i
			}
			if !forward {
				pending++
			}
			i = end
		case "record":
			if i = g.blockEnd(i, false); i < 0 {
				return false
			}
		case "begin":
			end := g.blockEnd(i, true)
			switch {
			case end < 0:
				return false
			case pending == 0:
				g.hasStart = true
				return g.textAt(end) == "."
			case g.textAt(end) != ";":
				return false
			}
			if pending--; pending == 0 {
				isNamed := g.code[first].word != "operator" && g.textAt(first+1) == Identifier
				g.add(function{root: !isNamed}, g.code[first+1].word, first, end+1)
			}
			i = end + 1
		case "end":
			return false
		default:
			i++
		}
	}
	return false
}

// routineHead returns the index after the head of the routine at i, with its directives; -1 if the head does
// not end. forward reports whether the body is elsewhere.
func (g *callGraph) routineHead(i int) (end int, forward bool) {
	for end = i + 1; g.textAt(end) != ";"; end++ {
		switch g.textAt(end) {
		case "", "begin", "end":
			return -1, false
		case "(", "[":
			end = int(g.partner[end])
		}
	}
	for end++; end+1 < len(g.code) && g.code[end+1].text == ";" && g.words.headDirectives[g.code[end].word]; end += 2 {
		forward = forward || g.code[end].word == "forward"
	}
	return end, forward
}

// blockEnd returns the index after the "end" of the block that opens at i; -1 without an "end". statements is
// false for a record: a "case" in a record has no "end" of its own.
func (g *callGraph) blockEnd(i int, statements bool) int {
	depth := 0
	for ; i < len(g.code); i++ {
		switch g.code[i].word {
		case "begin", "try", "record":
			depth++
		case "case":
			if statements {
				depth++
			}
		case "end":
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}
