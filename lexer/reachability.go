package lexer

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// functionSyntax has the data of the rule "reachability". White space separates the words of a list.
type functionSyntax struct {
	form             functionForm
	keyword          string // begins a function; "" if functions of this form begin with no keyword
	containerWords   string // words that begin a block with functions
	partWords        string // words that begin a part of a program of unindentedFunctions, at the start of a line
	inheritanceWords string // words in the head of a container that inherits, so that other code may call its functions
	entryNames       string // functions where the program starts; "" if code outside of functions runs
	calledImplicitly string // functions that the language or its library calls
	headDirectives   string // words that may follow the head of a routine
	callableWords    string // words in the head of a function that other code may call
	reflectionWords  string // with one of these names, as of reflection, a program can call functions that it does not name
	prototypes       bool   // a declaration without a body does not use the function

	blockWords  string // words that begin blocks which "end" ends
	loopWords   string // words of blocks whose head may end with "do"
	suffixWords string // some of blockWords: after a statement, they begin no block, as in "x if y"

	// lineComment is the mark that begins a comment, or noLineComment. It is set if chroma may take code for comments or
	// literals. Then the words of literals and comments count as code, except comments on their own lines that are prose.
	lineComment string
	// hiddenCalls is a regular expression. A program with a match may call functions that it does not name, or has code that
	// chroma may read wrongly.
	// The expression is matched with the words of the code, without comments. Types are written "T". Before
	// each word there is a line end or a blank, or a tab if the word adjoins the word before.
	hiddenCalls string
	// shownCalls is a regular expression for calls that look like hiddenCalls, but name the function. Its
	// matches are replaced by their groups before hiddenCalls is matched.
	shownCalls string
}

// noLineComment marks a language in which any comment may be code that chroma reads wrongly.
const noLineComment = "\n"

// functionForm is the way in which a language writes functions.
type functionForm int

const (
	noFunctions         functionForm = iota // not known: all code counts
	typedFunctions                          // int f(int a) { }
	keywordFunctions                        // func f(a int) { }
	indentedFunctions                       // def f(a):
	routines                                // function f(a: integer): integer; begin end;
	functionsWithEnd                        // function f(a) end
	unindentedFunctions                     // f a = b, on a line that is not indented
)

// span is the bytes [start, end) of the clean text.
type span struct{ start, end int }

// callGraph finds the functions of a program, and those that reachable code names. Each use of a name counts: a call,
// a reference, or a local variable of that name. The field partner of stream has the partners of the brackets in code.
type callGraph struct {
	*stream
	syntax         *functionSyntax
	words          *functionWords
	code           []rawToken         // without macro definitions
	branches       []int32            // for each token: its innermost branch of conditional compilation; nil if there is none
	owners         []int32            // for each token: its function; -1 in the head of a function, such as the name in a prototype, which is no use of the function
	functions      []function         // the first is the code outside of all functions
	hasStart       bool               // the place where the program starts is known
	runsTopLevel   bool               // code outside of functions runs
	reachableWords []string           // words that count as reachable, wherever they stand
	byName         map[string][]int32 // the functions with each name, except the roots
}

// function is a function of the program. It is reachable if it is a root, or if a reachable function contains its
// name.
type function struct {
	root  bool // the system, the language or its library may call the function
	named bool // code that is reachable contains the name of the function
	entry bool // the program starts with the function

	name     string
	from, to int // its tokens, code[from:to], except those that have another owner
}

// functionWords are the lists and patterns of a functionSyntax, prepared for look-ups.
type functionWords struct {
	containerWords, partWords, inheritanceWords, entryNames, calledImplicitly, headDirectives, callableWords, reflectionWords, blockWords, loopWords, suffixWords map[string]bool

	hiddenCalls, shownCalls *regexp.Regexp // nil if there is none
}

// findUncalled sets uncalled to the functions that cannot run, because no code that is reachable from the
// start of the program contains their names. It finds none if the start of the program or the ends of
// functions are not certain, if the program may build names at run time or runs literals as programs, or if too little
// code runs for certain, see runsEnough.
func (s *stream) findUncalled() {
	g, certain := s.findFunctions()
	if !certain || !g.hasStart {
		return
	}
	if g.markReachable(); len(g.byName) > 0 && g.runsEnough() && !g.hidesNames() {
		s.uncalled = g.uncalledSpans()
	}
}

// findFunctions finds the functions of the program. certain is false if the ends of functions are not certain.
func (s *stream) findFunctions() (g *callGraph, certain bool) {
	g = &callGraph{stream: s, syntax: &s.language.syntax.functions, words: &s.language.tables.functions,
		functions: []function{{root: true}}, byName: make(map[string][]int32)}
	if s.coarse >= 0 || s.origins != nil || !g.readCode() || !g.findBranches() || !g.pairBrackets() {
		return g, false
	}
	g.functions[0].to, g.owners, g.runsTopLevel = len(g.code), make([]int32, len(g.code)), g.syntax.entryNames == ""
	certain = true
	switch g.syntax.form {
	case typedFunctions:
		g.findByType()
	case keywordFunctions:
		g.findByKeyword()
	case indentedFunctions:
		g.findIndented()
	case routines:
		certain = g.findRoutines()
	case functionsWithEnd:
		certain = g.findByEnd()
	case unindentedFunctions:
		certain = g.findUnindented()
	}
	return g, certain
}

