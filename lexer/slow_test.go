package lexer

import (
	"errors"
	"strings"
	"testing"
	"time"
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

// TestSlowGenericInputs asks for an end, with tokens or with ErrGaveUp: chroma's
// rules for these languages would take years.
func TestSlowGenericInputs(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ language, src string }{
		{"bash", `"` + strings.Repeat(`\\`, 2<<10)},
		{"fortran", `"` + strings.Repeat(`\\`, 2<<10)},
		{"r", `"` + strings.Repeat("a", 4<<10)},
	} {
		t.Run(tt.language, func(t *testing.T) {
			t.Parallel()
			l, ok := ByName(tt.language)
			if !ok {
				t.Fatal("no such language")
			}
			tokens, err := impatient(l, 2*time.Second).Lex([]byte(tt.src))
			if err != nil && !errors.Is(err, ErrGaveUp) {
				t.Fatal(err)
			}
			if err != nil && tokens != nil {
				t.Error("tokens and an error")
			}
		})
	}
}

// impatient returns a copy of a language that gives up after the limit.
func impatient(l *Language, limit time.Duration) *Language {
	return &Language{ID: l.ID, Name: l.Name, Generic: l.Generic, chroma: l.chroma, syntax: l.syntax, limit: limit}
}
