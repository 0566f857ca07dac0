package lexer

import (
	"bytes"
	"errors"
)

// The reasons why a source has no tokens. They are meant to be shown, with the
// submission, in the list of what was skipped.
var (
	ErrTooLarge = errors.New("source is too large to be compared (over 128 KiB)")
	ErrBinary   = errors.New("source is not text")
	ErrGaveUp   = errors.New("source took too long to be read; it may be built to slow programs like this down")
)

const (
	// MaxBytes is the largest source that Lex reads, in bytes after cleaning
	// (CR, NUL and repeated blank lines do not count). Most contests allow half
	// of it or less; the time of a few chroma rules grows with the square.
	MaxBytes = 128 << 10
	// MaxRawBytes is the largest source that Lex looks at, in bytes.
	MaxRawBytes = 512 << 10
)

// isBinary tells whether src is no text: a tenth NUL (UTF-16 looks so, too), or
// half control characters.
func isBinary(src []byte) bool {
	control := 0
	for _, b := range src {
		if b < ' ' && b != '\t' && b != '\n' && b != '\r' && b != '\f' {
			control++
		}
	}
	return 10*bytes.Count(src, []byte{0}) > len(src) || 2*control > len(src)
}
