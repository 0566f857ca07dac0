package intake

import (
	"fmt"
	"path"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxName bounds an entry's name in bytes, after cleaning. Longer ones are of
// no contest, and too long for an index of the database.
const maxName = 1024

var driveLetter = regexp.MustCompile(`^[A-Za-z]:/`)

// cleanName turns the slash-separated name of an entry into a relative path of
// valid UTF-8, or says why it is refused. Different paths stay different.
//
// Nothing is ever unpacked to disk, so a bad path could do no harm here; but
// an honest archive has none, and later readers of a path need not ask again.
func cleanName(name string) (cleaned, refused string) {
	name = printable(name)
	switch {
	case len(name) > maxName:
		return shorten(name), fmt.Sprintf("its name is longer than %d bytes", maxName)
	case strings.HasPrefix(name, "/"), driveLetter.MatchString(name):
		return name, "an absolute path: archives should hold relative ones"
	case hasElement(name, ".."):
		return name, `a path with ".." that leads out of the archive`
	}
	cleaned = path.Clean(name)
	if cleaned == "." {
		return name, "it has no name"
	}
	return cleaned, ""
}

// slashes turns the backslashes in the name of an archive's entry, which some
// programs for Windows write, into the slashes that they should be.
func slashes(name string) string { return strings.ReplaceAll(name, `\`, "/") }

func hasElement(name, element string) bool {
	for e := range strings.SplitSeq(name, "/") {
		if e == element {
			return true
		}
	}
	return false
}

// printable escapes what cannot stand in a line of text: bytes that are no
// UTF-8, control characters, and the marks that turn the direction of writing
// (with which a name can pretend to be another). The escapes are Go's, such as
// \x00 and \u202e; a backslash is escaped too, so that no two names become one.
func printable(name string) string {
	if !strings.ContainsFunc(name, needsEscape) && utf8.ValidString(name) {
		return name
	}
	var b strings.Builder
	for len(name) > 0 {
		r, size := utf8.DecodeRuneInString(name)
		switch {
		case r == utf8.RuneError && size == 1 || r < utf8.RuneSelf && needsEscape(r):
			fmt.Fprintf(&b, `\x%02x`, name[0])
		case needsEscape(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteString(name[:size])
		}
		name = name[size:]
	}
	return b.String()
}

func needsEscape(r rune) bool {
	return r == '\\' || unicode.IsControl(r) || r == '\u2028' || r == '\u2029' ||
		'\u202a' <= r && r <= '\u202e' || '\u2066' <= r && r <= '\u2069'
}

// shorten cuts a name that is only to be shown.
func shorten(name string) string {
	const shown = 100
	cut := shown
	for !utf8.RuneStart(name[cut]) {
		cut--
	}
	return name[:cut] + "…"
}
