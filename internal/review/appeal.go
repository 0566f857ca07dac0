package review

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ojcheck/ojcheck/internal/i18n"
)

// Appeal reopens a settled case. Reviews from before the appeal no longer count; other reviewers decide.
type Appeal struct {
	At      time.Time
	Grounds string // in the words of the jury; may be ""
}

func (a Appeal) Exists() bool { return !a.At.IsZero() }

// Follows reports whether the appeal came after a review.
func (a Appeal) Follows(r Review) bool { return a.Exists() && r.At.Before(a.At) }

// CheckText returns an error that wraps ErrRefused if a typed text has more than MaxNote bytes, or
// cannot be stored. name is what the error calls the text, such as "the note".
func CheckText(name i18n.Key, typed string) error {
	switch {
	case len(typed) > MaxNote:
		return Refuse("%s has %d bytes, and may have at most %d", i18n.Errorf(name), len(typed), MaxNote)
	case !utf8.ValidString(typed) || strings.ContainsRune(typed, 0):
		return Refuse("%s must be UTF-8 text without NUL", i18n.Errorf(name))
	}
	return nil
}
