package program

import (
	"cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/simhash"
)

// Sequence is a Program without its text: enough to compare it, not to show it.
type Sequence struct {
	Family  string         // of languages
	Files   int            // lexed files
	Symbols []lexer.Symbol // one for each token; a lexer.Barrier separates files
	Wording []lexer.Symbol // the same with names as they are written
	// Fingerprint is the fingerprint of the whole program, see the function Fingerprint.
	Fingerprint    simhash.Fingerprint
	HasFingerprint bool
	Skipped        []contest.SkippedItem // as in Program
}

// ReadSequence reads the files of a submission like Read. It calls lex with the index and
// language of each file; the result then belongs to the Sequence.
func ReadSequence(files []contest.File, language *lexer.Language, forced bool,
	lex func(file int, language *lexer.Language) (*LexedFile, error)) (*Sequence, error) {
	s := &Sequence{Family: language.Family}
	var first error
	for i, file := range files {
		lexed, err := lex(i, languageOf(file.Path, language, forced))
		if err != nil {
			first = cmp.Or(first, err)
			s.Skipped = append(s.Skipped, contest.SkippedItem{Path: file.Path, Reason: err.Error()})
			continue
		}
		if lexed.DegradedReason != "" {
			s.Skipped = append(s.Skipped, degradedItem(file.Path, lexed.DegradedReason))
		}
		s.add(lexed)
	}
	if s.Files == 0 && first != nil {
		return nil, first
	}
	if s.Files > 1 {
		s.Fingerprint, s.HasFingerprint = fingerprint(s.Symbols)
	}
	return s, nil
}

func (s *Sequence) add(l *LexedFile) {
	if s.Files++; s.Files == 1 {
		s.Symbols, s.Wording = l.Symbols, l.Wording
		s.Fingerprint, s.HasFingerprint = l.Fingerprint, l.HasFingerprint
		return
	}
	s.Symbols = append(append(s.Symbols, lexer.Barrier), l.Symbols...)
	s.Wording = append(append(s.Wording, lexer.Barrier), l.Wording...)
}

// Sample returns the sample of the program's shingles, see the function Sample. It includes
// base code until BaseCode.Cut removes it.
func (s *Sequence) Sample() []uint32 { return sample(s.Symbols) }

// Code returns the code to compare, in shingles of shingleLength tokens. Symbols then
// belongs to it.
func (s *Sequence) Code(shingleLength int) *Code {
	c := &Code{
		Symbols:  s.Symbols,
		Shingles: lexer.ShinglesOf(s.Symbols, shingleLength),
		Wording:  lexer.ShinglesOf(s.Wording, WordingLength),
		length:   shingleLength,
	}
	c.SetTemplate(nil)
	return c
}