// readCode separates the code from macro definitions, and counts the words of macro definitions and pragmas as reachable.
// It fails if there is a directive in code, if a pragma may give a function another name, or if macros may build names, name an entry point, or have a bracket
// without a partner.
func (g *callGraph) readCode() bool {
	if !g.language.syntax.directives {
		g.code = g.tokens
		g.readComments()
		return true
	}
	g.code = slices.Grow(g.scratch(), len(g.tokens))
	defer func() { g.spare = g.code }() // memory for the rules
	depth := 0                          // of brackets in a macro definition
	for i, t := range g.tokens {
		if !t.directive {
			if t.text == "#" {
				return false
			}
			g.code = append(g.code, t)
			continue
		}
		depth += nesting(t.text)
		next := i + 1
		if t.text == "##" || g.words.entryNames[t.word] || depth < 0 || depth > 0 && (next == len(g.tokens) || !g.tokens[next].directive || g.tokens[next].text == Define) {
			return false
		}
		eachWord(t, g.addReachable)
	}
	isMangled := false // a name is written as in object files
	for _, pragma := range g.pragmas {
		eachWord(rawToken{text: String, word: pragma}, func(word string) {
			isMangled = isMangled || strings.HasPrefix(word, "_Z")
			g.addReachable(word)
		})
	}
	return !isMangled
}

func (g *callGraph) addReachable(word string) { g.reachableWords = append(g.reachableWords, word) }

// codeMarks are characters of code: a comment without them is prose.
const codeMarks = "(){}[]<>$\\\"'`;&|#"

// readComments counts the words of comments as reachable, except those of prose on lines of its own, because chroma
// may take code for a comment.
func (g *callGraph) readComments() {
	mark := g.syntax.lineComment
	if mark == "" {
		return
	}
	end := 0
	for i := 0; i <= len(g.code); i++ {
		start := len(g.text)
		if i < len(g.code) {
			start = g.code[i].start
		}
		for n, line := range strings.Split(strings.TrimRight(g.text[min(end, start):start], " \t\n"), "\n") {
			comment, isComment := strings.CutPrefix(strings.TrimLeft(line, " \t"), mark)
			if isComment && (n > 0 || end == 0) && !strings.ContainsAny(strings.TrimSuffix(comment, "*)"), codeMarks) {
				continue
			}
			eachWord(rawToken{text: String, word: line}, g.addReachable)
		}
		if i < len(g.code) {
			end = g.code[i].end
		}
	}
}

// hidesNames reports whether a token may stand for a name that it does not show: by reflection, by letters beyond
// ASCII, or by escapes. In a script, functions are members of "this".
func (g *callGraph) hidesNames() bool {
	isScript := !g.language.syntax.directives && g.syntax.entryNames == ""
	if g.syntax.lineComment != "" {
		return g.hidesNamesAnywhere()
	}
	for i, t := range g.tokens {
		if isAlphanumeric(t.word[0]) && g.words.reflectionWords[t.word] || isScript && t.word == "this" && g.textAt(i+1) != "." {
			return true
		}
		if t.text != String && strings.ContainsFunc(t.word, func(r rune) bool { return r >= utf8.RuneSelf || r == '\\' }) {
			return true
		}
	}
	return false
}

