package evidence

import (
	"bytes"
	"unicode/utf8"

	"github.com/ojcheck/ojcheck/internal/text"
)

// appendVisible appends text as spans of one class in which nothing hides:
// control and other invisible characters, among them those that turn the
// direction of writing, become visible signs with the class "ctl", and a byte
// that is not UTF-8 becomes U+FFFD. A byte order mark is no sign at the start
// of a file, where notes tells of it.
func appendVisible(spans []Span, class string, words []byte, fileStart bool) []Span {
	if fileStart {
		words = bytes.TrimPrefix(words, []byte(byteOrderMark))
	}
	plain := make([]byte, 0, len(words))
	flush := func() {
		if len(plain) > 0 {
			spans = append(spans, Span{class, string(plain)})
			plain = plain[:0]
		}
	}
	for len(words) > 0 {
		r, size := utf8.DecodeRune(words)
		if sign := text.Sign(r); sign != "" {
			flush()
			spans = append(spans, Span{"ctl", sign})
		} else {
			plain = utf8.AppendRune(plain, r)
		}
		words = words[size:]
	}
	flush()
	return spans
}

const byteOrderMark = "\ufeff"

// notes tells what the lines of a file do not show.
func notes(text []byte) []string {
	var notes []string
	if bytes.HasPrefix(text, []byte(byteOrderMark)) {
		notes = append(notes, "byte order mark")
	}
	crlf := bytes.Count(text, []byte("\r\n"))
	if crlf > 0 {
		notes = append(notes, "CRLF line ends")
	}
	if bytes.Count(text, []byte("\r")) > crlf {
		notes = append(notes, "CR line ends")
	}
	if !utf8.Valid(text) {
		notes = append(notes, "not UTF-8")
	}
	if bytes.IndexByte(text, 0) >= 0 {
		notes = append(notes, "NUL bytes")
	}
	return notes
}
