package evidence

import (
	"context"
	"io"
	"strconv"

	"github.com/a-h/templ"

	"github.com/ojcheck/ojcheck/internal/text"
)

// diffRows renders rows by hand, for the same reasons as code.
func diffRows(rows []Row) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		var b []byte
		for _, row := range rows {
			b = append(append(append(b[:0], `<div class="diff-row `...), row.Kind...), `">`...)
			b = appendCell(b, "left", row.Left, "del")
			b = appendCell(b, "right", row.Right, "ins")
			b = append(b, "</div>\n"...)
			if _, err := w.Write(b); err != nil {
				return err
			}
		}
		return nil
	})
}

func appendCell(b []byte, class string, c Cell, edit string) []byte {
	if c.Line.Number == 0 {
		return append(append(append(b, `<span class="diff-none `...), class...), `"></span>`...)
	}
	b = append(append(append(b, `<code class="chroma `...), class...), `" data-line="`...)
	b = append(strconv.AppendInt(b, int64(c.Line.Number), 10), `">`...)
	if c.File != "" {
		b = append(append(b, `<span class="file-path">`...), templ.EscapeString(text.Visible(c.File))...)
		b = append(b, "</span>"...)
	}
	at := 0
	edits := c.Edits
	for _, run := range c.Line.Runs {
		for _, span := range run.Spans {
			for span.Text != "" {
				for len(edits) > 0 && edits[0].end <= at {
					edits = edits[1:]
				}
				piece, changed := len(span.Text), false
				if len(edits) > 0 {
					if changed = edits[0].start <= at; changed {
						piece = min(piece, edits[0].end-at)
					} else {
						piece = min(piece, edits[0].start-at)
					}
				}
				if changed {
					b = append(append(append(b, '<'), edit...), '>')
				}
				b = appendSpan(b, Span{span.Class, span.Text[:piece]})
				if changed {
					b = append(append(append(b, "</"...), edit...), '>')
				}
				at += piece
				span.Text = span.Text[piece:]
			}
		}
	}
	return append(b, "</code>"...)
}
