package lexer

import (
	"strings"
	"unicode/utf8"
)

func isHex(text string) bool {
	return strings.HasPrefix(text, "0x") || strings.HasPrefix(text, "0X")
}

// numberLength returns the length in bytes of the number at the start of text:
// digits and letters (0x1f, 10L), a fraction, an exponent with its sign.
func numberLength(text string, hex, quotes bool) int {
	point := false
	i := 0
	for i < len(text) {
		c := text[i]
		next := byte(0)
		if i+1 < len(text) {
			next = text[i+1]
		}
		switch {
		case isAlphanumeric(c):
			i++
			exponent := c|0x20 == 'e' && !hex || c|0x20 == 'p' && hex
			if exponent && (next == '+' || next == '-') && i+1 < len(text) && isDigit(rune(text[i+1])) {
				i++
			}
		case c == '.' && !point && (i == 0 || mayFollowPoint(text[i+1:])):
			point = true
			i++
		case c == '\'' && quotes && isAlphanumeric(next):
			i++
		default:
			return i
		}
	}
	return i
}

// mayFollowPoint reports whether rest can follow the point in a number: digits, an
// exponent, a suffix of one letter, or the end of the number. Two points are a
// range, and a word is a method of the number.
func mayFollowPoint(rest string) bool {
	if rest == "" {
		return true
	}
	switch c := rest[0]; {
	case isDigit(rune(c)):
		return true
	case c == '.' || c >= utf8.RuneSelf:
		return false
	case !isAlphanumeric(c):
		return true
	case c == 'e' || c == 'E':
		digits := strings.TrimLeft(rest[1:], "+-")
		return digits != "" && isDigit(rune(digits[0]))
	default:
		return strings.IndexByte("fFlLdD", c) >= 0 && (len(rest) == 1 || !isAlphanumeric(rest[1]))
	}
}

func isAlphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_'
}

// isLower reports whether a normalised text may be a keyword: neither a class nor an
// operator. It saves most look-ups.
func isLower(text string) bool {
	return text != "" && (text[0] >= 'a' && text[0] <= 'z' || text[0] == '_')
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' }
