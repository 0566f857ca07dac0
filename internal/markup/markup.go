// Package markup renders a translated sentence that has links or other elements inside it. Tags with digits mark their
// places, so that each language can put them where its grammar wants them:
//
//	@markup.Sentence(p.T("Read <1>what was skipped</1>."), markup.Link(path))
package markup

import (
	"context"
	"io"
	"regexp"
	"strings"

	"github.com/a-h/templ"
)

// opening matches <1> and <1/>.
var opening = regexp.MustCompile(`<(\d)(/?)>`)

// Sentence renders a text. Part N takes the place of <N>text</N>, with the text as its child, or of <N/>. Everything else is
// escaped.
func Sentence(text string, parts ...templ.Component) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		for {
			m := opening.FindStringSubmatchIndex(text)
			if m == nil {
				return write(w, text)
			}
			if err := write(w, text[:m[0]]); err != nil {
				return err
			}
			tag, number, rest := text[m[0]:m[1]], text[m[2]:m[3]], text[m[1]:]
			child, after, found := "", rest, true
			if m[4] == m[5] {
				child, after, found = strings.Cut(rest, "</"+number+">")
			}
			index := int(number[0]-'0') - 1
			if !found || index < 0 || index >= len(parts) { // text that is like a tag, such as a name "<3>"
				if err := write(w, tag); err != nil {
					return err
				}
				text = rest
				continue
			}
			if err := parts[index].Render(templ.WithChildren(ctx, plain(child)), w); err != nil {
				return err
			}
			text = after
		}
	})
}

func write(w io.Writer, text string) error {
	_, err := io.WriteString(w, templ.EscapeString(text))
	return err
}

func plain(text string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error { return write(w, text) })
}
