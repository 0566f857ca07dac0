package lexer

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"

	"github.com/ojcheck/ojcheck/lexer/driver"
)

// kind is a coarse type of text. chroma's finer types differ between languages and are often wrong.
type kind uint8

const (
	code      kind = iota // also white space, and text that chroma could not read
	comment               // also hashbang lines
	directive             // of a preprocessor, an attribute, a compiler option
	literal               // string, character, regular expression, or a part of one
)

var kindTypes = [...]chroma.TokenType{
	code: chroma.Text, comment: chroma.Comment, directive: chroma.CommentPreproc, literal: chroma.LiteralString,
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

// The work that chroma's rules do for one source is counted and limited, so that tokens do not depend on the clock.
// Package driver defines the unit, which takes about 3 ns. Of 9,000 programs in 40 languages, half take less than 5
// units per byte, and none more than 75. Rules that take quadratic time exceed the limit from a few KB on.
const (
	baseWork    = 1 << 20
	workPerByte = 1 << 10
)

func workFor(size int) int { return baseWork + workPerByte*size }

// splitJob cuts one source into pieces and holds the work and time left for it. Only languages in which
// chroma applies the rules itself have a deadline: the driver looks at no clock.
type splitJob struct {
	language    *Language
	work        int
	deadline    time.Time
	coarseStart int   // offset from which text was read coarsely, or -1
	splices     []int // see cleanText
}

func (l *Language) newSplitJob(size int) *splitJob {
	return &splitJob{language: l, work: cmp.Or(l.work, workFor(size)), deadline: time.Now().Add(l.timeLimit()), coarseStart: -1}
}

// pieces cuts the text at an offset of the source. If its work is stopped, or in doubt, it goes on coarsely.
func (j *splitJob) pieces(text string, offset int) ([]driver.Piece, error) {
	pieces, workLeft, err := j.language.splitter.split(text, j.work, j.deadline)
	j.work = workLeft
	if n := j.doubtful(text, offset, pieces); n < len(pieces) {
		pieces, err = pieces[:n], errStopped
	}
	if err == nil {
		return pieces, nil
	}
	if err != errStopped {
		return nil, err
	}
	end := 0
	if n := len(pieces); n > 0 {
		end = pieces[n-1].End
	}
	if j.coarseStart < 0 || offset+end < j.coarseStart {
		j.coarseStart = offset + end
	}
	for _, p := range splitCoarsely(text[end:], j.language.enclosures()) {
		p.Start += end
		p.End += end
		pieces = append(pieces, p)
	}
	return pieces, nil
}

var (
	trigraph  = regexp.MustCompile(`\?\?[=/'()!<>-]`)
	rawString = regexp.MustCompile(`^(?:u8|[LuU])?R"`)
	// rawMacro finds definitions of macros that old compilers expand before a string.
	rawMacro = regexp.MustCompile(`define[ \t]+(?:u8|[LuU])?R\b`)
)

// doubtful returns the index of the first piece that compilers may read in another way, or the number of pieces. In C and C++, only
// some modes of compilers know trigraphs, and lines that were joined are apart in a raw string.
func (j *splitJob) doubtful(text string, offset int, pieces []driver.Piece) int {
	if !j.language.syntax.directives {
		return j.language.misread(text, pieces)
	}
	trigraphs := trigraph.FindAllStringIndex(text, -1)
	hasRawMacro := sync.OnceValue(func() bool { return rawMacro.MatchString(text) })
	for i, p := range pieces {
		kind := kindOf(p.Type)
		for ; len(trigraphs) > 0 && trigraphs[0][0] < p.End; trigraphs = trigraphs[1:] {
			// The trigraph of a backslash joins lines, also in a comment.
			end := trigraphs[0][1]
			isBackslash := text[end-1] == '/'
			joins := strings.HasPrefix(strings.TrimLeft(text[end:], " \t\v\f"), "\n")
			if kind == code || isBackslash && (kind != comment || joins) {
				return i
			}
		}
		if kind == literal && rawString.MatchString(text[p.Start:p.End]) {
			at, _ := slices.BinarySearch(j.splices, p.Start+offset+1)
			if at < len(j.splices) && j.splices[at] < p.End+offset || hasRawMacro() {
				return i
			}
		}
	}
	return len(pieces)
}

// splitter cuts text into pieces by the rules of a chroma lexer.
type splitter struct {
	driver     *driver.Driver
	chroma     chroma.Lexer  // used if there is no driver
	tokenLimit time.Duration // one token of chroma must take less time
	seeksEnds  bool          // see searchLimit
}

// searchLimit limits the product of brackets and bytes in a text of Raku. For each bracket within a quote,
// chroma's function for this language searches the whole rest of the text, without a time limit. A search
// takes about 1.4 ns per byte, so all searches take at most 0.4 s. A text of 64 KB may have 4,096 brackets,
// mathematical signs and backslashes together.
const searchLimit = 1 << 28

func takesLongSearches(text string) bool {
	n := 0
	for _, r := range text {
		if r == '\\' || unicode.In(r, unicode.Ps, unicode.Pe, unicode.Pi, unicode.Pf, unicode.Sm) {
			n++
		}
	}
	return n*len(text) > searchLimit
}

// tokenTimeLimit limits the time that chroma takes for one token. In some lexers, chroma stops a match after 250 ms,
// and continues as if the rule did not match. If every token took less than 200 ms, chroma stopped no match.
const tokenTimeLimit = 200 * time.Millisecond

// newSplitter prepares the chroma lexer of a name with patches. limit is chroma's match timeout.
func newSplitter(name string, patches patches, limit time.Duration) (*splitter, error) {
	lexer := lexers.Get(name)
	if lexer == nil {
		return nil, fmt.Errorf("chroma has no lexer %q", name)
	}
	s := &splitter{chroma: lexer, tokenLimit: tokenTimeLimit}
	rules, ok := lexer.(*chroma.RegexLexer)
	if !ok {
		return s, nil // a wrapper that gives no access to the rules
	}
	var err error
	s.driver, err = driver.New(rules, lexers.GlobalLexerRegistry, patches)
	if errors.Is(err, driver.ErrFunction) {
		s.chroma, err = driver.WithMatchTimeout(rules, lexers.GlobalLexerRegistry, patches, limit)
		s.seeksEnds = rules.Config().Name == "Raku"
	}
	// Any other error is returned. If chroma ran these rules instead, nobody would notice that they are slow
	// and depend on the clock.
	return s, err
}

// errStopped means that only the start of a text was cut: too much work, or no progress.
var errStopped = errors.New("stopped")

// split cuts text into contiguous pieces with at most the given work, and returns the work left. With
// errStopped the pieces end early; with any other error there are none.
func (s *splitter) split(text string, work int, deadline time.Time) (pieces []driver.Piece, workLeft int, err error) {
	if s.driver == nil {
		pieces, err = s.splitByChroma(text, deadline)
		return pieces, work, err
	}
	pieces, workLeft, err = s.driver.Split(text, work)
	if err != nil {
		err = errStopped
	}
	return pieces, workLeft, err
}

// splitByChroma lets chroma cut the text. It rejects the text if a token took too long, because the token may be wrong.
func (s *splitter) splitByChroma(text string, deadline time.Time) (pieces []driver.Piece, err error) {
	if s.seeksEnds && takesLongSearches(text) {
		return nil, errStopped
	}
	previous := time.Now()
	isLate := func(now time.Time) bool { return now.Sub(previous) >= s.tokenLimit || now.After(deadline) }
	// chroma panics if a rule pops more states than there are.
	defer func() {
		if r := recover(); r != nil {
			err = errStopped
			if isLate(time.Now()) {
				pieces, err = nil, ErrLexTimeout
			}
		}
	}()
	next, err := s.chroma.Tokenise(nil, text)
	if err != nil {
		return nil, err
	}
	offset := 0
	empty := 0            // consecutive empty tokens; a few per state are normal
	previous = time.Now() // compiling the rules does not count
	for {
		t := next()
		now := time.Now()
		if isLate(now) {
			return nil, ErrLexTimeout
		}
		if t == chroma.EOF || offset >= len(text) {
			return pieces, nil
		}
		previous = now
		end := min(offset+len(t.Value), len(text)) // chroma may have added a line end
		if end > offset {
			pieces = append(pieces, driver.Piece{Type: t.Type, Start: offset, End: end})
			empty = 0
		} else if empty++; empty > 4096+4*len(text) {
			return pieces, errStopped // rules match nothing and lead back to themselves
		}
		offset = end
	}
}
