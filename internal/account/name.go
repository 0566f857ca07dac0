package account

import (
	"errors"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/secure/precis"

	"github.com/ojcheck/ojcheck/internal/i18n"
)

// MaxName is the maximum length of an account's name, in characters.
const MaxName = 64

// maxNameBytes is the maximum length of a typed name in bytes, including surrounding space.
const maxNameBytes = 1000

var errNameTooLong = NewInvalidError("The name is longer than %d characters.", MaxName)

// ErrNameTaken means that another account has the name.
var ErrNameTaken = errors.New("an account with this name already exists")

// InvalidError says in a sentence for the user what is wrong with a chosen name or password.
type InvalidError struct{ reason error }

// NewInvalidError returns an InvalidError with a sentence that can be translated.
func NewInvalidError(sentence i18n.Key, args ...any) *InvalidError {
	return &InvalidError{i18n.Errorf(sentence, args...)}
}

func (e *InvalidError) Error() string { return e.reason.Error() }

// Unwrap returns the sentence, for [i18n.Printer.Err].
func (e *InvalidError) Unwrap() error { return e.reason }

// CleanName returns the stored form of a name: in one Unicode normal form, without invisible characters.
// It follows the Nickname profile of PRECIS (RFC 8266). The error is an [*InvalidError].
func CleanName(typed string) (string, error) {
	if len(typed) > maxNameBytes {
		return "", errNameTooLong
	}
	if strings.TrimSpace(typed) == "" {
		return "", NewInvalidError("The name is empty.")
	}
	name, err := precis.Nickname.String(typed)
	if err != nil {
		return "", NewInvalidError("The name contains a character that is not allowed, such as a control character.")
	}
	if utf8.RuneCountInString(name) > MaxName {
		return "", errNameTooLong
	}
	return name, nil
}

// NameKey returns a key that is equal for names that differ only in case and in their Unicode form; "" if invalid.
func NameKey(name string) string {
	if len(name) <= maxNameBytes {
		if key, err := precis.Nickname.CompareKey(name); err == nil {
			return key
		}
	}
	return ""
}
