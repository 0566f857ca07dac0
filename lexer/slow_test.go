package lexer

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/lexer/driver"
)

// slowInputs are texts that take chroma's own rules quadratic or exponential time.
var slowInputs = []struct {
	name, languages string
	before, repeat  string
}{
	{"blank lines", "c cpp java", "int a;\n", "\n"},
	{"blanks", "c cpp java python", "int a", " "},
	{"words", "java d python cpp", "", "a "},
	{"words on lines", "java d", "", "a\n"},
	{"angle brackets", "java d cpp", "", "a<"},
	{"calls", "java cpp perl", "", "a("},
	{"open comments", "java d c cpp go", "", "/* x\n"},
	{"square brackets", "cpp lua", "", "["},
	{"continued comments", "c", "", "//\\\n"},
	{"digits", "pascal", "", "1"},
	{"open Pascal comments", "pascal", "", "{"},
	{"open Pascal comments", "pascal", "", "(*"},
	{"an open string of backslashes", "go javascript typescript scala d java cpp python", `"`, `\\`},
	{"an open string of backslashes", "javascript typescript", `'`, `\\`},
	{"open raw strings", "cpp", "", `R"(`},
	{"hashes", "c cpp", "", "#"},
	{"slashes", "ruby perl java", "", "/ "},
	{"slashes", "javascript typescript", "", "a / "},
	{"sigils", "perl", "", "$"},
	{"open strings", "r", `"`, "a"},
	{"holes", "kotlin scala dart groovy", "", `s"${`},
	{"holes", "swift", "", `#"\#(`},
	{"holes", "csharp", "", `$"""{$"{`},
	{"holes", "ruby", "", `"#{%'#{`},
	{"holes", "javascript typescript", "", "`${"},
	{"holes", "python", "", `f"{f'{`},
	{"holes", "php", "<?php ", `"{$a`},
	{"braces in holes", "kotlin scala dart javascript typescript csharp ruby", "`\"${#{", "{"},
	{"open here-documents", "php", "<?php ", "<<<A\n"},
	{"shifts", "ruby", "", "a <<b\n"},
	{"here-documents", "ruby", "", "a = <<A\nb #{\nA\n"},
}

// The work for slowInputs is linear in the length of the text.
func TestSlowInputs(t *testing.T) {
	t.Parallel()
	for _, tt := range slowInputs {
		for id := range strings.FieldsSeq(tt.languages) {
			t.Run(id+" "+tt.name, func(t *testing.T) {
				t.Parallel()
				l, _ := ByName(id)
				var work [2]int
				for i, size := range []int{2 << 10, 16 << 10} {
					src := []byte(tt.before + strings.Repeat(tt.repeat, size/len(tt.repeat)))
					tokens, err := l.Lex(src)
					if err != nil && !isShortened(err) {
						t.Fatalf("%v", err)
					}
					checkSpans(t, l, src, tokens)
					work[i] = workOf(t, l, src)
				}
				if work[1] > 10*work[0] {
					t.Errorf("a text takes %d units of work, a text of 8 times its length %d; want at most 10 times the work", work[0], work[1])
				}
			})
		}
	}
}

