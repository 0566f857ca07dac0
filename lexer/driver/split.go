package driver

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/alecthomas/chroma/v2"
)

// Piece is a piece of a text; Start and End are offsets in bytes.
type Piece struct {
	Type       chroma.TokenType
	Start, End int
}

// ErrStopped means that Split stopped before the end of the text: the pieces cover only its start.
var ErrStopped = errors.New("driver: stopped")

// Split returns the contiguous pieces of a text. The text must be valid UTF-8 with LF line ends. Split does at most
// maxWork units of work, and returns the units left. An error wraps ErrStopped. Then the pieces end early, see Limits in the
// package documentation.
func (d *Driver) Split(text string, maxWork int) (pieces []Piece, workLeft int, err error) {
	s := splittings.Get().(*splitting)
	s.machine.work = maxWork
	s.offset, s.size, s.depth = 0, len(text), 0
	clear(s.unknown)
	s.runes = slices.Grow(s.runes[:0], len(text)+1)
	for _, c := range text {
		s.runes = append(s.runes, c)
	}
	s.isASCII = len(s.runes) == len(text)
	err = s.splitWhole(d, s.runes)
	pieces, workLeft = s.pieces, max(s.machine.work, 0)
	s.pieces = nil
	splittings.Put(s)
	return pieces, workLeft, err
}

var splittings = sync.Pool{New: func() any { return &splitting{unknown: map[string]bool{}} }}

type splitting struct {
	machine machine
	runes   []rune
	isASCII bool // each character is one byte
	pieces  []Piece
	offset  int             // where the next piece starts
	size    int             // of the text in bytes
	depth   int             // of nested lexers
	unknown map[string]bool // names in this text without a lexer
}

// The work of the loop itself, for each match and for each change of the state.
const (
	stepWork     = 8
	mutationWork = 32
)

const maxDepth = 64

// splitWhole cuts a text that is not part of another text. If the lexer needs a line end after the text,
// splitWhole adds one.
func (s *splitting) splitWhole(d *Driver, text []rune) error {
	end := len(text)
	if d.lexer.Config().EnsureNL && (end == 0 || text[end-1] != '\n') {
		text = append(text, '\n')
	}
	return s.split(d, text, end, "root")
}

// split cuts text[:end] as chroma's loop does, by the state's first rule that matches; a match may reach beyond
// end. If no rule matches, a character becomes a piece of the type Error, and a line end returns to the first
// state.
func (s *splitting) split(d *Driver, text []rune, end int, first string) error {
	if s.depth++; s.depth > maxDepth {
		return fmt.Errorf("%w: too many nested lexers", ErrStopped)
	}
	defer func() { s.depth-- }()
	lexer := chroma.LexerState{Lexer: d.lexer, Stack: []string{first}}
	current := d.states[first]
	pos, empty := 0, 0 // empty counts consecutive empty matches
	for pos < end && len(lexer.Stack) > 0 && s.offset < s.size {
		if current == nil {
			return fmt.Errorf("%w: unknown state", ErrStopped)
		}
		s.machine.work -= stepWork
		rule, to := s.match(current, text, pos)
		if s.machine.work < 0 {
			return fmt.Errorf("%w: too much work", ErrStopped)
		}
		if rule == nil {
			if text[pos] == '\n' && current.name != first {
				lexer.Stack = append(lexer.Stack[:0], first)
				current = d.states[first]
				continue
			}
			s.emit(chroma.Error, text[pos:pos+1])
			pos++
			continue
		}
		from := pos
		if pos = to; pos > from {
			empty = 0
		} else if empty++; empty > 4096+4*len(text) {
			return fmt.Errorf("%w: the rules make no progress", ErrStopped)
		}
		if rule.mutator != nil {
			s.machine.work -= mutationWork
			lexer.State = current.name
			if err := rule.mutate(&lexer); err != nil {
				return err
			}
			if n := len(lexer.Stack); n > 0 && lexer.Stack[n-1] != current.name {
				current = d.states[lexer.Stack[n-1]]
			}
		}
		if rule.emitter != nil {
			if err := s.emitMatch(d, rule.emitter, text, from, pos); err != nil {
				return err
			}
		}
	}
	if pos != len(text) && len(lexer.Stack) == 0 {
		s.emit(chroma.Error, text[pos:])
	}
	return nil
}

