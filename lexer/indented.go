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
			root := decorated || c.callable || strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__") ||
				g.words.calledImplicitly[name] && column > 0
			g.add(function{root: root}, name, i, end)
			g.freeHead(paren)
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

// freeHead takes default values and types out of the function with its parameters at paren: they run where the function is
// defined, so their words are reachable.
func (g *callGraph) freeHead(paren int) {
	last, isFree := int(g.partner[paren]), false
	for i := paren + 1; g.textAt(i) != "" && (i < last || g.code[i].text != ":"); i++ {
		isFree = isFree || i > last || g.code[i].text == "=" || g.code[i].text == ":"
		if i > last { // the type of the result
			last = max(last, int(g.partner[i]))
		}
		if isFree {
			g.owners[i] = -1
		}
		eachWord(g.code[i], g.addReachable)
	}
}

// nextLine returns the index after the line of the token at i.
func (g *callGraph) nextLine(i int) int {
	for i++; i < len(g.code) && !g.code[i].lineStart; {
		i++
	}
	return i
}
