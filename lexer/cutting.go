package lexer

import (
	"cmp"
	"time"
)

// The work that chroma's rules may do for one source is counted, so that its
// tokens do not depend on the clock; package driver tells what a unit is. It
// takes some 3 ns, so that the largest source is stopped after half a second. Of
// 9,000 programs in 40 languages half take less than 5 units a byte and none
// more than 75; what grows with the square of the length is above the bound
// from a few KB on.
//
// The wall limit is for the few languages whose rules chroma applies itself,
// where no work can be counted. The driver needs none, and looks at no clock:
// a file is not lost because a machine slept or was busy.
const (
	baseWork    = 1 << 20
	workPerByte = 1 << 10
)

func workFor(size int) int { return baseWork + workPerByte*size }

// cutting is the cutting of one source, and what may still be spent on it.
type cutting struct {
	language *Language
	work     int
	deadline time.Time // of what chroma does itself
	coarse   int       // offset from which on text was read coarsely, or -1
}

func (l *Language) cutting(size int) *cutting {
	return &cutting{l, cmp.Or(l.work, workFor(size)), time.Now().Add(l.timeLimit()), -1}
}

// pieces cuts a text, which stands at an offset of the source: all of it, or
// the body of a macro. It fails with ErrLexTimeout.
func (c *cutting) pieces(text string, offset int) ([]piece, error) {
	pieces, left, err := c.language.splitter.split(text, c.work, c.deadline)
	c.work = left
	if err != nil && err != errStopped {
		return nil, ErrLexTimeout
	}
	if err == nil {
		return pieces, nil
	}
	from := 0
	if n := len(pieces); n > 0 {
		from = pieces[n-1].end
	}
	if c.coarse < 0 || offset+from < c.coarse {
		c.coarse = offset + from
	}
	for _, p := range coarse(text[from:], c.language.enclosures()) {
		p.start += from
		p.end += from
		pieces = append(pieces, p)
	}
	return pieces, nil
}
