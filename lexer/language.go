package lexer

import (
	"cmp"
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

	once     sync.Once
	tables   tables
	splitter *splitter
	err      error
}

// timeLimit bounds the time for one text. It is a last resort, far above the
// few milliseconds that an honest program takes.
const timeLimit = 30 * time.Second

// Lex returns the normalised tokens of src, in order; none when src has no
// code. Comments, white space and imports have no tokens. The error is
// ErrTooLarge, ErrBinary or ErrGaveUp, possibly wrapped. The tokens depend on
// nothing but src and Version; whether an input that is very slow to read
// gives ErrGaveUp depends on the machine, too.
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
	tokens, err := l.rawTokens(text)
	if err != nil {
		return nil, err
	}
	tokens = l.dropImports(tokens, text)
	tokens = l.normalise(tokens, text)
	out := make([]Token, len(tokens))
	for i, t := range tokens {
		start, end := source.span(t.start, t.end)
		out[i] = Token{symbolOf(t.text), t.text, start, end}
	}
	return out, nil
}

// prepare compiles the tables and chroma's rules, at the first use.
func (l *Language) prepare() {
	l.tables = l.syntax.tables()
	l.splitter, l.err = newSplitter(l.chroma, l.syntax.patches, l.timeLimit())
}

func (l *Language) timeLimit() time.Duration { return cmp.Or(l.limit, timeLimit) }

// rawTokens cuts and scans text.
func (l *Language) rawTokens(text string) ([]raw, error) {
	deadline := time.Now().Add(l.timeLimit())
	pieces, err := l.splitter.split(text, deadline)
	if err != nil {
		return nil, err
	}
	s := &scanner{language: l, text: text, newLine: true}
	if !l.syntax.macros {
		s.scan(pieces)
		return s.tokens, nil
	}
	if err := s.scanWithMacros(pieces, deadline); err != nil {
		return nil, err
	}
	return s.tokens, nil
}
