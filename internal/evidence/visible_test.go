package evidence

import (
	"github.com/ojcheck/ojcheck/internal/i18n"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// invisibleProperties names what a text contains that a page does not show.
func TestInvisibleProperties(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		want       []string
	}{
		{"a plain text", "a\nb\n", nil},
		{"all properties", "\ufeffa\r\nb\rc\xff\x00", []string{"byte order mark", "CRLF line ends", "CR line ends", "not UTF-8", "NUL bytes"}},
		{"CR only", "a\rb", []string{"CR line ends"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, invisibleProperties(i18n.English(), []byte(test.text))); diff != "" {
				t.Errorf("notes (-want +got):\n%s", diff)
			}
		})
	}
}
