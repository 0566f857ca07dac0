package lexer

import (
	"errors"
	"fmt"
	"time"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"

	"github.com/ojcheck/ojcheck/lexer/driver"
)

// kind is what a piece of text is, as far as chroma is believed: its finer
// types differ from language to language and are wrong too often.
type kind uint8

const (
	code      kind = iota // also white space, and what chroma could not read
	comment               // also hashbang lines
	directive             // of a preprocessor, an attribute, a compiler option
	literal               // string, character, regular expression, or a part of one
)

// piece is a piece of clean text, as chroma cut it.
type piece struct {
	kind       kind
	typ        chroma.TokenType
	start, end int
}

func kindOf(t chroma.TokenType) kind {
	switch {
	case t.InSubCategory(chroma.CommentPreproc):
		return directive
	case t.InCategory(chroma.Comment), t == chroma.LiteralStringDoc:
		return comment
	case t.InSubCategory(chroma.LiteralString):
		return literal
	}
	return code
}

// splitter cuts text into pieces by the rules of a chroma lexer.
type splitter struct {
	driver *driver.Driver
	stock  chroma.Lexer  // where there is no driver for the lexer
	most   time.Duration // for one token of stock, which must take less
}

// mostForToken bounds the time that chroma may take for one token. It stops a
// match after 250 ms and goes on as if there were none, in wrapped lexers and
// in those that a lexer calls. Which matches it stopped cannot be seen: a text
// whose tokens all took less had none.
const mostForToken = 200 * time.Millisecond

// newSplitter prepares the chroma lexer of the given name. Patches are rules
// tried before those of the state they are keyed by, where chroma's are wrong.
// Where chroma drives the lexer itself, no match of its own rules is stopped
// before the limit.
func newSplitter(name string, patches map[string][]chroma.Rule, limit time.Duration) (*splitter, error) {
	lexer := lexers.Get(name)
	if lexer == nil {
		return nil, fmt.Errorf("chroma has no lexer %q", name)
	}
	rules, ok := lexer.(*chroma.RegexLexer)
	if !ok {
		return &splitter{stock: lexer, most: mostForToken}, nil // a wrapper, whose rules are out of reach
	}
	d, err := driver.New(rules, lexers.GlobalLexerRegistry, patches)
	if err == nil {
		return &splitter{driver: d}, nil
	}
	if !errors.Is(err, driver.ErrFunction) {
		return nil, err // chroma would be slow, and bound to the clock, in silence
	}
	stock, err := driver.WithMatchTimeout(rules, lexers.GlobalLexerRegistry, patches, limit)
	if err != nil {
		return nil, err
	}
	return &splitter{stock: stock, most: mostForToken}, nil
}

// errStopped is why only the beginning of a text has been cut: its rules would
// do too much work, or do not get on.
var errStopped = errors.New("stopped")

// split cuts text into pieces that follow one another without gaps, with at
// most the given work, and returns what is left of that. With errStopped the
// pieces end early. It fails with ErrLexTimeout, and without pieces, when the
// deadline has passed, or chroma may have stopped a match by its own clock.
func (s *splitter) split(text string, work int, deadline time.Time) (pieces []piece, left int, err error) {
	if s.driver == nil {
		pieces, err = s.splitStock(text, deadline)
		return pieces, work, err
	}
	cut, left, err := s.driver.Split(nil, text, work)
	pieces = make([]piece, len(cut))
	for i, p := range cut {
		pieces[i] = piece{kindOf(p.Type), p.Type, p.Start, p.End}
	}
	if err != nil {
		return pieces, left, errStopped
	}
	return pieces, left, nil
}

// splitStock has chroma do the work itself. A token for which it takes too long
// may be wrong, and is not used.
func (s *splitter) splitStock(text string, deadline time.Time) (pieces []piece, err error) {
	before := time.Now()
	late := func(now time.Time) bool { return now.Sub(before) >= s.most || now.After(deadline) }
	// A rule that pops more states than there are makes chroma panic.
	defer func() {
		if r := recover(); r != nil {
			err = errStopped
			if late(time.Now()) {
				pieces, err = nil, ErrLexTimeout
			}
		}
	}()
	next, err := s.stock.Tokenise(nil, text)
	if err != nil {
		return nil, err
	}
	offset := 0
	empty := 0          // tokens in a row; a few for each state that is left are usual
	before = time.Now() // the rules are compiled
	for {
		t := next()
		now := time.Now()
		if late(now) {
			return nil, ErrLexTimeout
		}
		if t == chroma.EOF || offset >= len(text) {
			return pieces, nil
		}
		before = now
		end := min(offset+len(t.Value), len(text)) // chroma may have added a line end
		if end > offset {
			pieces = append(pieces, piece{kindOf(t.Type), t.Type, offset, end})
			empty = 0
		} else if empty++; empty > 4096+4*len(text) {
			return pieces, errStopped // some rules match nothing and lead back to themselves
		}
		offset = end
	}
}
