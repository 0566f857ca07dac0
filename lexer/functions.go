package lexer

import (
	"slices"
	"strings"
)

// container is a block that holds functions: the program, a class, a namespace.
type container struct {
	class    string // the name of the class; "" if the container is no class
	callable bool   // code outside of the program may call its functions
}

// findByType finds the functions that follow their type: int f(int a) { }.
func (g *callGraph) findByType() {
	open := []container{{}} // the containers around the token i, the program first
	first := 0              // index of the first token of a declaration
	paren := -1             // index of its first parenthesis; -1 before the first parenthesis
	for i := 0; i < len(g.code); i++ {
		c := open[len(open)-1]
		switch g.code[i].text {
		case "}":
			open = open[:len(open)-1]
			first, paren = i+1, -1
		case ":":
			if i == first+1 && c.class != "" { // "public:"
				first = i + 1
			}
		case "(", "[":
			if paren < 0 && g.code[i].text == "(" {
				paren = i
			}
			i = int(g.partner[i])
		case ";":
			g.readPrototype(first, paren, i, c)
			first, paren = i+1, -1
		case "{":
			if inner, ok := g.readContainer(first, paren, i, c); ok {
				open = append(open, inner)
			} else {
				end := int(g.partner[i])
				if f, name, ok := g.readHead(first, paren, i, c); ok {
					g.add(f, name, first, end+1)
				}
				i = end
			}
			first, paren = i+1, -1
		}
	}
}

// readContainer reads the head of a class or namespace; paren is its first parenthesis, or -1.
func (g *callGraph) readContainer(first, paren, brace int, c container) (inner container, ok bool) {
	if paren >= 0 || g.isCallable(first, brace) {
		return inner, false
	}
	conditional := g.isConditional(first, brace)
	for i := first; i < brace; i++ {
		t := g.code[i]
		switch {
		case t.word == "template" && g.textAt(i+1) == "<":
			if i = g.closeAngles(i + 1); i < 0 {
				return inner, false
			}
		case ok:
			inner.callable = inner.callable || g.words.inheritanceWords[t.word] || inner.class == "" && t.word == "std"
		case t.word == "namespace":
			inner.callable, ok = conditional || c.callable, true
		case g.words.containerWords[t.word]:
			if text := g.textAt(i + 1); text != Identifier && text != Type {
				return inner, false
			}
			inner.class, inner.callable, ok = g.code[i+1].word, conditional || c.callable && c.class == "", true
		}
	}
	return inner, ok
}

// readHead reads the head of the function that has its body at brace; ok is false if there is none.
func (g *callGraph) readHead(first, paren, brace int, c container) (f function, name string, ok bool) {
	if paren < 1 || paren == first || g.code[paren-1].text != Identifier {
		return f, "", false
	}
	name = g.code[paren-1].word
	f.entry = g.words.entryNames[name]
	f.root = f.entry || c.callable || g.words.calledImplicitly[name] || name == c.class || g.isCallable(first, brace) ||
		g.isConditional(first, brace)
	if paren == first+1 {
		return f, name, f.root // a name without a type may be the use of a macro
	}
	if before := g.textAt(paren - 2); before == "~" || before == "::" && g.textAt(paren-3) != Identifier ||
		before == "::" && g.code[paren-3].word == name {
		f.root = true
	}
	for i := first; i < paren; i++ {
		switch g.code[i].text {
		case "=", ":":
			return f, "", false // a variable
		case "<":
			if g.textAt(i-1) == "template" || i > first && g.code[i-1].word == "template" {
				if i = g.closeAngles(i); i < 0 || i >= paren {
					return f, "", false
				}
			}
		}
	}
	for i := int(g.partner[paren]) + 1; i < brace; i++ {
		switch g.code[i].text {
		case "=>", "=", ":", "{": // the value of a variable, the members that a constructor sets
			f.root = true
		case "(":
			if i == int(g.partner[paren])+1 {
				return f, "", false // the name is in parentheses
			}
		}
	}
	return f, name, true
}

// isCallable reports whether a head has a mark, such as "override", that lets other code call it.
func (g *callGraph) isCallable(first, brace int) bool {
	for i := first; i < brace; i++ {
		if t := g.code[i]; g.words.callableWords[t.word] || t.text == "@" || t.text == "[" && i == first {
			return true
		}
	}
	return false
}

// closeAngles returns the index of the ">" that closes the type arguments at i, or -1.
func (g *callGraph) closeAngles(i int) int {
	depth := 0
	for ; i < len(g.code); i++ {
		switch g.code[i].text {
		case "<":
			depth++
		case ">":
			depth--
		case ">>":
			depth -= 2
		case "(", "[":
			i = int(g.partner[i])
		case ";", "{", "}":
			return -1
		}
		if depth <= 0 {
			return i
		}
	}
	return -1
}

// readPrototype reads a declaration that ends at a semicolon. If it is a prototype, which declares a function
// without a body, the name in it does not count as a use of the function.
func (g *callGraph) readPrototype(first, paren, end int, c container) {
	if !g.syntax.prototypes || c.callable || paren <= first+1 || int(g.partner[paren]) != end-1 ||
		g.isCallable(first, end) || g.isConditional(first, end) {
		return
	}
	isValue := slices.ContainsFunc(g.code[first:paren], func(t rawToken) bool { return t.text == "=" })
	if g.code[paren-1].text == Identifier && !isValue {
		g.owners[paren-1] = -1
	}
}

