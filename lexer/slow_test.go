package lexer

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/lexer/driver"
)

// slowInputs are texts for which chroma's own rules take quadratic or exponential
// time.
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
	{"slashes", "javascript ruby perl java", "", "/ "},
	{"sigils", "perl", "", "$"},
	{"open strings", "r", `"`, "a"},
}

// TestSlowInputs checks that the work is linear in the length of the text.
func TestSlowInputs(t *testing.T) {
	t.Parallel()
	for _, tt := range slowInputs {
		for _, id := range strings.Fields(tt.languages) {
			t.Run(id+" "+tt.name, func(t *testing.T) {
				t.Parallel()
				l, _ := ByName(id)
				var work [2]int
				for i, size := range []int{2 << 10, 16 << 10} {
					src := []byte(tt.before + strings.Repeat(tt.repeat, size/len(tt.repeat)))
					tokens, err := l.Lex(src)
					if err != nil {
						t.Fatalf("%v", err)
					}
					checkSpans(t, l, src, tokens)
					work[i] = workOf(t, l, src)
				}
				if work[1] > 10*work[0] {
					t.Errorf("8 times the text takes %d and %d units of work", work[0], work[1])
				}
			})
		}
	}
}

// workOf returns the units of work for a source.
func workOf(t *testing.T, l *Language, src []byte) int {
	t.Helper()
	const much = 1 << 40
	_, left, err := l.splitter.split(string(clean(src).text), much, time.Now().Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	return much - left
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

// TestDegraded lexes those inputs followed by a program: the rest is read coarsely,
// with the same tokens each time.
func TestDegraded(t *testing.T) {
	t.Parallel()
	for _, tt := range quadraticInputs {
		for _, id := range strings.Fields(tt.languages) {
			t.Run(id+" "+tt.name, func(t *testing.T) {
				t.Parallel()
				l, _ := ByName(id)
				src := []byte("a\r\n\r\n\r\nb\n" + tt.before + strings.Repeat(tt.repeat, 8<<10/len(tt.repeat)) + "\nint x = 1;\n")
				tokens, err := l.Lex(src)
				if !errors.Is(err, ErrDegraded) || !strings.HasSuffix(err.Error(), " from line 5 on") {
					t.Errorf("error %v, want ErrDegraded from line 5 on", err)
				}
				if len(tokens) < 3 {
					t.Errorf("only %d tokens", len(tokens))
				}
				checkSpans(t, l, src, tokens)
				again, err2 := l.Lex(src)
				if diff := cmp.Diff(tokens, again); diff != "" || err2.Error() != err.Error() {
					t.Errorf("second time differs (%v):\n%s", err2, diff)
				}
			})
		}
	}
}

// TestSplitCoarsely reads whole programs coarsely: at least 80% of their shingles are
// the right ones.
func TestSplitCoarsely(t *testing.T) {
	t.Parallel()
	for _, path := range sources(t) {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			src, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			l, _ := ByPath(path)
			want, err := l.Lex(src)
			if err != nil {
				t.Fatal(err)
			}
			stopped := &Language{ID: l.ID, chroma: l.chroma, syntax: l.syntax, work: 1}
			got, err := stopped.Lex(src)
			if !errors.Is(err, ErrDegraded) {
				t.Fatalf("error %v, want ErrDegraded", err)
			}
			checkSpans(t, l, src, got)
			const length = 5
			found := map[uint64]bool{}
			for _, shingle := range Shingles(got, length) {
				found[shingle] = true
			}
			same, all := 0, 0
			for _, shingle := range Shingles(want, length) {
				if all++; found[shingle] {
					same++
				}
			}
			if 10*same < 8*all {
				t.Errorf("%d of %d shingles are found", same, all)
			}
		})
	}
}

// longInputs are texts for which a scanner or rule that searches for a missing end
// would take quadratic time.
var longInputs = []struct {
	name, languages string
	repeat, after   string
}{
	{"sigils", "perl ruby", "@$", "a"},
	{"aliases without a semicolon", "cpp", "using a\n", "= b"},
	{"open imports", "perl", "use {", "constant"},
	{"open bindings", "javascript typescript lua", "const (\nlocal (\n", ""},
	{"bindings that load", "javascript typescript lua", "const a = require(\nlocal a = require(\n", ""},
	{"open imports of many lines", "go python kotlin", "import (\n", ""},
}

// TestLongInputs would take minutes with quadratic code.
func TestLongInputs(t *testing.T) {
	t.Parallel()
	for _, tt := range longInputs {
		for _, id := range strings.Fields(tt.languages) {
			t.Run(id+" "+tt.name, func(t *testing.T) {
				t.Parallel()
				l, _ := ByName(id)
				size := MaxBytes / 2
				src := []byte(strings.Repeat(tt.repeat, (size-len(tt.after))/len(tt.repeat)) + tt.after)
				tokens, err := l.Lex(src)
				if err != nil {
					t.Fatal(err)
				}
				checkSpans(t, l, src, tokens)
			})
		}
	}
}