// hidesNamesAnywhere is hidesNames for languages in which literals and comments may be code.
func (g *callGraph) hidesNamesAnywhere() bool {
	hidden := false
	check := func(word string) {
		hidden = hidden || g.words.reflectionWords[strings.TrimLeft(word, g.language.syntax.sigils)]
	}
	for _, word := range g.reachableWords {
		check(word)
	}
	for _, t := range g.code {
		eachWord(t, check)
		hasOtherLetters := t.text != String && strings.ContainsFunc(t.word, func(r rune) bool {
			return r >= utf8.RuneSelf && (unicode.IsLetter(r) || g.language.syntax.isOtherLetter(r))
		})
		if hidden || hasOtherLetters || t.word == `\` && strings.HasPrefix(g.text[t.end:], "u") {
			return true
		}
	}
	return g.words.hiddenCalls != nil && g.hasHiddenCalls()
}

// hasHiddenCalls reports whether the code matches functionSyntax.hiddenCalls.
func (g *callGraph) hasHiddenCalls() bool {
	var code strings.Builder
	for i, t := range g.code {
		switch {
		case i == 0 || t.lineStart:
			code.WriteByte('\n')
		case t.start == g.code[i-1].end:
			code.WriteByte('\t')
		default:
			code.WriteByte(' ')
		}
		if t.text == Type {
			code.WriteString(Type)
		} else {
			code.WriteString(t.word)
		}
	}
	code.WriteByte('\n')
	text := code.String()
	if g.words.shownCalls != nil {
		text = g.words.shownCalls.ReplaceAllString(text, "$1$2")
	}
	return g.words.hiddenCalls.MatchString(text)
}

// eachWord calls report with the word of a token, or with each word of a string.
func eachWord(t rawToken, report func(word string)) {
	if t.text != String {
		if r, _ := utf8.DecodeRuneInString(t.word); r == '_' || r == '$' || r >= utf8.RuneSelf || unicode.IsLetter(r) {
			report(t.word)
		}
		return
	}
	start := -1
	for i := 0; i <= len(t.word); i++ {
		isWord := i < len(t.word) && (isAlphanumeric(t.word[i]) || t.word[i] == '$')
		switch {
		case isWord && start < 0:
			start = i
		case !isWord && start >= 0:
			word := t.word[start:i]
			report(word)
			if name := strings.TrimLeft(word, "$"); name != word { // "$name" in a string
				report(name)
			}
			start = -1
		}
	}
}

// findBranches finds the branches of conditional compilation. It fails if a directive has no partner.
func (g *callGraph) findBranches() bool {
	if len(g.branchDirectives) == 0 {
		return true
	}
	g.branches = make([]int32, len(g.code))
	open, last := []int32{0}, int32(0) // the branches around the token i; the last branch
	conditions := g.branchDirectives
	for i := 0; i <= len(g.code); i++ {
		for len(conditions) > 0 && (i == len(g.code) || conditions[0].at < g.code[i].start) {
			change := conditions[0].change
			conditions = conditions[1:]
			if change <= 0 {
				if open = open[:len(open)-1]; len(open) == 0 {
					return false
				}
			}
			if change >= 0 {
				last++
				open = append(open, last)
			}
		}
		if i < len(g.code) {
			g.branches[i] = open[len(open)-1]
		}
	}
	return len(open) == 1
}

// isConditional reports whether conditional compilation chooses some of the tokens [from, to].
func (g *callGraph) isConditional(from, to int) bool {
	for i := from + 1; i <= to && g.branches != nil; i++ {
		if g.branches[i] != g.branches[from] {
			return true
		}
	}
	return false
}

// pairBrackets finds the partners of all brackets. It fails if a bracket has no partner in its branch of conditional
// compilation, because then it is not known where functions end.
func (g *callGraph) pairBrackets() bool {
	g.findPartners(g.code)
	for i, partner := range g.partner {
		if nesting(g.code[i].text) != 0 && (partner < 0 || g.branches != nil && g.branches[i] != g.branches[partner]) {
			return false
		}
	}
	return true
}

// textAt returns the text of the token at i of the code, or "" outside.
func (g *callGraph) textAt(i int) string {
	if i < 0 || i >= len(g.code) {
		return ""
	}
	return g.code[i].text
}

// add adds the function with the tokens [from, to).
func (g *callGraph) add(f function, name string, from, to int) {
	n := int32(len(g.functions))
	f.name, f.from, f.to = name, from, to
	g.functions = append(g.functions, f)
	if !f.root {
		g.byName[name] = append(g.byName[name], n)
	}
	g.hasStart = g.hasStart || f.entry
	for i := from; i < to; i++ {
		g.owners[i] = n
	}
}

// markReachable sets the field named of each function that reachable code names. It removes these names from byName.
func (g *callGraph) markReachable() {
	var queue []int32
	for i, f := range g.functions {
		if f.root {
			queue = append(queue, int32(i))
		}
	}
	markNamed := func(word string) {
		for _, n := range g.byName[word] {
			g.functions[n].named = true
			queue = append(queue, n)
		}
		delete(g.byName, word)
	}
	for _, word := range g.reachableWords {
		markNamed(word)
	}
	for len(queue) > 0 && len(g.byName) > 0 {
		n := queue[0]
		queue = queue[1:]
		for i := g.functions[n].from; i < g.functions[n].to; i++ {
			if g.owners[i] == n {
				eachWord(g.code[i], markNamed)
			}
		}
	}
}

const (
	minRunning      = 100 // tokens that runsEnough must count
	minRunningShare = 10  // it must count at least one token in 10
)

// runsEnough reports whether enough code runs for certain: entries, functions that reachable code names, and code outside of
// functions if it runs. If not, code outside of the program may call the functions.
func (g *callGraph) runsEnough() bool {
	running := 0
	for _, owner := range g.owners {
		if owner > 0 && (g.functions[owner].named || g.functions[owner].entry) || owner == 0 && g.runsTopLevel {
			running++
		}
	}
	return running >= max(minRunning, len(g.code)/minRunningShare)
}

func (g *callGraph) uncalledSpans() []span {
	var spans []span
	joins := false // the previous token is in the last span
	for i, t := range g.code {
		owner := g.owners[i]
		switch {
		case owner < 0 || g.functions[owner].root || g.functions[owner].named:
			joins = false
		case joins:
			spans[len(spans)-1].end = t.end
		default:
			spans = append(spans, span{t.start, t.end})
			joins = true
		}
	}
	return spans
}