const (
	maxHead = 256 // tokens of the head of a function
	maxLine = 16  // tokens before a function on its line
)

// findByKeyword finds the functions that begin with a keyword: func f(a int) { }.
func (g *callGraph) findByKeyword() {
	open := []container{{}}          // the containers around the token i, the program first
	inHead, callable := false, false // whether the head of a container is open, and whether others may call its functions
	for i := 0; i < len(g.code); i++ {
		t := g.code[i]
		switch t.text {
		case "}":
			open = open[:len(open)-1]
		case "(", "[":
			g.readCall(i)
			i = int(g.partner[i])
		case "{":
			if inHead {
				open = append(open, container{callable: callable})
				inHead = false
			} else {
				i = int(g.partner[i])
			}
		case ";", "=":
			inHead = false
		default:
			if g.words.containerWords[t.word] && g.beginsDeclaration(i) {
				inHead, callable = true, false
			}
			if g.words.inheritanceWords[t.word] {
				if g.textAt(i+1) == Type && g.words.entryNames[g.code[i+1].word] {
					g.runsTopLevel, g.hasStart = true, true // Scala's App
				} else {
					callable = true
				}
			}
			if t.word != g.syntax.keyword {
				continue
			}
			inHead = false
			name, brace := g.readFunction(i)
			f := function{entry: g.words.entryNames[name]}
			f.root = f.entry || open[len(open)-1].callable || g.words.calledImplicitly[name]
			if brace > 0 && (f.entry || g.beginsDeclaration(i)) {
				g.add(f, name, i, int(g.partner[brace])+1)
				i = int(g.partner[brace])
			}
			g.hasStart = g.hasStart || f.entry // even if the start has no body in braces
		}
	}
}

// readCall sets hasStart if the language runs code outside of functions, and the parenthesis at i contains a call.
func (g *callGraph) readCall(i int) {
	if g.syntax.entryNames != "" || g.hasStart {
		return
	}
	for j := i; j < int(g.partner[i]); j++ {
		if before := g.textAt(j - 1); g.code[j].text == "(" && (before == Identifier && g.code[j-1].word != "require" || before == ")") {
			g.hasStart = true
			return
		}
	}
}

// readFunction returns the name of the function with the keyword at i, and the brace of its body or 0.
func (g *callGraph) readFunction(i int) (name string, brace int) {
	paren := i + 1
	if g.textAt(paren) == "*" {
		paren++
	}
	nameIndex, nameIsLast := paren, false // nameIsLast: the name is the last word before the parameters
	for ; g.textAt(paren) != "("; paren++ {
		switch g.textAt(paren) {
		case "", ";", "{", "}", "=", ")":
			return "", 0
		case "[":
			paren = int(g.partner[paren])
		case ".":
			nameIsLast = true
		case "<":
			nameIsLast = nameIsLast || paren == nameIndex
		}
		if paren > i+maxHead {
			return "", 0
		}
	}
	if nameIsLast {
		nameIndex = paren - 1
	}
	if after := g.textAt(nameIndex + 1); g.textAt(nameIndex) != Identifier || after != "(" && after != "[" && after != "<" {
		return "", 0 // no name, or more than a name: the operator unary_-
	}
	name = g.code[nameIndex].word
	limit := min(len(g.code), int(g.partner[paren])+maxHead)
	for j := int(g.partner[paren]) + 1; j < limit; j++ {
		switch text := g.code[j].text; {
		case text == "=" && g.textAt(j+1) == "{" && g.code[i].word == "def": // Scala
			return name, j + 1
		case g.code[j].word == g.syntax.keyword, text == ";", text == "}", text == "=", text == "=>":
			return name, 0
		case text == "(", text == "[":
			j = int(g.partner[j])
		case text == "{":
			switch before := g.code[j-1]; {
			case before.word == "interface", before.word == "struct":
				j = int(g.partner[j])
			case mayEndHead(before.text):
				return name, j
			default:
				return name, 0
			}
		}
	}
	return name, 0
}

// mayEndHead reports whether a token may end the head of a function: its parameters or its result.
func mayEndHead(text string) bool {
	switch text {
	case ")", "]", ">", ">>", "}", "?", Type, Identifier:
		return true
	}
	return mayBeKeyword(text)
}

// beginsDeclaration reports whether the keyword at i begins a declaration that only the program itself may
// use. With a mark such as an annotation or "override", code outside of the program may use it too.
func (g *callGraph) beginsDeclaration(i int) bool {
	start := i
	for ; start > 0 && !g.code[start].lineStart; start-- {
		before := g.code[start-1]
		if before.text == ";" || before.text == "{" || before.text == "}" {
			break
		}
		if !mayBeKeyword(before.text) && before.text != Identifier || g.words.callableWords[before.word] || start+maxLine < i {
			return false
		}
	}
	before := start - 1 // the token before the declaration
	// In Rust and PHP, an attribute begins with "#[".
	if before >= 0 && strings.Contains(g.text[g.code[before].end:g.code[start].start], "#[") {
		return false
	}
	if continuingEnds[g.textAt(before)] || g.textAt(before) == "(" || g.textAt(before) == "]" {
		return false
	}
	if g.textAt(before) == ")" {
		before = int(g.partner[before]) - 1
	}
	for range maxLine {
		if t := g.textAt(before); t != Identifier && t != Type && t != "." {
			return t != "@"
		}
		before--
	}
	return false
}
