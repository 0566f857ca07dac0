package evidence

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestVisible(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"plain", "Ada Lovelace", "Ada Lovelace"},
		{"other scripts", "Лев 张伟 😀 é", "Лев 张伟 😀 é"},
		{"markup is left to the escaper", "<script>", "<script>"},
		{"terminal escape", "a\x1b[31mb", "a␛[31mb"},
		{"line ends and tab", "a\r\n\tb", "a␍␊␉b"},
		{"delete and C1 control", "\x7f\u0085", "␡[U+0085]"},
		{"turned direction", "a\u202eb\u2066c", "a[U+202E]b[U+2066]c"},
		{"no width", "a\u200bb\ufeffc", "a[U+200B]b[U+FEFF]c"},
		{"line separator", "a\u2028b", "a[U+2028]b"},
		{"not UTF-8", "a\xff\xfeb", "a\ufffd\ufffdb"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := Visible(test.in); got != test.want {
				t.Errorf("Visible(%q) = %q, want %q", test.in, got, test.want)
			}
		})
	}
}

func TestNotes(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		want       []string
	}{
		{"plain", "a\nb\n", nil},
		{"everything", "\ufeffa\r\nb\rc\xff\x00", []string{"byte order mark", "CRLF line ends", "CR line ends", "not UTF-8", "NUL bytes"}},
		{"CR only", "a\rb", []string{"CR line ends"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, notes([]byte(test.text))); diff != "" {
				t.Errorf("notes (-want +got):\n%s", diff)
			}
		})
	}
}
