package lexer

import (
	"strings"

	"github.com/alecthomas/chroma/v2"
)

// syntax is what the normalisation knows about a language: data only, one
// value for each language in the lang_*.go files. Lists of words and operators
// are separated by white space.
type syntax struct {
	keywords  string // stay as they are
	types     string // become Type
	templates string // become Type before "<"; else they are names, which programs give to variables too
	operators string // of two or more characters, cut by longest match
	aliases   string // "let=var and=&&": words taken for another keyword or operator
	noise     string // operators of one or more characters that are dropped: optional ones
	qualifier string // a name dropped with the "::" after it

	letters  string // characters that words contain beside letters, digits and _
	primes   bool   // words may contain ' after their first character
	sigils   string // characters that belong to the word after them: $x is a name
	hexMark  string // a character that begins hexadecimal numbers: $ff
	foldCase bool   // words are compared in lower case

	digitQuotes bool // 1'000'000 is a number
	generics    bool // types have parameters in angle brackets: >> may be two
	macros      bool // #define has a body worth comparing; other directives have none
	docStrings  bool // a literal that is a whole statement is a comment

	imports imports
	patches map[string][]chroma.Rule // tried before chroma's own rules, by state
}

// tables is a syntax made ready for look-ups.
type tables struct {
	words     map[string]string // word to normalised text
	operators map[string]string // operator to itself, so that texts are shared
	templates map[string]bool
	longest   int // bytes of the longest operator
	noise     map[string]bool
	imports   map[string]bool // words that begin an import
	bindings  map[string]bool // words that begin a declaration that may be an import
}

func (s *syntax) tables() tables {
	t := tables{
		words:     map[string]string{},
		operators: map[string]string{},
		templates: set(s.templates),
		noise:     set(s.noise),
		imports:   set(s.imports.words),
		bindings:  set(s.imports.bindings),
	}
	for _, word := range strings.Fields(s.keywords) {
		t.words[word] = word
	}
	for _, word := range strings.Fields(s.types) {
		t.words[word] = Type
	}
	for _, alias := range strings.Fields(s.aliases) {
		word, text, _ := strings.Cut(alias, "=")
		t.words[word] = text
	}
	for _, operator := range strings.Fields(s.operators) {
		t.operators[operator] = operator
		t.longest = max(t.longest, len(operator))
	}
	return t
}

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, word := range strings.Fields(words) {
		m[word] = true
	}
	return m
}
