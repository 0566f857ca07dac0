// Package hostiletest writes input that is built to cost time or memory, for tests: texts for the lexer, programs for
// matching, and zips of programs. Equal calls give equal bytes.
package hostiletest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Text is a text for the lexer: Before once, then Repeat many times, then Close as many times.
type Text struct {
	Name                  string
	Before, Repeat, Close string
	// Next is nil, or returns the text that replaces Repeat the i-th time.
	Next func(i int) string
}

// Bytes returns approximately size bytes of the text.
func (t Text) Bytes(size int) []byte {
	if t.Next == nil {
		times := max(1, size/(len(t.Repeat)+len(t.Close)))
		return []byte(t.Before + strings.Repeat(t.Repeat, times) + strings.Repeat(t.Close, times))
	}
	text := []byte(t.Before)
	for i := 0; len(text) < size; i++ {
		text = append(text, t.Next(i)...)
	}
	return text
}

// Texts are the texts for the lexer. Each keeps different rules of a lexer busy.
var Texts = slices.Concat(
	openTexts,
	repetitions(
		" ", "\t", "a ", "a\n", "a<", "a(", "a[", "a,", "a:", "a=", "a.", "a-", "_", "1", "1.", "0x", "[", "(", "{", "()", "[({", "<", "<a ", "<?", "<!--",
		"//\\\n", "/* ", "(* ", "{- ", "--[[", "=begin\n", "#| ", "/ ", `"`, "'", "`", `\`, `R"(`, `"""`, "'''", "`${", "$", "$(", "@", "#", "#\n",
		"#if 0\n", "#define a a\n", "%", "%(", ":", ";", ".", "-", "|", "~", "!", "?", "*", "&", "^", "=", "<<a\n", "a;b\n",
	),
	otherAlphabets,
	nestedTexts,
	repeatedStatements,
	changingTexts,
)

func repetitions(repeats ...string) (texts []Text) {
	for _, repeat := range repeats {
		texts = append(texts, Text{Name: repeat, Repeat: repeat})
	}
	return texts
}

// openTexts begin something that does not end.
var openTexts = []Text{
	{Name: "an open string of backslashes", Before: `"`, Repeat: `\\`},
	{Name: "an open character of backslashes", Before: `'`, Repeat: `\\`},
	{Name: "an open string", Before: `"`, Repeat: "a"},
	{Name: "an open comment", Before: "/* ", Repeat: "a"},
	{Name: "an open comment of stars", Before: "/* ", Repeat: "* "},
	{Name: "an exponent", Before: "1", Repeat: "e+"},
	{Name: "a number of parts", Before: "1", Repeat: "_1'1"},
	{Name: "substitutions in a string", Before: `"`, Repeat: "${"},
	{Name: "interpolations in a string", Before: `"`, Repeat: "#{"},
	{Name: "escapes in a string", Before: `"`, Repeat: `\x1`},
	{Name: "braces in a format string", Before: `f"`, Repeat: "{a"},
	{Name: "an open here document", Before: "cat <<EOF\n", Repeat: "EOF \n"},
	{Name: "an open regular expression", Before: "s/", Repeat: `[a\/`},
	{Name: "an open element", Before: "<a", Repeat: ` a="b"`},
	{Name: "a continued directive", Before: "#define a ", Repeat: "b \\\n"},
	{Name: "blank lines", Repeat: "\n"},
	{Name: "lines that end in blanks", Repeat: "a    \n"},
	{Name: "carriage returns", Repeat: "\r"},
	{Name: "control characters", Repeat: "a\x01 "},
	{Name: "broken UTF-8", Repeat: "\xffa"},
}

// otherAlphabets are texts outside ASCII.
var otherAlphabets = []Text{
	{Name: "Arabic letters", Repeat: "\u0627"}, {Name: "Latin letters", Repeat: "é"}, {Name: "Greek letters", Repeat: "α"},
	{Name: "Han characters", Repeat: "中"}, {Name: "titlecase letters", Repeat: "ǅ"}, {Name: "Devanagari letters", Repeat: "अ"},
	{Name: "Thai letters", Repeat: "ก"}, {Name: "mathematical letters", Repeat: "𝒜"}, {Name: "Arabic digits", Repeat: "٣"},
	{Name: "Roman numerals", Repeat: "Ⅷ"}, {Name: "combining marks", Repeat: "\u0301"}, {Name: "marked letters", Repeat: "a\u0301"},
	{Name: "joiners", Repeat: "\u200d"}, {Name: "wide blanks", Repeat: "\u00a0"}, {Name: "emoji", Repeat: "😀"},
	{Name: "private characters", Repeat: "\ue000"}, {Name: "mixed letters", Repeat: "a中\u0627é1\u0301 "},
}

// nestedTexts nest something, and close it.
var nestedTexts = []Text{
	{Name: "nested parentheses", Repeat: "(", Close: ")"},
	{Name: "nested braces", Repeat: "{\n", Close: "}\n"},
	{Name: "nested comments", Repeat: "/*(*{-/+", Close: "+/-}*)*/"},
	{Name: "nested blocks", Repeat: "if a then begin ", Close: "end; "},
	{Name: "nested statements", Repeat: "if (a) for (;;) while (b) "},
	{Name: "nested calls", Repeat: "f(a, ", Close: ")"},
	{Name: "nested type arguments", Before: "a", Repeat: "<b", Close: ">"},
	{Name: "nested functions", Repeat: "function f(a) { return ", Close: "}"},
	{Name: "nested lambdas", Repeat: "(a) => ", Close: ";"},
	{Name: "nested strings of interpolations", Repeat: `"\(#{${`, Close: `})"`},
	{Name: "nested programs", Repeat: `exec("`, Close: `")`},
	{Name: "nested elements", Repeat: "<a>", Close: "</a>"},
	{Name: "nested conditions", Before: "x = ", Repeat: "a ? b : "},
	{Name: "nested quotes", Repeat: "q{", Close: "}"},
}

// repeatedStatements test rules that join or drop tokens, and patterns of chroma that match whole statements.
var repeatedStatements = []Text{
	{Name: "branches", Before: "if (a) b; ", Repeat: "else if (a) b; "},
	{Name: "increments", Repeat: "i = i + 1; "},
	{Name: "comparisons", Before: "x = ", Repeat: "!(a <= b - 1) && "},
	{Name: "assignments", Repeat: "a = b = "},
	{Name: "declarations", Repeat: "int a, "},
	{Name: "short functions", Repeat: "int f() { f(); }\n"},
	{Name: "templates", Repeat: "template <class T, "},
	{Name: "open imports", Repeat: "import (\nusing a\nuse {\n"},
	{Name: "loading", Repeat: "const a = require(\nlocal a = require(\n"},
	{Name: "annotations", Repeat: "@a.b(c) "},
	{Name: "qualified names", Repeat: "a::b->c."},
	{Name: "labels", Repeat: "a: goto a; "},
	{Name: "arrows", Repeat: "a -> "},
	{Name: "quotations of Perl", Repeat: "m!a! tr/a/b/ qw(a) "},
	{Name: "raw strings of Rust", Repeat: `r#"`},
	{Name: "lifetimes", Repeat: "&'a "},
	{Name: "long brackets of Lua", Repeat: "[==["},
	{Name: "verbatim strings of C#", Repeat: `$@"a""`},
	{Name: "pragmas of Haskell", Repeat: "{-# "},
	{Name: "dollar quotes of SQL", Repeat: "$$ "},
	{Name: "columns of old languages", Repeat: "C     & a\n"},
	{Name: "code of named languages", Repeat: "```python\n"},
	{Name: "headings", Repeat: "=== a ===\n"},
	{Name: "templates of pages", Repeat: "{{ a }}{% b %}<% "},
	{Name: "numbers of all kinds", Repeat: "0x1.p-3 1e-9f 0b1 1..2 .5 "},
	{Name: "words for the beginnings of blocks", Repeat: "class def function fn func sub proc let begin "},
	{Name: "words for the ends of blocks", Repeat: "end endif done fi esac od loop next "},
}

// changingTexts repeat nothing exactly.
var changingTexts = []Text{
	{Name: "different names", Next: func(i int) string { return fmt.Sprintf("a%d ", i) }},
	{Name: "different macros", Next: func(i int) string { return fmt.Sprintf("#define a%d a%d a%[2]d\n", i+1, i) }},
	{Name: "different functions", Next: func(i int) string { return fmt.Sprintf("void f%d() { f%d(); }\n", i, i+1) }},
	{Name: "different types", Next: func(i int) string { return fmt.Sprintf("typedef t%d t%d; using t%[1]d = t%[2]d;\n", i, i+1) }},
	{Name: "different here documents", Next: func(i int) string { return fmt.Sprintf("<<a%d ", i) }},
	{Name: "code of unknown languages", Next: func(i int) string { return fmt.Sprintf("```a%d\nb\n```\n", i) }},
	{Name: "growing indentation", Next: func(i int) string { return strings.Repeat(" ", i) + "if a:\n" }},
	{Name: "growing runs of letters", Next: func(i int) string { return strings.Repeat("a", i) + "!" }},
	{Name: "random brackets", Next: randomWords("( ) [ ] { } < >")},
	{Name: "random marks", Next: randomWords("! # $ % & * + , - . / : ; = ? @ \\ ^ _ ` | ~ \" '")},
	{Name: "random words", Next: randomWords("if else for while do end begin class def return a b 1 ( ) { } ; = , : \n")},
}

// randomWords returns a Next that draws from the words of a list, and separates them by blanks.
func randomWords(list string) func(i int) string {
	words := strings.Split(list, " ")
	return func(i int) string { return words[rand.New(rand.NewPCG(uint64(i), 1)).IntN(len(words))] + " " }
}

// Repertoire is a few statements, from which random programs are made. Two such programs share many runs of statements,
// and the runs overlap.
type Repertoire struct {
	Name       string
	Statements []string // tokens separated by blanks
}

// Repertoires are for the tests of matching.
var Repertoires = []Repertoire{
	{"four statements", []string{"a = b ;", "if ( a ) b ( ) ;", "while ( x ) { y ++ ; }", "f ( 1 , 2 ) ;"}},
	{"two statements", []string{"a = b ;", "f ( 1 , 2 ) ;"}},
	{"one statement", []string{"a = b ;"}},
	{"one token", []string{";"}},
	{"two tokens", []string{";", "{ }"}},
	{"three tokens", []string{"+", "-", "*"}},
	{"four tokens", []string{"+", "-", "*", "/"}},
	{"sixteen tokens", strings.Fields("+ - * / % & | ^ ! ~ < > = ? : ,")},
	{"a token and a rare one", append(slices.Repeat([]string{";"}, 100), "+")},
	{"a token and a less rare one", append(slices.Repeat([]string{";"}, 15), "+")},
	{"a statement, sometimes broken", append(slices.Repeat([]string{"a = b ;"}, 10), "a = b ; +")},
	{"statements and a long run", []string{"+", "-", "*", "/", "%", "&", strings.Repeat("a = b ; ", 100)}},
	{"similar statements", []string{
		"+ - * / % &", "+ - * / % |", "+ - * ^ ! &", "+ - < / % &", "- * / % & +", "? + - * / %", "+ - * / % >", ": , = == != <=",
	}},
}

// Program returns a random program; statements is the number of its statements. Different seeds give different programs.
func (r Repertoire) Program(seed uint64, statements int) string {
	random := rand.New(rand.NewPCG(seed, 1))
	var b strings.Builder
	for range statements {
		b.WriteString(r.Statements[random.IntN(len(r.Statements))])
		b.WriteByte(' ')
	}
	return b.String()
}
