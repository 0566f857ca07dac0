package program

import (
	"errors"
	"fmt"

	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/lexer"
)

// lexErrors has messages that can be translated for errors of package lexer, which has only English messages.
var lexErrors = map[error]error{
	lexer.ErrTooLarge:   i18n.Errorf("source is too large to be compared (over 128 KiB)"),
	lexer.ErrBinary:     i18n.Errorf("source is not text"),
	lexer.ErrLexTimeout: i18n.Errorf("source took too long to be read; it may be built to slow programs like this down"),
}

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
	line := ""
	if n, _ := fmt.Sscanf(err.Error(), lexer.ErrDegraded.Error()+" from line %s on", &line); n == 1 {
		return lexError{i18n.Errorf("source takes too much work to be read: it was read coarsely from line %s on", line), err}
	}
	return err
}