// workOf returns the units of work for a source.
func workOf(t *testing.T, l *Language, src []byte) int {
	t.Helper()
	const limit = 1 << 40
	_, workLeft, err := l.splitter.split(string(clean(src, &syntax{}).text), limit, time.Now().Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	return limit - workLeft
}

// quadraticInputs are texts with quadratic or exponential work, in languages that few
// contests allow.
var quadraticInputs = []struct {
	name, languages string
	before, repeat  string
}{
	{"sigils", "php", "", "$"},
	{"an open string of backslashes", "bash fortran", `"`, `\\`},
	{"an open comment", "jungle", "/*", "x"},
}

// If a source contains one of the quadraticInputs, it is read coarsely from there on, with the same
// tokens each time.
func TestDegraded(t *testing.T) {
	t.Parallel()
	for _, tt := range quadraticInputs {
		for id := range strings.FieldsSeq(tt.languages) {
			t.Run(id+" "+tt.name, func(t *testing.T) {
				t.Parallel()
				l, _ := ByName(id)
				src := []byte("a\r\n\r\n\r\nb\r" + tt.before + strings.Repeat(tt.repeat, 8<<10/len(tt.repeat)) + "\nint x = 1;\n")
				tokens, err := l.Lex(src)
				if !errors.Is(err, ErrDegraded) || !strings.HasSuffix(err.Error(), " from line 5 on") {
					t.Errorf("error %v, want ErrDegraded from line 5 on", err)
				}
				if len(tokens) < 3 {
					t.Errorf("%d tokens, want 3 or more", len(tokens))
				}
				checkSpans(t, l, src, tokens)
				again, err2 := l.Lex(src)
				if diff := cmp.Diff(tokens, again); diff != "" || err2.Error() != err.Error() {
					t.Errorf("the second result differs (error %v, -first +second):\n%s", err2, diff)
				}
			})
		}
	}
}

// Programs that are read coarsely from the start still have at least 80% of their shingles.
func TestSplitCoarsely(t *testing.T) {
	t.Parallel()
	for _, path := range sources(t) {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			src, l := readSource(t, path)
			want, err := l.Lex(src)
			if err != nil {
				t.Fatal(err)
			}
			withoutWork := &Language{ID: l.ID, chroma: l.chroma, syntax: l.syntax, work: 1}
			got, err := withoutWork.Lex(src)
			if !errors.Is(err, ErrDegraded) {
				t.Fatalf("error %v, want ErrDegraded", err)
			}
			checkSpans(t, l, src, got)
			const length = 5
			gotShingles, wantShingles := Shingles(got, length), Shingles(want, length)
			common := 0
			for _, shingle := range wantShingles {
				if slices.Contains(gotShingles, shingle) {
					common++
				}
			}
			if 10*common < 8*len(wantShingles) {
				t.Errorf("read coarsely, the program has only %d of its %d shingles", common, len(wantShingles))
			}
		})
	}
}

type longInput struct {
	name, languages string
	repeat, after   string
}

// longInputs are texts for which a scanner or a rule would take quadratic time if it searched for a
// missing end.
var longInputs = []longInput{
	{"sigils", "perl ruby", "@$", "a"},
	{"aliases without a semicolon", "cpp", "using a\n", "= b"},
	{"open imports", "perl", "use {", "constant"},
	{"open bindings", "javascript typescript lua", "const (\nlocal (\n", ""},
	{"bindings that load", "javascript typescript lua", "const a = require(\nlocal a = require(\n", ""},
	{"many functions", "c cpp java csharp", "int f() { f(); }\n", "int main() { }"},
	{"declared functions", "c cpp", "int f(int a); ", "int main() { }"},
	{"templates", "cpp", "template <class T, ", "> int f() { }"},
	{"functions by keyword", "go rust kotlin javascript", "func f() { }\nfn f() { }\nfun f() { }\nfunction f() { }\n", ""},
	{"keywords of functions", "go rust kotlin javascript", "func fn fun function ", ""},
	{"definitions", "python", "class a:\n def f(a=(1)):\n  pass\n", "f()"},
	{"routines", "pascal", "procedure f; begin end; procedure g; ", "begin end."},
	{"open imports of many lines", "go python kotlin", "import (\n", ""},
	{"raw strings and words of definitions", "c cpp", `R"()";`, strings.Repeat("define x ", MaxBytes/18)},
	{"raw strings and joined lines", "c cpp", `R"()";`, strings.Repeat("\\\n", MaxRawBytes/3)},
	{"digraphs after blanks", "c cpp", " ", strings.Repeat("%:", MaxBytes/4)},
	{"definitions of a name without arguments", "c cpp", "#define a(x) 1\n", strings.Repeat("a ", MaxBytes/4)},
}

// nestings are texts that make deep nesting if they are repeated, or long runs that rules join.
var nestings = []string{
	"{", "{}", "if(a)", "if(a){", "else ", "do ", "for(;;)", "while(a){", "x->{", "try{", "(", ")", "x[", "++a[", "a=a+(", "a<", "T<",
	"{int a,", "int a;", "(int)", "a=>{", "cin>>a;", "typedef int a;", "#define a a\na ", "i=0;while(i){i++;", "@a(", "case 1:", "a,b:int;",
}

