package report

import (
	"testing"

	"github.com/rivo/uniseg"
)

// shorten cuts the middle of a text, so that it fits the given number of columns.
func TestShorten(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text  string
		width int
		want  string
	}{
		{"anna", 4, "anna"},
		{"annabelle", 5, "an…le"},
		{"annabelle", 4, "an…e"},
		{"annabelle", 1, "…"},
		{"B-rivers_anna", 8, "B-ri…nna"},
		{"日本語の名前", 6, "日…前"},
		{"日本語の名前", 7, "日本…前"},
		{"👩‍💻👩‍💻👩‍💻", 5, "👩‍💻…👩‍💻"},
	}
	for _, test := range tests {
		got := shorten(test.text, test.width)
		if got != test.want || uniseg.StringWidth(got) > test.width {
			t.Errorf("shorten(%q, %d) = %q of %d columns, want %q", test.text, test.width, got, uniseg.StringWidth(got), test.want)
		}
	}
}
