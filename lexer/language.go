package lexer

import (
	"bytes"
	"cmp"
	"fmt"
	"sync"
	"time"
)

// Language is a language that submissions may be written in. Its methods are
// safe for concurrent use.
type Language struct {
	ID     string // short and stable: "cpp", "java"
	Name   string // for people: "C++"
	Family string // languages of one family are compared with each other: C and C++
	// Extensions are the file name extensions, each with its point, the usual
	// one first. Upper and lower case differ only for C: .C is C++.
	Extensions []string
	// Generic marks a language without tables of its own: its keywords and
	// types are what chroma takes for such, and its operators are guessed.
	Generic bool

	aliases []string // names beside ID, Name and the extensions, in lower case
	chroma  string   // name of the chroma lexer
	syntax  syntax
	limit   time.Duration // for one text; 0 is timeLimit
	work    int           // for one text; 0 is what workFor tells
	without []string      // rules that are left out

	streams    sync.Pool // of *stream
	once       sync.Once
	tables     tables
	steps      []rule // the rules that are applied
	splitter   *splitter
	enclosures func() []enclosure // for coarse reading
	err        error

	coloursOnce sync.Once
	colours     *splitter // with chroma's own rules alone
	coloursErr  error
}

// timeLimit bounds the time for one text where chroma applies the rules itself.
// It is a last resort, far above the few milliseconds that an honest program
// takes. Where package driver applies them, their work is counted instead.
const timeLimit = 30 * time.Second

// Lex returns the normalised tokens of src, in order; none when src has no
// code. Comments, white space and imports have no tokens. The error is
// ErrTooLarge, ErrBinary, ErrLexTimeout or ErrDegraded, possibly wrapped; with
// ErrDegraded the tokens are returned, too. The tokens depend on nothing but
// src and Version. ErrLexTimeout depends on the machine, too: it is for inputs that
// are very slow to read, in the four languages that chroma itself must read (see
// the package comment). Their work is not counted: instead of ErrDegraded for
// too much of it there is ErrLexTimeout, after 30 s, or after 200 ms for one token.
func (l *Language) Lex(src []byte) ([]Token, error) {
	if len(src) > MaxRawBytes {
		return nil, ErrTooLarge
	}
	if !IsText(src) {
		return nil, ErrBinary
	}
	source := clean(src)
	if len(source.text) > MaxBytes {
		return nil, ErrTooLarge
	}
	l.once.Do(l.prepare)
	if l.err != nil {
		return nil, l.err
	}
	text := string(source.text)
	s := l.stream(text)
	defer l.release(s)
	coarse, err := s.scan()
	if err != nil {
		return nil, err
	}
	for _, rule := range l.steps {
		rule.apply(s)
	}
	out := make([]Token, len(s.tokens))
	for i, t := range s.tokens {
		start, end := source.span(t.start, t.end)
		out[i] = Token{SymbolOf(t.text), t.text, start, end}
	}
	if coarse >= 0 {
		at := source.original(coarse)
		return out, fmt.Errorf("%w from line %d on", ErrDegraded, 1+bytes.Count(src[:at], []byte("\n")))
	}
	return out, nil
}

// prepare compiles the tables and chroma's rules, at the first use.
func (l *Language) prepare() {
	l.tables = l.syntax.tables()
	l.steps = l.applied()
	l.splitter, l.err = newSplitter(l.chroma, l.syntax.patches, l.timeLimit())
	l.enclosures = sync.OnceValue(l.findEnclosures)
}

// assign returns the operator of assignments.
func (l *Language) assign() string { return cmp.Or(l.syntax.assignment, "=") }

// endsWithLine tells whether a statement may end with its line.
func (l *Language) endsWithLine() bool { return l.tables.noise[";"] }

func (l *Language) timeLimit() time.Duration { return cmp.Or(l.limit, timeLimit) }

// scan cuts the text and reads its tokens. It returns the offset from which on
// the text was read coarsely, or -1.
func (s *stream) scan() (coarse int, err error) {
	l := s.language
	cutting := l.cutting(len(s.text))
	pieces, err := cutting.pieces(s.text, 0)
	if err != nil {
		return -1, err
	}
	scanner := &scanner{language: l, text: s.text, newLine: true, tokens: s.tokens}
	if l.syntax.directives {
		err = scanner.scanWithDirectives(pieces, cutting)
	} else {
		scanner.scan(pieces)
	}
	s.tokens = scanner.tokens
	s.most = len(s.tokens)
	return cutting.coarse, err
}
