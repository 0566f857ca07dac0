package program

import (
	"errors"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/lexer"
)

// Package lexer has only English messages. lexErrors and degradedReasons repeat its messages, for translation;
// TestLexErrorIsTranslated keeps them equal.
var (
	lexErrors = map[error]error{
		lexer.ErrTooLarge:   i18n.Errorf("source is too large to be compared (over 128 KiB)"),
		lexer.ErrBinary:     i18n.Errorf("source is not text"),
		lexer.ErrLexTimeout: i18n.Errorf("source took too long to be read; it may be built to slow programs like this down"),
	}
	// degradedReasons are the messages of lexer.DegradedError by its field Repeats, with %s for the number of a line.
	degradedReasons = map[bool]i18n.Key{
		false: "source was not read in full: it takes too much work or it is not certain what is code, and was read coarsely from line %s on",
		true:  "source was not read in full: it repeats a few tokens thousands of times, and most of them were left out after line %s",
	}
)

// lexError is an error of package lexer with a message that can be translated.
type lexError struct{ message, err error }

func (e lexError) Error() string   { return e.message.Error() }
func (e lexError) Unwrap() []error { return []error{e.message, e.err} }

// LexError gives an error of package lexer a message that can be translated. It returns other errors as they are.
func LexError(err error) error {
	for known, message := range lexErrors {
		if errors.Is(err, known) {
			return lexError{message, err}
		}
	}
	if degraded, ok := errors.AsType[*lexer.DegradedError](err); ok {
		return lexError{i18n.Errorf(degradedReasons[degraded.Repeats], strconv.Itoa(degraded.Line)), err}
	}
	return err
}
