// Package hostiletest writes input that is built to cost time or memory, for tests: texts for the lexer, programs for
// matching, and zips of programs. Equal calls give equal bytes.
package hostiletest

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// Text is a text for the lexer: Before once, then Repeat many times.
type Text struct {
	Name           string
	Before, Repeat string
}

// Bytes returns approximately size bytes of the text.
func (t Text) Bytes(size int) []byte {
	return []byte(t.Before + strings.Repeat(t.Repeat, max(1, size/len(t.Repeat))))
}

// Texts are the texts for the lexer.
var Texts = func() []Text {
	texts := []Text{
		{"an open string of backslashes", `"`, `\\`}, {"an open character of backslashes", `'`, `\\`},
		{"an open string", `"`, "a"}, {"an open comment", "/* ", "a"}, {"an exponent", "1", "e+"},
		{"substitutions in a string", `"`, "${"}, {"blank lines", "", "\n"},
	}
	for _, repeat := range []string{
		" ", "\t", "a ", "a\n", "a<", "a(", "a[", "a,", "a:", "a=", "a.", "a-", "_", "1", "1.", "0x", "[", "(", "{", "()", "[({", "<", "<a ", "<?", "<!--",
		"//\\\n", "/* ", "(* ", "{- ", "--[[", "=begin\n", "#| ", "/ ", `"`, "'", "`", `\`, `R"(`, `"""`, "'''", "`${", "$", "$(", "@", "#", "#\n",
		"#if 0\n", "#define a a\n", "%", "%(", ":", ";", ".", "-", "|", "~", "!", "?", "*", "&", "^", "=", "<<a\n", "a;b\n",
	} {
		texts = append(texts, Text{repeat, "", repeat})
	}
	texts = append(texts,
		Text{"Arabic letters", "", "\u0627"}, Text{"Latin letters", "", "é"}, Text{"Greek letters", "", "α"},
		Text{"Han characters", "", "中"}, Text{"titlecase letters", "", "ǅ"}, Text{"Devanagari letters", "", "अ"},
		Text{"Thai letters", "", "ก"}, Text{"mathematical letters", "", "𝒜"}, Text{"Arabic digits", "", "٣"},
		Text{"Roman numerals", "", "Ⅷ"}, Text{"combining marks", "", "\u0301"}, Text{"marked letters", "", "a\u0301"},
		Text{"joiners", "", "\u200d"}, Text{"wide blanks", "", "\u00a0"}, Text{"emoji", "", "😀"},
		Text{"private characters", "", "\ue000"}, Text{"mixed letters", "", "a中\u0627é1\u0301 "},
	)
	return texts
}()

// Repertoire is a few statements, from which random programs are made. Two such programs share many runs of statements,
// and the runs overlap.
type Repertoire struct {
	Name       string
	Statements []string // tokens separated by blanks
}

// Repertoires are the repertoires of the tests of matching.
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

// Program returns a random program of so many statements. Different seeds give different programs.
func (r Repertoire) Program(seed uint64, statements int) string {
	random := rand.New(rand.NewPCG(seed, 1))
	var b strings.Builder
	for range statements {
		b.WriteString(r.Statements[random.IntN(len(r.Statements))])
		b.WriteByte(' ')
	}
	return b.String()
}
