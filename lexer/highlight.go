package lexer

import (
	"time"

	"github.com/ojcheck/ojcheck/lexer/driver"
)

// highlightTimeLimit limits the time for one text in the four languages that chroma drives itself.
const highlightTimeLimit = 3 * time.Second

// Highlight cuts a source for display, by chroma's own rules and types. Start and End of a piece are offsets in
// src, in bytes. With ErrDegraded, the pieces end early, because more of them would take too much work.
// ErrLexTimeout comes without pieces.
func (l *Language) Highlight(src []byte) ([]driver.Piece, error) {
	l.highlightOnce.Do(func() { l.highlighter, l.highlightErr = newSplitter(l.chroma, nil, highlightTimeLimit) })
	if l.highlightErr != nil {
		return nil, l.highlightErr
	}
	source := clean(src, &l.syntax)
	pieces, _, err := l.highlighter.split(string(source.text), workFor(len(source.text)), time.Now().Add(highlightTimeLimit))
	if err != nil && err != errStopped {
		return nil, err
	}
	for i := range pieces {
		p := &pieces[i]
		p.Start, p.End = source.span(p.Start, p.End)
	}
	if err != nil {
		err = ErrDegraded
	}
	return pieces, err
}
