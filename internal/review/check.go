package review

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// MaxNote is the length of the longest note in bytes.
const MaxNote = 20_000

// ErrRefused is wrapped by errors that say why something cannot be decided as
// it was asked for. They are meant for the user.
var ErrRefused = errors.New("not possible")

// Decided is what somebody decides of a case.
type NewReview struct {
	Key
	Review
}

// Check tells why d cannot stand.
func (d NewReview) Validate() error {
	switch {
	case d.First >= d.Second || d.First <= 0 || d.ContestID <= 0 || d.Problem == "":
		return fmt.Errorf("%w: no pair of participants was named", ErrRefused)
	case !slices.Contains(Decisions(), d.Decision):
		return fmt.Errorf("%w: %q is no decision", ErrRefused, d.Decision)
	case d.Reason != "" && !slices.Contains(Reasons(), d.Reason):
		return fmt.Errorf("%w: %q is no reason", ErrRefused, d.Reason)
	case len(d.Note) > MaxNote:
		return fmt.Errorf("%w: the note has %d bytes, and may have %d", ErrRefused, len(d.Note), MaxNote)
	case !utf8.ValidString(d.Note) || strings.ContainsRune(d.Note, 0):
		return fmt.Errorf("%w: the note is no text", ErrRefused)
	}
	return nil
}
