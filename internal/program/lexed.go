package program

import (
	"errors"
	"slices"

	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/simhash"
)

// Lexed is what is needed of a file to compare it, once it is lexed. It depends
// on the file's bytes and its language alone, so it can be kept: see Encode.
type LexedFile struct {
	Symbols []lexer.Symbol // one for each token
	Wording []lexer.Symbol // the same, with those of names as they are written
	// Fingerprint is that of the file as a whole program; HasFingerprint is
	// false where it is too short.
	Fingerprint    simhash.Fingerprint
	HasFingerprint bool
	// Degraded tells that the file was read coarsely, and from where on; ""
	// where it was not.
	DegradedReason string
}

// identifier is the symbol of every name.
var identifier = lexer.SymbolOf(lexer.Identifier)

// Lex lexes a file. The error is that of lexer.Language.Lex, but
// lexer.ErrDegraded, which Lexed tells.
func Lex(content []byte, language *lexer.Language) (*LexedFile, error) {
	l := &LexedFile{}
	tokens, err := language.Lex(content)
	switch {
	case errors.Is(err, lexer.ErrDegraded):
		l.DegradedReason = err.Error()
	case err != nil:
		return nil, err
	}
	l.Symbols = lexer.Symbols(tokens)
	l.Wording = slices.Clone(l.Symbols)
	for i, token := range tokens {
		if token.Symbol == identifier {
			l.Wording[i] = language.NameSymbol(content[token.Start:token.End])
		}
	}
	l.Fingerprint, l.HasFingerprint = fingerprint(l.Symbols)
	return l, nil
}
