package review

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ojcheck/ojcheck/internal/i18n"
)

// Appeal reopens a settled case. Earlier reviews no longer count; other reviewers decide.
type Appeal struct {
	At      time.Time
	Grounds string // in the words of the jury; may be ""
}

func (a Appeal) Exists() bool { return !a.At.IsZero() }

// Follows reports whether the appeal came after a review.
func (a Appeal) Follows(r Review) bool { return a.Exists() && r.At.Before(a.At) }

// CheckText returns an error that wraps ErrRefused if a text that somebody typed has more than
// MaxNote bytes, or cannot be stored. what is the name of the text, such as "the note".
func CheckText(what i18n.Key, typed string) error {
	switch {
	case len(typed) > MaxNote:
		return Refuse("%s has %d bytes, and may have at most %d", i18n.Errorf(what), len(typed), MaxNote)
	case !utf8.ValidString(typed) || strings.ContainsRune(typed, 0):
		return Refuse("%s must be UTF-8 text without NUL", i18n.Errorf(what))
	}
	return nil
}
