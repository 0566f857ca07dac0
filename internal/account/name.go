package account

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/secure/precis"
)

// MaxName is the most characters that the name of an account may have.
const MaxName = 64

// maxNameBytes is the most bytes that are looked at: what is longer cannot be a
// name, with whatever space around it.
const maxNameBytes = 1000

// ErrNameTaken is returned, wrapped, where an account of that name is there
// already.
var ErrNameTaken = errors.New("there is an account of this name already")

// InvalidError is an error that says what is wrong with a name or a password that
// somebody has chosen, in a sentence for them.
type InvalidError struct{ Message string }

func (e *InvalidError) Error() string { return e.Message }

// CleanName returns a name as it is kept: without space around it, in one
// spelling of Unicode, and without control or invisible characters, by the
// Nickname profile of PRECIS (RFC 8266). The error is an [*Invalid].
func CleanName(typed string) (string, error) {
	if len(typed) > maxNameBytes {
		return "", errNameTooLong()
	}
	if strings.TrimSpace(typed) == "" {
		return "", &InvalidError{"The name is empty."}
	}
	name, err := precis.Nickname.String(typed)
	if err != nil {
		return "", &InvalidError{"The name has a character in it that names cannot have, such as a control character."}
	}
	if utf8.RuneCountInString(name) > MaxName {
		return "", errNameTooLong()
	}
	return name, nil
}

func errNameTooLong() error {
	return &InvalidError{fmt.Sprintf("The name is longer than %d characters.", MaxName)}
}

// NameKey returns what two names have in common that are the same but for case
// and spelling in Unicode. No two accounts have the same key. A name that cannot
// be one has the key "".
func NameKey(name string) string {
	if len(name) > maxNameBytes {
		return ""
	}
	key, err := precis.Nickname.CompareKey(name)
	if err != nil {
		return ""
	}
	return key
}
