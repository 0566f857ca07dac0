package markup_test

import (
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/markup"
)

func TestSentence(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, want string }{
		{"no tags & more", "no tags &amp; more"},
		{"Read <1>what was skipped</1>.", `Read <a href="/a?b=1&amp;c=2">what was skipped</a>.`},
		{"<2>x</2> stands before <1>y</1>", `<code>x</code> stands before <a href="/a?b=1&amp;c=2">y</a>`},
		{"<2/>: empty", "<code></code>: empty"},
		{"<1>a & <b></1>", `<a href="/a?b=1&amp;c=2">a &amp; &lt;b&gt;</a>`},
		{"<1>not closed", "&lt;1&gt;not closed"},
		{"<3>no such part</3>", "&lt;3&gt;no such part&lt;/3&gt;"},
		{"<1><script></1>", `<a href="/a?b=1&amp;c=2">&lt;script&gt;</a>`},
		{"", ""},
	} {
		var b strings.Builder
		if err := markup.Sentence(tt.text, markup.Link("/a?b=1&c=2"), markup.Code()).Render(t.Context(), &b); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); got != tt.want {
			t.Errorf("%q becomes %q, want %q", tt.text, got, tt.want)
		}
	}
}
