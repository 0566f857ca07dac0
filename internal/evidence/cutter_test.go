package evidence

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/lexer"
)

// highlight returns the colours of a text as spans of the original bytes.
func TestHighlight(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, language, text string
		want                 []string // for each coloured part: its class, a colon, and its bytes
		whyPlain             string
	}{
		{
			"C++", "cpp", "int x = 12; // note",
			[]string{"kt:int", "mi:12", "c1:// note"}, "",
		},
		{
			"characters that the lexer changes", "cpp", "\ufeff\r\n\r\n\r\n\r\nint é = \"\xff\x00\"; // ünder\r\nreturn",
			[]string{"kt:int", "s:\"\xff\x00\"", "c1:// ünder\r\n", "k:return"}, "",
		},
		{"Pascal", "pascal", "begin x := 1 end", []string{"kr:begin", "mi:1", "kr:end"}, ""},
		{"Python", "python", "def f(): return 'a'", []string{"k:def", "nf:f", "k:return", "s1:'a'"}, ""},
		{"a text that is too large", "cpp", "int x;" + strings.Repeat(" ", maxHighlighted), nil, "too large to be highlighted"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			language, ok := lexer.ByName(test.language)
			if !ok {
				t.Fatalf("no language %q", test.language)
			}
			var got []string
			colours, whyPlain := highlight([]byte(test.text), language)
			if string(whyPlain) != test.whyPlain {
				t.Errorf("whyPlain = %q, want %q", whyPlain, test.whyPlain)
			}
			for _, c := range colours {
				got = append(got, c.label+":"+test.text[c.start:c.end])
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("highlight (-want +got):\n%s", diff)
			}
		})
	}
}

// If a text has no language, highlight says why the text has no colours.
func TestHighlightWithoutLanguage(t *testing.T) {
	t.Parallel()
	if _, whyPlain := highlight([]byte("x"), nil); whyPlain == "" {
		t.Error("highlight gives no reason for a text without colours")
	}
}

// Every language with tables can be highlighted.
func TestHighlightKnowsEveryLanguage(t *testing.T) {
	t.Parallel()
	for _, language := range lexer.Languages() {
		if language.Generic {
			continue
		}
		if pieces, err := language.Highlight([]byte("a\n")); err != nil || len(pieces) == 0 {
			t.Errorf("%s is shown without colours (error %v)", language.Name, err)
		}
	}
}

// If chroma would take years to read a text, the start of the text is highlighted, and a reason is
// given for the rest.
func TestHighlightDegraded(t *testing.T) {
	t.Parallel()
	language, ok := lexer.ByName("bash")
	if !ok {
		t.Fatal("there is no language bash")
	}
	text := []byte("if true; then # why\n: \"" + strings.Repeat(`\\`, 2<<10))
	colours, whyPlain := highlight(text, language)
	if !strings.Contains(string(whyPlain), "not highlighted to the end") {
		t.Errorf("whyPlain = %q, want \"not highlighted to the end\" in it", whyPlain)
	}
	var got []string
	for _, c := range colours {
		got = append(got, c.label+":"+string(text[c.start:c.end]))
	}
	if diff := cmp.Diff([]string{"k:if", "k:then", "c1:# why"}, got); diff != "" {
		t.Errorf("highlight (-want +got):\n%s", diff)
	}
}
