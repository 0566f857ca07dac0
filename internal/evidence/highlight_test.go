package evidence

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/lexer"
)

func TestHighlight(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, language, text string
		want                 []string // class, a colon, and the bytes that have it
		plain                string
	}{
		{
			"C++", "cpp", "int x = 12; // note",
			[]string{"kt:int", "mi:12", "c1:// note"}, "",
		},
		{
			"the original bytes are found again", "cpp", "\ufeff\r\n\r\n\r\n\r\nint é = \"\xff\x00\"; // ünder\r\nreturn",
			[]string{"kt:int", "s:\"\xff\x00\"", "c1:// ünder\r\n", "k:return"}, "",
		},
		{"Pascal", "pascal", "begin x := 1 end", []string{"kr:begin", "mi:1", "kr:end"}, ""},
		{"Python", "python", "def f(): return 'a'", []string{"k:def", "nf:f", "k:return", "s1:'a'"}, ""},
		{"too large", "cpp", "int x;" + strings.Repeat(" ", maxHighlighted), nil, "too large to be highlighted"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			language, ok := lexer.ByName(test.language)
			if !ok {
				t.Fatalf("no language %q", test.language)
			}
			var got []string
			colours, plain := highlight([]byte(test.text), language)
			if plain != test.plain {
				t.Errorf("plain = %q, want %q", plain, test.plain)
			}
			for _, c := range colours {
				got = append(got, c.class+":"+test.text[c.start:c.end])
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("highlight (-want +got):\n%s", diff)
			}
		})
	}
}

func TestHighlightWithoutLanguage(t *testing.T) {
	t.Parallel()
	if _, plain := highlight([]byte("x"), nil); plain == "" {
		t.Error("no reason is given for plain text")
	}
}

// TestHighlightKnowsEveryLanguage highlights a word in each language with tables.
func TestHighlightKnowsEveryLanguage(t *testing.T) {
	t.Parallel()
	for _, language := range lexer.Languages() {
		if language.Generic {
			continue
		}
		if pieces, err := language.Highlight([]byte("a\n")); err != nil || len(pieces) == 0 {
			t.Errorf("%s is shown without colours: %v", language.Name, err)
		}
	}
}

// TestHighlightDegraded highlights the start of a text that chroma would read for years.
func TestHighlightDegraded(t *testing.T) {
	t.Parallel()
	language, ok := lexer.ByName("bash")
	if !ok {
		t.Fatal("no such language")
	}
	text := []byte("if true; then # why\n: \"" + strings.Repeat(`\\`, 2<<10))
	colours, plain := highlight(text, language)
	if !strings.Contains(plain, "not highlighted to the end") {
		t.Errorf("plain = %q, want the reason", plain)
	}
	var got []string
	for _, c := range colours {
		got = append(got, c.class+":"+string(text[c.start:c.end]))
	}
	if diff := cmp.Diff([]string{"k:if", "k:then", "c1:# why"}, got); diff != "" {
		t.Errorf("highlight (-want +got):\n%s", diff)
	}
}
