package lexer

import "strings"

// block is a block that ends with a word.
type block struct {
	opener, line int // index of the word that begins the block, and of the first token of its line
	column       int // of its line
	name         string
	isFunction   bool // the block is a function, and around it are only containers
	root         bool
	container    // if isContainer
	isContainer  bool
}

// findByEnd finds the functions of languages in which blocks end with a word: function f(a) ... end. The
// words decide where blocks end. findByEnd fails if the indentation says otherwise.
func (g *callGraph) findByEnd() bool {
	if len(g.words.suffixWords) > 0 && strings.Contains(g.text, "\\\n") {
		return false // the next line may begin with a word that follows a statement
	}
	var open []block
	line, column := 0, 0 // first token of the line, and its column
	awaitsDo := false    // a loop has begun on the line, so its "do" begins no block of its own
	for i := 0; i < len(g.code); i++ {
		t := g.code[i]
		if t.lineStart || i == 0 {
			line, column, awaitsDo = i, g.column(t.start), false
			g.hasStart = g.hasStart || len(open) == 0 && t.text == Identifier && !g.language.tables.imports[t.word]
		}
		if t.text == ";" {
			awaitsDo = false
		}
		if t.text == "(" || t.text == "[" || t.text == "{" {
			i = int(g.partner[i])
			continue
		}
		isBlock := g.words.blockWords[t.word] || g.words.containerWords[t.word] || t.word == g.syntax.keyword
		closes := t.word == "end" || t.word == "until" && !isBlock
		if !isBlock && !closes || t.text == String || t.text == Identifier {
			continue
		}
		before := g.textAt(i - 1)
		switch {
		case before == "." || before == "&." || before == "::":
			continue // a member
		case before == "alias" || before == "undef" || g.adjoins(i-1, ":") || g.adjoins(i, ":"):
			return false // a symbol
		case closes:
			if len(open) == 0 {
				return false
			}
			b := open[len(open)-1]
			open = open[:len(open)-1]
			opener := b.column + g.code[b.opener].start - g.code[b.line].start
			if b.line != line && (line != i || column != b.column && column != opener) ||
				(t.word == "until") != (g.code[b.opener].word == "repeat") {
				return false
			}
			if b.isFunction {
				g.add(function{root: b.root}, b.name, b.line, i+1)
			}
		case t.word == g.syntax.keyword:
			b, next, hasBlock := g.readName(i, line)
			if hasBlock {
				b.opener, b.line, b.column, b.isFunction = i, line, column, true
				for _, outer := range open {
					b.isFunction, b.root = b.isFunction && outer.isContainer, b.root || outer.callable
				}
				open = append(open, b)
			}
			i = next - 1
		case g.words.containerWords[t.word]:
			b := block{opener: i, line: line, column: column, isContainer: true}
			b.callable = g.textAt(i+1) == Type // a class of the library
			for j := i + 1; j < len(g.code) && !g.code[j].lineStart && g.code[j].text != ";" && !b.callable; j++ {
				b.callable = g.words.inheritanceWords[g.code[j].word] || j-i > maxHead
			}
			open = append(open, b)
		case t.word == "do" && awaitsDo:
			awaitsDo = false
		case line != i && g.words.suffixWords[t.word] && g.endsExpression(i-1):
			// it follows its statement
		default:
			awaitsDo = g.words.loopWords[t.word]
			open = append(open, block{opener: i, line: line, column: column})
		}
	}
	return len(open) == 0
}

// adjoins reports whether the tokens at i and i+1 are neighbours without a blank, and one of them is the mark.
func (g *callGraph) adjoins(i int, mark string) bool {
	return i >= 0 && i+1 < len(g.code) && g.code[i].end == g.code[i+1].start && (g.code[i].text == mark || g.code[i+1].text == mark)
}

// readName reads the name of the function with the keyword at i. next is the index after the name. hasBlock
// is false if the function is an expression: def f(a) = a.
func (g *callGraph) readName(i, line int) (b block, next int, hasBlock bool) {
	isRuby := g.syntax.keyword == "def"
	before := g.textAt(line - 1)
	b.root = continuingEnds[before] || line != i && (line+1 != i || g.code[line].word != "local")
	next = i + 1
	if g.textAt(next) == "(" || next == len(g.code) { // no name
		b.root = true
		return b, next, true
	}
	for after := g.textAt(next + 1); after == "." || !isRuby && after == ":"; after = g.textAt(next + 1) {
		next += 2
		b.root = b.root || !isRuby
	}
	if next >= len(g.code) {
		return b, len(g.code), true
	}
	b.name = g.code[next].word
	b.root = b.root || g.code[next].text != Identifier || g.words.implicitNames[b.name] || strings.HasPrefix(b.name, "__")
	for next++; next < len(g.code) && g.code[next].start == g.code[next-1].end && g.code[next].text != "(" && g.code[next].text != ";"; {
		next++ // empty?, push!, x=
	}
	value := next
	if g.textAt(value) == "(" {
		value = int(g.partner[value]) + 1
	}
	return b, next, !isRuby || g.textAt(value) != "="
}

// endsExpression reports whether the token at i ends an expression, so that an "if" after it belongs to this
// expression.
func (g *callGraph) endsExpression(i int) bool {
	switch text := g.textAt(i); text {
	case String:
		return !strings.HasSuffix(g.code[i].word, "#{")
	case Identifier, Number, Type, ")", "]", "}":
		return true
	case "?", "!":
		return i > 0 && g.code[i-1].end == g.code[i].start && (g.textAt(i-1) == Identifier || mayBeKeyword(g.textAt(i-1)))
	case "then", "else", "do", "in", "when", "begin", "ensure", "case", "while", "until", "if", "unless", "elsif":
		return false
	default:
		return mayBeKeyword(text)
	}
}