// match returns the first rule of a state that matches, and the end of the match.
func (s *splitting) match(current *state, text []rune, pos int) (*rule, int) {
	for _, rule := range current.at(text[pos]) {
		if end, ok := s.machine.match(rule.program, text, pos); ok {
			return rule, end
		}
	}
	return nil, 0
}

func (s *splitting) emitMatch(d *Driver, e *emitter, text []rune, from, to int) error {
	if e.kind != emitGroups && e.kind != emitNamed {
		return s.emitText(d, e, text[from:to])
	}
	if len(s.machine.groups)-1 != len(e.groups) {
		s.emit(chroma.Error, text[from:to])
		return nil
	}
	// The groups are copied, because a nested lexer overwrites those of the machine.
	var array [16]span
	groups := append(array[:0], s.machine.groups...)
	for i, g := range groups {
		if g.start < 0 {
			groups[i] = span{}
		}
	}
	var nested *Driver
	if e.kind == emitNamed {
		name := groups[e.nameGroup]
		var err error
		if nested, err = s.findNested(d.builder, string(text[name.start:name.end])); err != nil {
			return err
		}
	}
	for i, group := range e.groups {
		g := groups[i+1]
		var err error
		switch {
		case nested != nil && i+1 == e.codeGroup:
			err = s.splitWhole(nested, text[g.start:g.end:g.end])
		case group != nil:
			err = s.emitText(d, group, text[g.start:g.end])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// findNested returns the driver of the lexer that chroma finds by a name; nil if chroma finds none. A text that is no
// name or alias of a lexer costs work, because chroma tries it as a file name with the patterns of all lexers.
func (s *splitting) findNested(b *builder, name string) (*Driver, error) {
	if s.unknown[name] {
		return nil, nil
	}
	lexer := b.registry.Get(name)
	isName := func(known string) bool { return strings.EqualFold(known, name) }
	if lexer == nil || !isName(lexer.Config().Name) && !slices.ContainsFunc(lexer.Config().Aliases, isName) {
		if s.machine.work -= patternsWork; s.machine.work < 0 {
			return nil, fmt.Errorf("%w: too much work", ErrStopped)
		}
	}
	if lexer == nil {
		s.unknown[name] = true
		return nil, nil
	}
	return b.driverFor(lexer)
}

// patternsWork is the work of trying a name with all patterns, about 2 ms.
const patternsWork = 1 << 19

func (s *splitting) emitText(d *Driver, e *emitter, text []rune) error {
	switch e.kind {
	case emitToken:
		s.emit(e.typ, text)
		return nil
	case emitSelf:
		return s.split(d, text, len(text), e.name)
	case emitOther:
		nested, err := d.builder.driverFor(d.builder.registry.Get(e.name))
		if err != nil {
			return err
		}
		return s.split(nested, text, len(text), "root")
	}
	return fmt.Errorf("%w: %w", ErrStopped, ErrFunction)
}

// emit adds a piece as long as the text. As in chroma, the piece begins where the previous one ends,
// even if the text was elsewhere. As in chroma, text of the type Ignore has no piece.
func (s *splitting) emit(typ chroma.TokenType, text []rune) {
	if typ == chroma.Ignore {
		return
	}
	n := len(text)
	if !s.isASCII {
		n = 0
		for _, c := range text {
			n += utf8.RuneLen(c)
		}
	}
	if end := min(s.offset+n, s.size); end > s.offset {
		s.pieces = append(s.pieces, Piece{typ, s.offset, end})
		s.offset = end
	}
}