// Each of the longInputs and nestings is lexed in time. With quadratic work, it would take seconds or minutes.
func TestLongInputs(t *testing.T) {
	t.Parallel()
	inputs := slices.Clone(longInputs)
	for _, repeat := range nestings {
		inputs = append(inputs, longInput{repeat, "cpp java kotlin javascript python pascal", repeat, ""})
	}
	for _, tt := range inputs {
		for id := range strings.FieldsSeq(tt.languages) {
			t.Run(id+" "+tt.name, func(t *testing.T) {
				t.Parallel()
				l, _ := ByName(id)
				src := []byte(strings.Repeat(tt.repeat, MaxBytes/2/len(tt.repeat)) + tt.after)
				tokens, err := l.Lex(src)
				if err != nil && !isShortened(err) {
					t.Fatal(err)
				}
				checkSpans(t, l, src, tokens)
			})
		}
	}
}

// After the deadline, chroma stops with an error; the driver has no deadline.
func TestDeadline(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		id   string
		want error
	}{
		{"cpp", nil},
		{"common-lisp", ErrLexTimeout},
	} {
		l, _ := ByName(tt.id)
		tokens, err := withTimeLimit(l, -time.Second).Lex([]byte("(defun f (x) 1)"))
		if err != tt.want || (tokens == nil) != (err != nil) {
			t.Errorf("%s: %d tokens, error %v; want error %v", tt.id, len(tokens), err, tt.want)
		}
	}
}

// The enclosures of a language are the same before and after the deadline.
func TestEnclosuresIgnoreDeadline(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"cpp", "common-lisp"} {
		var enclosures [2][]enclosure
		l, _ := ByName(id)
		for i, limit := range []time.Duration{time.Hour, -time.Second} {
			l := withTimeLimit(l, limit)
			l.once.Do(l.prepare)
			if l.err != nil {
				t.Fatal(l.err)
			}
			enclosures[i] = l.enclosures()
		}
		if diff := cmp.Diff(enclosures[0], enclosures[1], cmp.AllowUnexported(enclosure{})); diff != "" || len(enclosures[0]) == 0 {
			t.Errorf("%s: %d enclosures (-before +after the deadline):\n%s", id, len(enclosures[0]), diff)
		}
	}
}

// A pattern that chroma can run and the driver cannot is an error. For a lexer that has no driver,
// chroma applies the rules.
func TestUnsupportedPattern(t *testing.T) {
	t.Parallel()
	balancing := patches{"base": {{Pattern: `(?<a>\()(?<-a>\))`, Type: chroma.Name}}}
	if _, err := newSplitter("Lua", balancing, time.Second); err == nil || errors.Is(err, driver.ErrFunction) {
		t.Errorf("error %v, want one about the pattern", err)
	}
	if s, err := newSplitter("Haxe", nil, time.Second); err != nil || s.chroma == nil {
		t.Errorf("Haxe: error %v, want chroma to apply its rules", err)
	}
}

// Quotes of Raku with very many brackets are read coarsely, because chroma's search for their ends is quadratic.
func TestBracketsInQuotes(t *testing.T) {
	t.Parallel()
	raku, _ := ByName("raku")
	for _, text := range []string{strings.Repeat("q{", 5000) + strings.Repeat("}", 5000), "q{" + strings.Repeat(`\}`, 20_000), "q«" + strings.Repeat("«»", 10_000)} {
		text += strings.Repeat(" ", 64<<10-len(text))
		if tokens, err := raku.Lex([]byte(text)); !errors.Is(err, ErrDegraded) || len(tokens) == 0 {
			t.Errorf("%.6q: %d tokens, error %v; want some and ErrDegraded", text, len(tokens), err)
		}
	}
}

