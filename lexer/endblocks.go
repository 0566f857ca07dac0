package lexer

import "strings"

// block is a block that ends with a word.
type block struct {
	opener, line int // index of the word that begins the block, and of the first token of its line
	column       int // of its line
	name         string
	isFunction   bool // the block is a function, and around it are only containers
	root         bool // see function.root
	container         // if isContainer
	isContainer  bool
}

// findByEnd finds the functions of languages in which blocks end with a word: function f(a) ... end. The
// words decide where blocks end. findByEnd fails if the indentation says otherwise.
func (g *callGraph) findByEnd() bool {
	if len(g.words.suffixWords) > 0 && strings.Contains(g.text, "\\\n") {
		return false // the next line may begin with a word that follows a statement
	}
	f := blockFinder{callGraph: g}
	for i := 0; i < len(g.code); i++ {
		t := g.code[i]
		if t.lineStart || i == 0 {
			f.beginLine(i)
		}
		switch {
		case t.text == "(" || t.text == "[" || t.text == "{":
			i = int(g.partner[i])
		case t.text == ";":
			f.awaitsDo = false
		case t.text == String || t.text == Identifier || !f.begins(t) && !f.ends(t) || isMember(g.code, i):
		case g.textAt(i-1) == "alias" || g.textAt(i-1) == "undef" || g.adjoins(i-1, ":") || g.adjoins(i, ":"):
			return false // a symbol
		case f.ends(t):
			if !f.endBlock(i) {
				return false
			}
		case t.word == g.syntax.keyword:
			i = f.beginFunction(i) - 1
		case g.words.containerWords[t.word]:
			f.beginContainer(i)
		case t.word == "do" && f.awaitsDo:
			f.awaitsDo = false
		case f.line != i && g.words.suffixWords[t.word] && endsRubyValue(g.code, i-1):
			// it follows its statement
		default:
			f.awaitsDo = g.words.loopWords[t.word]
			f.begin(i, block{})
		}
	}
	return len(f.blocks) == 0
}

// blockFinder is the state of findByEnd.
type blockFinder struct {
	*callGraph
	blocks           []block
	line, lineColumn int  // the first token of the current line, and its column
	awaitsDo         bool // a loop has begun on the line, so its "do" begins no block of its own
}

// begins and ends report whether a word begins or ends a block.
func (f *blockFinder) begins(t rawToken) bool {
	return f.words.blockWords[t.word] || f.words.containerWords[t.word] || t.word == f.syntax.keyword
}

func (f *blockFinder) ends(t rawToken) bool {
	return t.word == "end" || t.word == "until" && !f.begins(t)
}

func (f *blockFinder) beginLine(i int) {
	t := f.code[i]
	f.line, f.lineColumn, f.awaitsDo = i, f.column(t.start), false
	f.hasStart = f.hasStart || len(f.blocks) == 0 && t.text == Identifier && !f.language.tables.imports[t.word]
}

// begin opens a block with the word at i.
func (f *blockFinder) begin(i int, b block) {
	b.opener, b.line, b.column = i, f.line, f.lineColumn
	f.blocks = append(f.blocks, b)
}

// beginFunction opens the block of the function with the keyword at i, and returns the index after its name.
func (f *blockFinder) beginFunction(i int) (next int) {
	b, next, hasBlock := f.readName(i, f.line)
	if hasBlock {
		b.isFunction = true
		for _, outer := range f.blocks {
			b.isFunction, b.root = b.isFunction && outer.isContainer, b.root || outer.callable
		}
		f.begin(i, b)
	}
	return next
}

func (f *blockFinder) beginContainer(i int) {
	b := block{isContainer: true}
	b.callable = f.textAt(i+1) == Type // a class of the library
	for j := i + 1; j < len(f.code) && !f.code[j].lineStart && f.code[j].text != ";" && !b.callable; j++ {
		b.callable = f.words.inheritanceWords[f.code[j].word] || j-i > maxHead
	}
	f.begin(i, b)
}

// endBlock closes the innermost block with the word at i. It fails if there is none, or if word or indentation do not fit it.
func (f *blockFinder) endBlock(i int) bool {
	if len(f.blocks) == 0 {
		return false
	}
	b := f.blocks[len(f.blocks)-1]
	f.blocks = f.blocks[:len(f.blocks)-1]
	opener := b.column + f.code[b.opener].start - f.code[b.line].start
	isIndented := b.line == f.line || f.line == i && (f.lineColumn == b.column || f.lineColumn == opener)
	if !isIndented || (f.code[i].word == "until") != (f.code[b.opener].word == "repeat") {
		return false
	}
	if b.isFunction {
		f.add(function{root: b.root}, b.name, b.line, i+1)
	}
	return true
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
	b.root = b.root || g.code[next].text != Identifier || g.words.calledImplicitly[b.name] || strings.HasPrefix(b.name, "__")
	for next++; next < len(g.code) && g.code[next].start == g.code[next-1].end && g.code[next].text != "(" && g.code[next].text != ";"; {
		next++ // empty?, push!, x=
	}
	value := next
	if g.textAt(value) == "(" {
		value = int(g.partner[value]) + 1
	}
	return b, next, !isRuby || g.textAt(value) != "="
}
