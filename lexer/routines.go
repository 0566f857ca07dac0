package lexer

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
			case !forward:
				if pending == 0 {
					first = i
				}
				pending++
			case pending == 0:
				g.owners[i+1] = -1
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
