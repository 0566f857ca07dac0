package lexer

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
	"unicode/utf8"
)

// Language is a programming language. The methods are safe for concurrent use.
type Language struct {
	ID     string // short and stable: "cpp", "java"
	Name   string // for people: "C++"
	Family string // languages of one family are compared with each other: C and C++
	// Extensions begin with a dot, the usual one first. Case matters only for C: .C is C++.
	Extensions []string
	// Generic marks a language without tables of its own: chroma decides about keywords and types.
	Generic bool

	aliases []string // further names, in lower case
	chroma  string   // name of the chroma lexer; "" for Name
	syntax  syntax
	maxTime time.Duration // for one text; 0 means defaultMaxTime. Only tests set it and work
	work    int           // limit of work for one text; 0 means workFor
	omitted []string      // names of rules

	streams    sync.Pool // of *stream
	once       sync.Once
	tables     tables
	rules      []Rule // in the order of application
	splitter   *splitter
	enclosures func() []enclosure // for coarse reading
	err        error

	highlightOnce sync.Once
	highlighter   *splitter // with chroma's own rules only
	highlightErr  error
}

// The errors of Lex. Lists of skipped items show them as reasons.
var (
	// ErrTooLarge means that a source is larger than MaxRawBytes, or than MaxBytes after cleaning.
	ErrTooLarge = errors.New("source is too large to be compared (over 128 KiB)")
	// ErrBinary means that a source is not text, see IsText.
	ErrBinary = errors.New("source is not text")
	// ErrDegraded means that a part of a source was read coarsely, or that repeated tokens were left out. It
	// comes with the tokens, which depend only on the source. The error is a DegradedError.
	ErrDegraded = errors.New("source was not read in full")
	// ErrLexTimeout means that chroma took too long for a source. It may succeed on a faster machine.
	ErrLexTimeout = errors.New("source took too long to be read; it may be built to slow programs like this down")
)

// DegradedError is an ErrDegraded with its place.
type DegradedError struct {
	Line    int
	Repeats bool // repeated tokens were left out after the line; otherwise the source was read coarsely from the line on
}

func (e *DegradedError) Error() string {
	if e.Repeats {
		return fmt.Sprintf("%v: it repeats a few tokens thousands of times, and most of them were left out after line %d", ErrDegraded, e.Line)
	}
	return fmt.Sprintf("%v: it takes too much work or it is not certain what is code, and was read coarsely from line %d on", ErrDegraded, e.Line)
}

func (e *DegradedError) Unwrap() error { return ErrDegraded }

const (
	// MaxBytes is the size in bytes of the largest source that Lex reads, after cleaning. Most contests allow
	// half of this size or less. The time of a few chroma rules grows with the square of the size.
	MaxBytes = 128 << 10
	// MaxRawBytes is the size in bytes of the largest source that Lex cleans: it removes a byte order mark, NUL,
	// the CR of CRLF, and all but the first of several blank lines.
	MaxRawBytes = 512 << 10
)

// defaultMaxTime limits the time for one text in the four languages that chroma drives itself. An honest
// program takes a few milliseconds, 64 KB about 0.3 s.
const defaultMaxTime = 800 * time.Millisecond

// Lex returns the normalised tokens of src in order; none if src has no code. They depend only on src and
// [Version]. The error may wrap ErrTooLarge, ErrBinary, ErrLexTimeout or ErrDegraded. Only ErrDegraded comes
// with tokens.
//
// ErrLexTimeout depends on the machine too. It replaces ErrDegraded in the four languages that chroma drives
// itself, because their work cannot be counted. It comes after 0.8 s, or after 200 ms for one token.
func (l *Language) Lex(src []byte) ([]Token, error) {
	source, s, err := l.read(src)
	if err != nil {
		return nil, err
	}
	defer l.release(s)
	for _, rule := range l.rules {
		rule.apply(s)
		s.sweep()
	}
	out := make([]Token, len(s.tokens))
	uncalled := s.uncalled
	for i, t := range s.tokens {
		for len(uncalled) > 0 && uncalled[0].end <= t.start {
			uncalled = uncalled[1:]
		}
		start, end := source.span(s.sourceOffset(t.start), s.sourceOffset(t.end))
		out[i] = Token{
			Symbol: SymbolOf(t.text), Uncalled: len(uncalled) > 0 && uncalled[0].start <= t.start,
			Text: t.text, Start: min(start, end), End: max(start, end),
		}
		if t.text == Identifier {
			out[i].Name = nameSymbol(t.word)
		}
	}
	joinOverlaps(out)
	out, repeats := withoutRepeats(out)
	lineOf := func(at int) int { // lines end with LF, CRLF or CR
		before := src[:at]
		return 1 + bytes.Count(before, []byte("\n")) + bytes.Count(before, []byte("\r")) - bytes.Count(before, []byte("\r\n"))
	}
	switch {
	case s.coarse >= 0:
		return out, &DegradedError{Line: lineOf(source.original(s.coarse))}
	case repeats >= 0:
		return out, &DegradedError{Line: lineOf(out[repeats-1].Start), Repeats: true}
	}
	return out, nil
}

