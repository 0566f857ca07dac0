package lexer

import (
	"cmp"
	"regexp"
	"strings"
	"unicode/utf8"
)

// syntax is the data about a language in a lang_*.go file. White space separates words in lists.
type syntax struct {
	keywords          string // each keyword is a token of its own
	types             string // read as Type
	templates         string // read as Type before "<"; elsewhere they are names, because programs use them for variables too
	operators         string // of two or more characters, cut by longest match
	synonyms          string // "let=var and=&&": words read as another keyword or operator
	optionalOperators string // operators that programs may leave out, dropped by the rule "optional-marks"

	// The rules of the language, by name, in addition to commonRules, and their data.
	rules         string
	softKeywords  string // keywords only before a word, and names elsewhere
	modifiers     string // keywords that are dropped
	receivers     string // "this. std::": names that are dropped with the operator after them
	evalFunctions string // functions that run a literal as a program
	typeAliases   string // keywords other than typedef that give a type another name
	headKeywords  string // keywords that begin a statement with a head in parentheses
	members       string // operators before the name of a member; ". ?. &." if empty
	groupingWords string // keywords after which a parenthesis only groups
	precedence    string // levels of binary operators, separated by ";", the loosest first
	assignment    string // the assignment operator; "=" if empty

	letters    string // characters other than letters, digits and _ that words contain
	anyLetters bool   // words may contain all characters beyond ASCII but blanks
	primes     bool   // words may contain ' after their first character
	sigils     string // characters that belong to the word after them: $x is a name
	hexMark    string // a character that begins hexadecimal numbers: $ff
	foldCase   bool   // words are compared in lower case

	unicodeEscapes  string // where \u0061 is a: in "names", or "everywhere", before anything else is read
	plainReturns    bool   // a CR without LF is a blank, and ends no comment
	ignoresControls bool   // invisible characters in words vanish

	digitQuotes           bool // 1'000'000 is a number
	conditionalDirectives bool // #if, #else and #endif choose the code that is compiled
	directives            bool // #define has a body worth comparing; no other directive has one

	squareGenerics   bool   // type arguments are in square brackets
	castByType       bool   // (int) x
	castByCall       bool   // int(x)
	castByAs         bool   // x as i64
	optionalTypes    bool   // types of parameters and results may be left out
	typedNames       bool   // types may precede the names of parameters and members, which begin with $
	macroCalls       bool   // f!(x) is a call
	bareHeads        bool   // the heads of statements need no parentheses: if x { }
	bareCalls        bool   // f a is a call, and names may end with ? or !
	incByCall        bool   // inc(x)
	caretPointers    bool   // p^ is what p points to
	indented         bool   // blocks are indented
	typeSections     bool   // one "type" begins many definitions
	shortVariables   bool   // var x = y is x := y
	lambdaArrow      string // after the parameters of a lambda: { x -> y }
	eachLoop         string // the words of a loop over elements, for the rule "for-each": "for T :"
	arrowEndsOperand bool   // x -> e is a function or a case, no member
	ranges           string // operators of ranges with and without their end: "..= .."
	attributeMark    string // before an annotation: "[[", "#[" or "["; "@" if empty

	codePrefix string // what a text must begin with to be read as code: "<?php "
	imports    importSyntax
	patches    patches
	functions  functionSyntax
}

// tables is a syntax prepared for look-ups.
type tables struct {
	words             map[string]string     // word, or operator with a synonym, to normalised text
	operators         map[string]string     // operator to itself, so that texts are shared
	characters        [utf8.RuneSelf]string // an operator of one ASCII character to its normalised text
	templates         map[string]bool
	longestOperator   int       // bytes of the longest operator
	continuesOperator [256]bool // whether a byte is in an operator, after its first byte
	optionalOperators map[string]bool
	imports           map[string]bool // words that begin an import
	bindings          map[string]bool // words that begin a declaration that may be an import

	softKeywords, modifiers, typeAliases, headKeywords, groupingWords, members map[string]bool

	evalFunctions map[string]bool

	receivers map[string]string // word to the operator after it
	levels    map[string]int    // binary operators to their precedence, from 1
	functions functionWords
}

func (s *syntax) tables() tables {
	f := &s.functions
	t := tables{
		words: map[string]string{}, operators: map[string]string{}, receivers: map[string]string{}, levels: map[string]int{},
		templates: wordSet(s.templates), optionalOperators: wordSet(s.optionalOperators),
		imports: wordSet(s.imports.keywords), bindings: wordSet(s.imports.bindings),
		softKeywords: wordSet(s.softKeywords), modifiers: wordSet(s.modifiers), typeAliases: wordSet(s.typeAliases),
		headKeywords: wordSet(s.headKeywords), groupingWords: wordSet(s.groupingWords),
		members: wordSet(cmp.Or(s.members, ". ?. &.")), evalFunctions: wordSet(s.evalFunctions),
		functions: functionWords{wordSet(f.containerWords), wordSet(f.partWords), wordSet(f.inheritanceWords),
			wordSet(f.entryNames), wordSet(f.calledImplicitly), wordSet(f.headDirectives),
			wordSet(f.callableWords), wordSet(f.reflectionWords), wordSet(f.blockWords), wordSet(f.loopWords), wordSet(f.suffixWords),
			pattern(f.hiddenCalls), pattern(f.shownCalls)},
	}
	for receiver := range strings.FieldsSeq(s.receivers) {
		word := strings.TrimRight(receiver, ".:->")
		t.receivers[word] = receiver[len(word):]
	}
	for i, level := range strings.Split(s.precedence, ";") {
		for operator := range strings.FieldsSeq(level) {
			t.levels[operator] = i + 1
		}
	}
	for word := range strings.FieldsSeq(s.keywords) {
		t.words[word] = word
	}
	for word := range strings.FieldsSeq(s.types) {
		t.words[word] = Type
	}
	for alias := range strings.FieldsSeq(s.synonyms) {
		word, text, _ := strings.Cut(alias, "=")
		t.words[word] = text
	}
	for operator := range strings.FieldsSeq(s.operators) {
		t.operators[operator] = operator
		t.longestOperator = max(t.longestOperator, len(operator))
		for _, b := range []byte(operator[1:]) {
			t.continuesOperator[b] = true
		}
	}
	for c := range t.characters {
		t.characters[c] = ascii[c : c+1]
		if word, ok := t.words[ascii[c:c+1]]; ok {
			t.characters[c] = word
		}
	}
	return t
}

// pattern returns the regular expression, without the white space in it; nil for "".
func pattern(expression string) *regexp.Regexp {
	if expression == "" {
		return nil
	}
	return regexp.MustCompile(strings.Join(strings.Fields(expression), ""))
}

func wordSet(words string) map[string]bool {
	m := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		m[word] = true
	}
	return m
}
