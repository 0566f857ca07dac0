package postgres

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// maxName is the most bytes that the name of a contest, a problem or a
// participant may have, because names are indexed.
const maxName = 1000

// checkText tells why s cannot be stored as text: PostgreSQL takes valid UTF-8
// without NUL.
func checkText(what, s string) error {
	switch {
	case !utf8.ValidString(s):
		return fmt.Errorf("%s %q is not valid UTF-8", what, s)
	case strings.ContainsRune(s, 0):
		return fmt.Errorf("%s %q contains a NUL", what, s)
	}
	return nil
}

// checkName tells why s cannot be the name of something.
func checkName(what, s string) error {
	if s == "" {
		return fmt.Errorf("%s has no name", what)
	}
	if len(s) > maxName {
		return fmt.Errorf("%s name %.40q... has %d bytes, at most %d are possible", what, s, len(s), maxName)
	}
	return checkText(what, s)
}

// checkPath tells why s cannot be the path of a file.
func checkPath(s string) error {
	if s == "" {
		return errors.New("a file has no path")
	}
	return checkText("path", s)
}
