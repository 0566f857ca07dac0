package lexer

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/chroma/v2"
)

// slowInputs are texts that chroma's own rules take a time for that grows with
// the square of their length, or doubles with each character.
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
	{"sigils", "php perl", "", "$"},
	{"open strings", "r", `"`, "a"},
}

// TestSlowInputs asks for tokens. The limit leaves a thousand times what an
// honest program of this length needs.
func TestSlowInputs(t *testing.T) {
	t.Parallel()
	for _, tt := range slowInputs {
		for _, id := range strings.Fields(tt.languages) {
			t.Run(id+" "+tt.name, func(t *testing.T) {
				t.Parallel()
				l, _ := ByName(id)
				src := tt.before + strings.Repeat(tt.repeat, 4<<10/len(tt.repeat))
				tokens, err := impatient(l, 20*time.Second).Lex([]byte(src))
				if err != nil {
					t.Fatalf("%v", err)
				}
				checkSpans(t, l, []byte(src), tokens)
			})
		}
	}
}

// longInputs are texts for which the scanner or a rule, looking ahead for an
// end that does not come, would take a time that grows with the square of their
// length.
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

// TestLongInputs would take minutes if anything in it were quadratic.
func TestLongInputs(t *testing.T) {
	t.Parallel()
	for _, tt := range longInputs {
		for _, id := range strings.Fields(tt.languages) {
			t.Run(id+" "+tt.name, func(t *testing.T) {
				t.Parallel()
				l, _ := ByName(id)
				size := MaxBytes / 2
				if id == "perl" || id == "ruby" {
					size /= 2 // chroma itself is slow there
				}
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

// TestGivesUp has strings for which chroma's rules would take years. Stock
// chroma stops each match after 250 ms and goes on with wrong tokens.
func TestGivesUp(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"bash", "fortran"} {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			l, ok := ByName(language)
			if !ok {
				t.Fatal("no such language")
			}
			src := `"` + strings.Repeat(`\\`, 2<<10)
			tokens, err := impatient(l, time.Second).Lex([]byte(src))
			if !errors.Is(err, ErrGaveUp) || tokens != nil {
				t.Errorf("%d tokens, error %v; want none and ErrGaveUp", len(tokens), err)
			}
		})
	}
}

// TestStandstillOfChroma has a comment at which chroma returns empty tokens for
// ever. It is not the time that ends it.
func TestStandstillOfChroma(t *testing.T) {
	t.Parallel()
	l, ok := ByName("jungle")
	if !ok {
		t.Fatal("no such language")
	}
	tokens, err := impatient(l, 24*time.Hour).Lex([]byte("/* x\nint a;\n"))
	if !errors.Is(err, ErrGaveUp) || tokens != nil {
		t.Errorf("%d tokens, error %v; want none and ErrGaveUp", len(tokens), err)
	}
}

// TestPanicOfChroma has a rule that leaves more states than there are, as
// chroma's own do for some inputs.
func TestPanicOfChroma(t *testing.T) {
	t.Parallel()
	l := &Language{ID: "fragile", chroma: "Lua", syntax: syntax{patches: map[string][]chroma.Rule{
		"base": {{Pattern: "leave", Type: chroma.Name, Mutator: chroma.Pop(9)}},
	}}}
	if _, err := l.Lex([]byte("stay")); err != nil {
		t.Errorf("stay: %v", err)
	}
	if tokens, err := l.Lex([]byte("stay and leave now")); !errors.Is(err, ErrGaveUp) || tokens != nil {
		t.Errorf("leave: %d tokens, error %v; want none and ErrGaveUp", len(tokens), err)
	}
}

// impatient returns a copy of a language that gives up after the limit.
func impatient(l *Language, limit time.Duration) *Language {
	return &Language{ID: l.ID, Name: l.Name, Generic: l.Generic, chroma: l.chroma, syntax: l.syntax, limit: limit}
}
