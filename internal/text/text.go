// Package text writes numbers and names in English messages of commands and logs, makes names safe to
// show, and decodes UTF-16. It imports no other package of ojcheck. Package i18n writes sizes, times and lists, in all languages.
package text

import (
	"bytes"
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	utf16 "golang.org/x/text/encoding/unicode"
)

// Integer is int, int64 or a type based on one of them.
type Integer interface{ ~int | ~int64 }

// Thousands writes n with commas between its thousands: 3,120.
func Thousands[T Integer](n T) string {
	digits := strconv.FormatInt(int64(n), 10)
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// Count writes n with its noun, which takes an s in the plural: "3,120 pairs".
func Count[T Integer](n T, noun string) string { return Thousands(n) + " " + Plural(n, noun) }

// Plural returns noun if n is 1. Otherwise it returns irregular if given, or else noun with an s.
func Plural[T Integer](n T, noun string, irregular ...string) string {
	switch {
	case n == 1:
		return noun
	case len(irregular) > 0:
		return irregular[0]
	}
	return noun + "s"
}

// Decimal writes a number with the fewest digits that [strconv.ParseFloat] reads as exactly this number.
func Decimal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// Capitalize returns s with its first letter in upper case.
func Capitalize(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + s[size:]
}

// Visible makes a short text safe to show on a page or a terminal. It replaces tabs and other invisible characters
// with symbols (see Symbol), and bytes that are not UTF-8 with U+FFFD.
func Visible(s string) string {
	var b strings.Builder
	for _, r := range s {
		symbol := Symbol(r)
		if r == '\t' {
			symbol = "\u2409"
		}
		b.WriteString(cmp.Or(symbol, string(r)))
	}
	return b.String()
}

// OneLine joins the lines of an error, without repetitions: an error of pgx has a line for each attempt to connect.
func OneLine(s string) string {
	var b strings.Builder
	last := ""
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(line)
		if line == "" || line == last {
			continue
		}
		switch {
		case strings.HasSuffix(last, ":"):
			b.WriteString(" ")
		case last != "":
			b.WriteString("; ")
		}
		b.WriteString(line)
		last = line
	}
	return b.String()
}

// Shorten cuts a text to a number of characters, and marks the cut with "…".
func Shorten(s string, maxRunes int) string {
	if utf8.RuneCountInString(s) <= maxRunes {
		return s
	}
	return string([]rune(s)[:maxRunes]) + "…"
}

// Symbol returns the text that replaces an invisible character; "" for a visible character and for a tab.
func Symbol(r rune) string {
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

// CompareNatural compares two texts, but numbers in them by their value: "9" is before "10". Leading zeros do not count.
func CompareNatural(a, b string) int {
	for a != "" && b != "" {
		restA, restB := strings.TrimLeft(a, "0123456789"), strings.TrimLeft(b, "0123456789")
		if digitsA, digitsB := a[:len(a)-len(restA)], b[:len(b)-len(restB)]; digitsA != "" && digitsB != "" {
			x, y := strings.TrimLeft(digitsA, "0"), strings.TrimLeft(digitsB, "0")
			if order := cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(x, y)); order != 0 {
				return order
			}
			a, b = restA, restB
			continue
		}
		if a[0] != b[0] {
			return cmp.Compare(a[0], b[0])
		}
		a, b = a[1:], b[1:]
	}
	return cmp.Compare(len(a), len(b))
}

// The byte order marks of UTF-16.
const (
	LittleEndianMark = "\xff\xfe"
	BigEndianMark    = "\xfe\xff"
)

// DecodeUTF16 converts a text in UTF-16 with a byte order mark, as some editors of Windows save it, to UTF-8 without the mark.
// It returns other contents as they are.
func DecodeUTF16(content []byte) []byte {
	if !bytes.HasPrefix(content, []byte(LittleEndianMark)) && !bytes.HasPrefix(content, []byte(BigEndianMark)) {
		return content
	}
	decoded, err := utf16.UTF16(utf16.LittleEndian, utf16.ExpectBOM).NewDecoder().Bytes(content)
	if err != nil || bytes.ContainsRune(decoded, utf8.RuneError) { // a binary file
		return content
	}
	return decoded
}
