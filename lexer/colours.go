package lexer

import (
	"time"

	"github.com/ojcheck/ojcheck/lexer/driver"
)

// coloursTime bounds the time for a text in one of the few languages whose
// rules chroma applies itself. No driver needs it.
const coloursTime = 3 * time.Second

// Highlight cuts a text for show, with chroma's own rules and types, which say
// more than tokens do and are less reliable. The text is valid UTF-8, and its
// lines end with LF alone. The pieces follow one another without gaps; they
// end early, with ErrDegraded, where more would take too much work. The error
// may be ErrLexTimeout, too.
func (l *Language) Highlight(text string) ([]driver.Piece, error) {
	l.coloursOnce.Do(func() { l.colours, l.coloursErr = newSplitter(l.chroma, nil, coloursTime) })
	if l.coloursErr != nil {
		return nil, l.coloursErr
	}
	work := workFor(len(text))
	if d := l.colours.driver; d != nil {
		cut, _, err := d.Split(nil, text, work)
		if err != nil {
			return cut, ErrDegraded
		}
		return cut, nil
	}
	pieces, _, err := l.colours.split(text, work, time.Now().Add(coloursTime))
	if err != nil && err != errStopped {
		return nil, ErrLexTimeout
	}
	cut := make([]driver.Piece, len(pieces))
	for i, p := range pieces {
		cut[i] = driver.Piece{Type: p.typ, Start: p.start, End: p.end}
	}
	if err != nil {
		return cut, ErrDegraded
	}
	return cut, nil
}