// TestDeadline lexes after the deadline: it stops chroma, and the driver ignores it.
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

// TestEnclosuresIgnoreDeadline compares the enclosures found before and after the
// deadline.
func TestEnclosuresIgnoreDeadline(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"cpp", "common-lisp"} {
		var found [2][]enclosure
		l, _ := ByName(id)
		for i, limit := range []time.Duration{time.Hour, -time.Second} {
			l := withTimeLimit(l, limit)
			l.once.Do(l.prepare)
			if l.err != nil {
				t.Fatal(l.err)
			}
			found[i] = l.enclosures()
		}
		if diff := cmp.Diff(found[0], found[1], cmp.AllowUnexported(enclosure{})); diff != "" || len(found[0]) == 0 {
			t.Errorf("%s: %d enclosures (-with time +without):\n%s", id, len(found[0]), diff)
		}
	}
}

// TestUnsupportedPattern uses a pattern that chroma can run and the driver cannot.
func TestUnsupportedPattern(t *testing.T) {
	t.Parallel()
	balancing := map[string][]chroma.Rule{"base": {{Pattern: `(?<a>\()(?<-a>\))`, Type: chroma.Name}}}
	if _, err := newSplitter("Lua", balancing, time.Second); err == nil || errors.Is(err, driver.ErrFunction) {
		t.Errorf("error %v, want one about the pattern", err)
	}
	if s, err := newSplitter("Haxe", nil, time.Second); err != nil || s.chroma == nil {
		t.Errorf("Haxe: error %v, want chroma to apply its rules", err)
	}
}

// TestTokenTimeLimit checks that tokens of chroma that take too long are rejected,
// because chroma may have stopped a match.
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
				t.Fatalf("it has a driver (%v)", l.err)
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
					t.Errorf("in time: %d pieces, error %v", len(pieces), err)
				}
			}
		})
	}
}

// TestSlowToken uses a lexer that is slow for one token only: any of them, the end of
// the text, or before a panic.
func TestSlowToken(t *testing.T) {
	t.Parallel()
	for slow := range 5 { // the last is a panic
		s := &splitter{chroma: slowTokenLexer{lexers.Fallback, slow}, tokenLimit: time.Millisecond}
		if pieces, err := s.splitByChroma("abc", time.Now().Add(time.Hour)); err != ErrLexTimeout || pieces != nil {
			t.Errorf("token %d: %d pieces, error %v; want none and ErrLexTimeout", slow, len(pieces), err)
		}
	}
}

// slowTokenLexer is a lexer of one-byte tokens that is slow for one of them.
type slowTokenLexer struct {
	chroma.Lexer
	slow int // index of that token
}

func (d slowTokenLexer) Tokenise(_ *chroma.TokeniseOptions, text string) (chroma.Iterator, error) {
	n := -1
	return func() chroma.Token {
		if n++; n == d.slow {
			time.Sleep(2 * time.Millisecond) // at least
		}
		if n == len(text) && d.slow > n {
			time.Sleep(2 * time.Millisecond)
			panic("no state left")
		}
		if n >= len(text) {
			return chroma.EOF
		}
		return chroma.Token{Type: chroma.Text, Value: text[n : n+1]}
	}, nil
}

// TestChromaWithoutProgress lexes a comment for which chroma returns empty tokens for
// ever.
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

// TestChromaPanics uses a rule that pops more states than there are, as chroma's own do
// for some inputs.
func TestChromaPanics(t *testing.T) {
	t.Parallel()
	l := &Language{ID: "fragile", chroma: "Lua", syntax: syntax{patches: map[string][]chroma.Rule{
		"base": {{Pattern: "leave", Type: chroma.Name, Mutator: chroma.Pop(9)}},
	}}}
	if _, err := l.Lex([]byte("stay")); err != nil {
		t.Errorf("stay: %v", err)
	}
	tokens, err := l.Lex([]byte("stay\nand leave now"))
	if !errors.Is(err, ErrDegraded) || len(tokens) != 4 {
		t.Errorf("leave: %d tokens, error %v; want 4 and ErrDegraded", len(tokens), err)
	}
}

// withTimeLimit returns a copy of a language with the time limit, which is not 0.
func withTimeLimit(l *Language, limit time.Duration) *Language {
	return &Language{ID: l.ID, Name: l.Name, Generic: l.Generic, chroma: l.chroma, syntax: l.syntax, textLimit: limit}
}
