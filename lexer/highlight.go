package lexer

import (
	"time"

	"github.com/ojcheck/ojcheck/lexer/driver"
)

// highlightTimeLimit limits the time for one text in the four languages that
// chroma drives itself.
const highlightTimeLimit = 3 * time.Second

// Highlight cuts a text for display, with chroma's own rules and types, which are
// finer than tokens and less reliable. The text must be valid UTF-8 with LF line
// ends. The pieces are contiguous; with ErrDegraded they end early, because more
// would take too much work. The other error is ErrLexTimeout.
func (l *Language) Highlight(text string) ([]driver.Piece, error) {
	l.highlightOnce.Do(func() { l.highlighter, l.highlightErr = newSplitter(l.chroma, nil, highlightTimeLimit) })
	if l.highlightErr != nil {
		return nil, l.highlightErr
	}
	pieces, _, err := l.highlighter.split(text, workFor(len(text)), time.Now().Add(highlightTimeLimit))
	if err != nil && err != errStopped {
		return nil, ErrLexTimeout
	}
	cut := make([]driver.Piece, len(pieces))
	for i, p := range pieces {
		cut[i] = driver.Piece{Type: p.typ, Start: p.start, End: p.end}
	}
	if err != nil {
		err = ErrDegraded
	}
	return cut, err
}