// If chroma takes too long for a token, the result is rejected, because chroma may have stopped a
// match.
func TestTokenTimeLimit(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"common-lisp", "emacs-lisp", "haxe", "raku"} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			l, ok := ByName(id)
			if !ok {
				t.Fatal("no such language")
			}
			l.once.Do(l.prepare)
			if l.err != nil || l.splitter.driver != nil {
				t.Fatalf("the language has a driver, or error %v", l.err)
			}
			const matchTimeout = 250 * time.Millisecond // of chroma
			if limit := l.splitter.tokenLimit; limit <= 0 || limit >= matchTimeout {
				t.Errorf("a token may take %v, but chroma stops a match after %v", limit, matchTimeout)
			}
			const text = "(defun f (x) 1)\n"
			for _, limit := range []time.Duration{0, time.Hour} {
				s := &splitter{chroma: l.splitter.chroma, tokenLimit: limit}
				pieces, err := s.splitByChroma(text, time.Now().Add(time.Hour))
				switch {
				case limit == 0 && (err != ErrLexTimeout || pieces != nil):
					t.Errorf("too slow: %d pieces, error %v; want none and ErrLexTimeout", len(pieces), err)
				case limit > 0 && (err != nil || len(pieces) < 3):
					t.Errorf("in time: %d pieces, error %v; want no error", len(pieces), err)
				}
			}
		})
	}
}

// The time limit holds for each token, for the end of the text, and before a panic.
func TestSlowToken(t *testing.T) {
	t.Parallel()
	for slow := range 5 { // the three tokens, the end of the text, a panic
		s := &splitter{chroma: slowTokenLexer{lexers.Fallback, slow}, tokenLimit: time.Millisecond}
		if pieces, err := s.splitByChroma("abc", time.Now().Add(time.Hour)); err != ErrLexTimeout || pieces != nil {
			t.Errorf("token %d: %d pieces, error %v; want none and ErrLexTimeout", slow, len(pieces), err)
		}
	}
}

// slowTokenLexer is a lexer of one-byte tokens that is slow for one of them.
type slowTokenLexer struct {
	chroma.Lexer
	slow int // index of the slow token; the end of the text and a panic count as further tokens
}

func (l slowTokenLexer) Tokenise(_ *chroma.TokeniseOptions, text string) (chroma.Iterator, error) {
	n := -1
	return func() chroma.Token {
		if n++; n == l.slow {
			time.Sleep(2 * time.Millisecond) // longer than the limit
		}
		if n == len(text) && l.slow > n {
			time.Sleep(2 * time.Millisecond)
			panic("no state left")
		}
		if n >= len(text) {
			return chroma.EOF
		}
		return chroma.Token{Type: chroma.Text, Value: text[n : n+1]}
	}, nil
}

// A comment is read coarsely if chroma returns empty tokens for it without end.
func TestChromaWithoutProgress(t *testing.T) {
	t.Parallel()
	l, ok := ByName("jungle")
	if !ok {
		t.Fatal("no such language")
	}
	tokens, err := l.Lex([]byte("int b; /* x\nint a;\n"))
	if !errors.Is(err, ErrDegraded) || len(tokens) < 3 {
		t.Errorf("%d tokens, error %v; want 3 or more and ErrDegraded", len(tokens), err)
	}
}

// If a rule pops more states than there are, as some of chroma's own rules do, the rest of the text is
// read coarsely.
func TestChromaPanics(t *testing.T) {
	t.Parallel()
	l := &Language{ID: "fragile", chroma: "Lua", syntax: syntax{patches: patches{
		"base": {{Pattern: "leave", Type: chroma.Name, Mutator: chroma.Pop(9)}},
	}}}
	if _, err := l.Lex([]byte("stay")); err != nil {
		t.Errorf("a text without the rule: error %v", err)
	}
	tokens, err := l.Lex([]byte("stay\nand leave now"))
	if !errors.Is(err, ErrDegraded) || len(tokens) != 4 {
		t.Errorf("a text with the rule: %d tokens, error %v; want 4 and ErrDegraded", len(tokens), err)
	}
}

// withTimeLimit returns a copy of a language with a time limit other than 0.
func withTimeLimit(l *Language, limit time.Duration) *Language {
	return &Language{ID: l.ID, Name: l.Name, Generic: l.Generic, chroma: l.chroma, syntax: l.syntax, maxTime: limit}
}
