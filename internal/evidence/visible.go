package evidence

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// appendVisible appends text as spans of one class in which nothing hides:
// control and other invisible characters, among them those that turn the
// direction of writing, become visible signs with the class "ctl", and a byte
// that is not UTF-8 becomes U+FFFD. A byte order mark is no sign at the start
// of a file, where notes tells of it.
func appendVisible(spans []Span, class string, text []byte, fileStart bool) []Span {
	if fileStart {
		text = bytes.TrimPrefix(text, []byte(byteOrderMark))
	}
	plain := make([]byte, 0, len(text))
	flush := func() {
		if len(plain) > 0 {
			spans = append(spans, Span{class, string(plain)})
			plain = plain[:0]
		}
	}
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		if sign := signFor(r); sign != "" {
			flush()
			spans = append(spans, Span{"ctl", sign})
		} else {
			plain = utf8.AppendRune(plain, r)
		}
		text = text[size:]
	}
	flush()
	return spans
}

const byteOrderMark = "\ufeff"

// signFor returns what to show in place of an invisible character, "" for one
// that can be shown as it is.
func signFor(r rune) string {
	switch {
	case r == '\t' || r == utf8.RuneError:
		return ""
	case r < ' ':
		return string('\u2400' + r) // the control pictures of Unicode
	case r == 0x7f:
		return "\u2421"
	case unicode.IsControl(r), unicode.Is(unicode.Cf, r), r == '\u2028', r == '\u2029':
		return fmt.Sprintf("[U+%04X]", r)
	}
	return ""
}

// Visible makes a name, a path or any other short text safe to show, on a page
// as on a terminal: control and other invisible characters become visible
// signs, a byte that is not UTF-8 becomes U+FFFD.
func Visible(s string) string {
	var b strings.Builder
	for _, r := range s {
		sign := signFor(r)
		switch {
		case r == '\t':
			sign = "\u2409"
		case sign == "":
			sign = string(r)
		}
		b.WriteString(sign)
	}
	return b.String()
}

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
