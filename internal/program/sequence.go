package program

import (
	"cmp"
	"context"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/simhash"
)

// Sequence is a Program without its text: enough to compare, not to show.
type Sequence struct {
	Family  string         // of languages
	Files   []Run          // the tokens of each lexed file
	Symbols []lexer.Symbol // one for each token; a lexer.Barrier separates files
	Wording []lexer.Symbol // the same tokens, with names as they are in the source
	// Uncalled is the code that cannot run, in order; nil for several files, which may call each other.
	Uncalled []Run
	// Fingerprint is the fingerprint of the whole program, see the function Fingerprint.
	Fingerprint    simhash.Fingerprint
	HasFingerprint bool
	Skipped        []contest.SkippedItem // as in Program
}

// ReadSequence reads the files of a submission like Read, but calls lex with the index and the language of
// each file. forced means that the user chose the language for all files. The Sequence keeps the slices that
// lex returns, and does not change them.
func ReadSequence(ctx context.Context, files []contest.File, language *lexer.Language, forced bool,
	lex func(file int, language *lexer.Language) (*LexedFile, error)) (*Sequence, error) {
	s := &Sequence{Family: language.Family}
	var firstErr error
	for i, file := range files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		fileLanguage := language
		if l, ok := lexer.ByPath(file.Path); ok && !forced && l.Family == language.Family && l.ID != language.ID {
			fileLanguage = l
		}
		lexed, err := lex(i, fileLanguage)
		if err != nil {
			firstErr = cmp.Or(firstErr, err)
			s.Skipped = append(s.Skipped, contest.SkippedItem{Path: file.Path, Reason: i18n.TextOf(LexError(err))})
			continue
		}
		if lexed.Degraded != nil {
			reason := i18n.TextOf(LexError(lexed.Degraded))
			s.Skipped = append(s.Skipped, contest.SkippedItem{Path: file.Path, Reason: i18n.Textf("%s, and is still compared", reason)})
		}
		s.add(lexed)
	}
	if len(s.Files) == 0 && firstErr != nil {
		return nil, LexError(firstErr)
	}
	if len(s.Files) > 1 {
		s.Fingerprint, s.HasFingerprint = Fingerprint(s.Symbols)
	}
	return s, nil
}

func (s *Sequence) add(l *LexedFile) {
	if len(s.Files) == 0 {
		s.Files = []Run{{0, len(l.Symbols)}}
		s.Symbols, s.Wording, s.Uncalled = slices.Clip(l.Symbols), slices.Clip(l.Wording), l.Uncalled
		s.Fingerprint, s.HasFingerprint = l.Fingerprint, l.HasFingerprint
		return
	}
	s.Uncalled = nil
	s.Files = append(s.Files, Run{len(s.Symbols) + 1, len(l.Symbols)})
	s.Symbols = append(append(s.Symbols, lexer.Barrier), l.Symbols...)
	s.Wording = append(append(s.Wording, lexer.Barrier), l.Wording...)
}

// Code returns the code to compare, in shingles of shingleLength tokens. It shares the memory of Symbols and Wording.
func (s *Sequence) Code(shingleLength int) *Code {
	c := &Code{Symbols: s.Symbols, wording: s.Wording, shingleLength: shingleLength, uncalled: s.Uncalled, files: s.Files}
	for _, v := range lexer.Variables(s.calledSymbols(), s.Wording) {
		c.Variables, c.spans = append(c.Variables, v.Hash), append(c.spans, span{int32(v.First), int32(v.Last)})
	}
	c.SetTemplate(nil)
	return c
}

// calledSymbols returns Symbols with a lexer.Barrier, which is 0, for each token of code that cannot run.
func (s *Sequence) calledSymbols() []lexer.Symbol {
	if len(s.Uncalled) == 0 {
		return s.Symbols
	}
	called := slices.Clone(s.Symbols)
	for _, run := range s.Uncalled {
		clear(called[run.First : run.First+run.Tokens])
	}
	return called
}
