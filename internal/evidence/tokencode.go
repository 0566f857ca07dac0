package evidence

import (
	"context"
	"io"

	"github.com/a-h/templ"
)

// tokenCode renders the tokens of a file by hand, for the same reasons as code: a
// program has tens of thousands. Tokens are parted by blanks; one that stands for
// a class is in <i>, for there may be a keyword of that name.
func tokenCode(v View, s side, f File) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		var b []byte
		for _, line := range f.Tokens {
			match := 0
			for _, run := range line.Runs {
				if run.Match > 0 {
					match = run.Match
					break
				}
			}
			b = appendLineStart(b[:0], line.Number, match, 0)
			for i, run := range line.Runs {
				if i > 0 {
					b = append(b, ' ')
				}
				b = v.appendOpening(b, s, run.Match, run.Exclusion, run.First, false)
				for j, text := range run.Texts {
					if j > 0 {
						b = append(b, ' ')
					}
					if class, ok := classNames[text]; ok {
						b = append(append(append(b, "<i>"...), class...), "</i>"...)
					} else {
						b = append(b, templ.EscapeString(text)...)
					}
				}
				b = appendClosing(b, run.Match, run.Exclusion)
			}
			if _, err := w.Write(append(b, "\n</span>"...)); err != nil {
				return err
			}
		}
		return nil
	})
}
