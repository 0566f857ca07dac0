package program

import (
	"errors"
	"fmt"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
)

// BaseCode is code that was handed out or is allowed for all: templates, the
// testers' solutions, published libraries. It is known by its shingles, kept
// for each family of languages.
type BaseCode struct {
	// TimedOut tells that the lexer gave up on a file, which it may read another
	// time.
	TimedOut bool
	length   int // tokens of a shingle
	families map[string]map[uint64]struct{}
}

// ReadBase reads base code. Files that cannot be lexed, or are in no known
// language, are returned as skipped; so are those that are lexed coarsely, and
// count all the same. forced, if not nil, is the language of all files.
func ReadBase(files []contest.File, forced *lexer.Language, shingleLength int) (*BaseCode, []contest.SkippedItem) {
	base := &BaseCode{length: shingleLength, families: make(map[string]map[uint64]struct{})}
	var skipped []contest.SkippedItem
	for _, file := range files {
		language, ok := forced, forced != nil
		if !ok {
			language, ok = lexer.ByPath(file.Path)
		}
		if !ok {
			skipped = append(skipped, contest.SkippedItem{Path: file.Path, Reason: "base code in no known language: it is read when a language is chosen for all files"})
			continue
		}
		tokens, err := language.Lex(file.Content)
		if err != nil {
			skipped = append(skipped, contest.SkippedItem{Path: file.Path, Reason: "base code: " + err.Error()})
			base.TimedOut = base.TimedOut || errors.Is(err, lexer.ErrLexTimeout)
		}
		if err != nil && !errors.Is(err, lexer.ErrDegraded) {
			continue
		}
		if len(tokens) < shingleLength {
			skipped = append(skipped, contest.SkippedItem{Path: file.Path, Reason: fmt.Sprintf("base code too short to be found: %d tokens; it needs %d", len(tokens), shingleLength)})
			continue
		}
		known := base.families[language.Family]
		if known == nil {
			known = make(map[uint64]struct{})
			base.families[language.Family] = known
		}
		for _, shingle := range lexer.Shingles(tokens, shingleLength) {
			known[shingle] = struct{}{}
		}
	}
	return base, skipped
}

// Mark sets aside the tokens of a program, as it was read, that lie in a
// shingle of base code.
func (b *BaseCode) Mark(p *Program) {
	if len(p.Files) == 0 {
		return
	}
	b.find(p.Files[0].Language.Family, lexer.Symbols(p.Tokens), func(first int) {
		p.setAside(first, b.length, ExcludedBase)
	})
}

// Cut puts barriers in place of the tokens of a program that lie in a shingle
// of base code.
func (b *BaseCode) Cut(s *Sequence) {
	b.find(s.Family, s.Symbols, func(first int) {
		clear(s.Symbols[first : first+b.length])
		clear(s.Wording[first : first+b.length])
	})
}

// find calls found with the first token of each shingle of base code.
func (b *BaseCode) find(family string, symbols []lexer.Symbol, found func(first int)) {
	known := b.families[family]
	if len(known) == 0 {
		return
	}
	for i, shingle := range lexer.ShinglesOf(symbols, b.length) {
		if _, ok := known[shingle]; ok && shingle != 0 {
			found(i)
		}
	}
}