// read scans a source, without rules. The caller releases the stream.
func (l *Language) read(src []byte) (source *cleanText, s *stream, err error) {
	if len(src) > MaxRawBytes {
		return nil, nil, ErrTooLarge
	}
	if !IsText(src) {
		return nil, nil, ErrBinary
	}
	source = clean(src, &l.syntax)
	if len(source.text) > MaxBytes {
		return nil, nil, ErrTooLarge
	}
	l.once.Do(l.prepare)
	if l.err != nil {
		return nil, nil, l.err
	}
	s = l.newStream(string(source.text))
	s.splices = source.splices
	if err := s.scan(); err != nil {
		l.release(s)
		return nil, nil, err
	}
	return source, s, nil
}

// Function is a function of a source.
type Function struct {
	Name       string // as in the source; in lower case if the language ignores case
	Start, End int    // bytes [Start, End) of the source
	IsEntry    bool   // the program starts with it
}

// Functions returns the functions of a source, in order, without those inside other functions. It returns nil if the ends
// of functions are not certain, if it is not known how the language writes functions, or if Lex reads the source coarsely
// or not at all.
func (l *Language) Functions(src []byte) []Function {
	source, s, err := l.read(src)
	if err != nil {
		return nil
	}
	defer l.release(s)
	g, certain := s.findFunctions()
	if !certain {
		return nil
	}
	found := g.functions[1:] // the first stands for the code outside of functions
	slices.SortFunc(found, func(a, b function) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.to, a.to)) })
	var list []Function
	last := 0 // the end of the last function, a token
	for _, f := range found {
		if f.from >= last {
			start, end := source.span(g.code[f.from].start, g.code[f.to-1].end)
			list = append(list, Function{f.name, start, end, f.entry})
			last = f.to
		}
	}
	return list
}

// IsText reports whether a source is text. A source is binary in three cases: more than a tenth of its bytes
// are NUL, as in UTF-16; more than half are control characters; or it is not UTF-8 and more than a fiftieth
// are control characters. In packed data and pictures, a tenth of the bytes are control characters. Old
// encodings of text have nearly none.
func IsText(src []byte) bool {
	control := 0
	for _, b := range src {
		if b < ' ' && b != '\t' && b != '\n' && b != '\r' && b != '\f' && b != '\x1b' {
			control++
		}
	}
	nul := bytes.Count(src, []byte{0})
	return 10*nul <= len(src) && 2*control <= len(src) && (50*control <= len(src) || utf8.Valid(src))
}

// prepare compiles the tables and chroma's rules on first use.
func (l *Language) prepare() {
	l.tables = l.syntax.tables()
	l.rules = l.Rules()
	l.splitter, l.err = newSplitter(l.chroma, l.syntax.patches, l.timeLimit())
	l.enclosures = sync.OnceValue(l.findEnclosures)
}

func (l *Language) assignmentOperator() string { return cmp.Or(l.syntax.assignment, "=") }

// mayEndWithLine reports whether a statement may end with its line.
func (l *Language) mayEndWithLine() bool { return l.tables.optionalOperators[";"] }

func (l *Language) timeLimit() time.Duration { return cmp.Or(l.maxTime, defaultMaxTime) }

// scan cuts the text and reads its tokens.
func (s *stream) scan() error {
	s.job = s.language.newSplitJob(len(s.text))
	s.job.splices = s.splices
	pieces, err := s.job.pieces(s.text, 0)
	if err != nil {
		return err
	}
	scanner := &scanner{language: s.language, text: s.text, newLine: true, tokens: s.tokens}
	err = scanner.scan(pieces, s.job)
	s.tokens, s.branchDirectives, s.pragmas = scanner.tokens, scanner.branchDirectives, scanner.pragmas
	s.peak, s.coarse = len(s.tokens), s.job.coarseStart
	s.joinLines()
	return err
}
