package program

import (
	"errors"
	"slices"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/lexer"
)

// BaseCode is code that all may use, such as a template or a library that the organisers gave out.
type BaseCode struct {
	TimedOut      bool                       // the lexer timed out on a file; it may succeed when the file is read again
	shingleLength int                        // tokens of a shingle
	shingles      map[string]map[uint64]bool // by family of languages
}

// ReadBase reads base code. It returns the files that it skipped, with the reasons: no known language,
// too short, or not lexed. A file that was lexed coarsely (lexer.ErrDegraded) is used as base code, and is in
// the list too. forced, if not nil, is the language of all files.
func ReadBase(files []contest.File, forced *lexer.Language, shingleLength int) (*BaseCode, []contest.SkippedItem) {
	base := &BaseCode{shingleLength: shingleLength, shingles: make(map[string]map[uint64]bool)}
	var skipped []contest.SkippedItem
	skip := func(file contest.File, reason i18n.Key, args ...any) {
		skipped = append(skipped, contest.SkippedItem{Path: file.Path, Reason: i18n.Textf(reason, args...)})
	}
	for _, file := range files {
		language, ok := forced, forced != nil
		if !ok {
			language, ok = lexer.ByPath(file.Path)
		}
		if !ok {
			skip(file, "base code in no known language: choose a language for all files to use it")
			continue
		}
		tokens, err := language.Lex(file.Content)
		if err != nil {
			skip(file, "base code: %s", LexError(err))
			base.TimedOut = base.TimedOut || errors.Is(err, lexer.ErrLexTimeout)
		}
		if err != nil && !errors.Is(err, lexer.ErrDegraded) {
			continue
		}
		if len(tokens) < shingleLength {
			skip(file, "base code too short to be found: %d tokens; it needs %s", len(tokens), strconv.Itoa(shingleLength))
			continue
		}
		if base.shingles[language.Family] == nil {
			base.shingles[language.Family] = make(map[uint64]bool)
		}
		for _, shingle := range lexer.Shingles(tokens, shingleLength) {
			base.shingles[language.Family][shingle] = true
		}
	}
	return base, skipped
}

// Mark excludes the tokens that are in a shingle of base code. Call it before SetTemplate: the later exclusion
// of a token wins.
func (b *BaseCode) Mark(p *Program) {
	if len(p.Files) == 0 {
		return
	}
	b.eachShingle(p.Files[0].Language.Family, lexer.Symbols(p.Tokens), func(first int) {
		p.exclude(first, b.shingleLength, ExcludedBase)
	})
}

// Cut replaces tokens in a shingle of base code by lexer.Barrier, which matches nothing.
func (b *BaseCode) Cut(s *Sequence) {
	var symbols, wording []lexer.Symbol // copies: other programs may share the slices of s
	b.eachShingle(s.Family, s.Symbols, func(first int) {
		if symbols == nil {
			symbols, wording = slices.Clone(s.Symbols), slices.Clone(s.Wording)
		}
		clear(symbols[first : first+b.shingleLength])
		clear(wording[first : first+b.shingleLength])
	})
	if symbols != nil {
		s.Symbols, s.Wording = symbols, wording
	}
}

// eachShingle calls report with the index of the first token of each shingle of base code.
func (b *BaseCode) eachShingle(family string, symbols []lexer.Symbol, report func(first int)) {
	base := b.shingles[family]
	if len(base) == 0 {
		return
	}
	for i, shingle := range lexer.ShinglesOf(symbols, b.shingleLength) {
		if shingle != 0 && base[shingle] {
			report(i)
		}
	}
}
