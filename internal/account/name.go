package account

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/secure/precis"
)

// MaxName is the highest number of characters of an account's name.
const MaxName = 64

// maxNameBytes bounds the text of a name, with the space around it.
const maxNameBytes = 1000

var errNameTooLong = &InvalidError{fmt.Sprintf("The name is longer than %d characters.", MaxName)}

// ErrNameTaken is the error for a name that another account has.
var ErrNameTaken = errors.New("there is an account of this name already")

// InvalidError says what is wrong with a chosen name or password, in a sentence for the
// user.
type InvalidError struct{ Message string }

func (e *InvalidError) Error() string { return e.Message }

// CleanName returns the stored form of a name, by the Nickname profile of PRECIS (RFC
// 8266): without surrounding space, in one Unicode spelling, without control or
// invisible characters. The error is an [*InvalidError].
func CleanName(typed string) (string, error) {
	if len(typed) > maxNameBytes {
		return "", errNameTooLong
	}
	if strings.TrimSpace(typed) == "" {
		return "", &InvalidError{"The name is empty."}
	}
	name, err := precis.Nickname.String(typed)
	if err != nil {
		return "", &InvalidError{"The name has a character in it that names cannot have, such as a control character."}
	}
	if utf8.RuneCountInString(name) > MaxName {
		return "", errNameTooLong
	}
	return name, nil
}

// NameKey returns a key that is equal for names that differ only in case and Unicode
// spelling. No two accounts have the same key. The key of an invalid name is "".
func NameKey(name string) string {
	if len(name) <= maxNameBytes {
		if key, err := precis.Nickname.CompareKey(name); err == nil {
			return key
		}
	}
	return ""
}
