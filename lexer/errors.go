package lexer

import (
	"bytes"
	"errors"
	"unicode/utf8"
)

// The reasons why a source has no tokens, or not those that it should have.
// They are meant to be shown, with the submission, in the list of what was
// skipped.
var (
	ErrTooLarge = errors.New("source is too large to be compared (over 128 KiB)")
	ErrBinary   = errors.New("source is not text")
	// ErrDegraded comes with tokens, which depend on nothing but the source.
	ErrDegraded   = errors.New("source takes too much work to be read: it was read coarsely")
	ErrLexTimeout = errors.New("source took too long to be read; it may be built to slow programs like this down")
)

const (
	// MaxBytes is the largest source that Lex reads, in bytes after cleaning
	// (CR, NUL and repeated blank lines do not count). Most contests allow half
	// of it or less; the time of a few chroma rules grows with the square.
	MaxBytes = 128 << 10
	// MaxRawBytes is the largest source that Lex looks at, in bytes.
	MaxRawBytes = 512 << 10
)

// IsText tells whether a source is text at all. It is not with a tenth of it
// NUL (UTF-16 looks so, too) or half of it control characters, nor with a
// fiftieth of it control characters where it is not UTF-8 either: packed data
// and pictures have a tenth. Text in an old encoding has next to none.
func IsText(src []byte) bool {
	control := 0
	for _, b := range src {
		if b < ' ' && b != '\t' && b != '\n' && b != '\r' && b != '\f' && b != '\x1b' {
			control++
		}
	}
	nul := bytes.Count(src, []byte{0})
	return 10*nul <= len(src) && 2*control <= len(src) && (50*control <= len(src) || utf8.Valid(src))
}
