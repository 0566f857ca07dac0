package intake

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/lexer"
	"golang.org/x/text/unicode/norm"
)

// maxName bounds the cleaned name of an entry, in bytes, because an index of the database has no room for
// longer names.
const maxName = 1024

var driveLetter = regexp.MustCompile(`^[A-Za-z]:/`)

// cleanName turns the slash-separated name of an entry into a relative path of valid UTF-8, or says why the
// entry is refused. Different paths stay different, unless they differ only in the encoding of accents.
func cleanName(name string) (cleaned string, refusal i18n.Text) {
	name = printable(name)
	switch {
	case len(name) > maxName:
		return shorten(name), i18n.Textf("its name is longer than %d bytes", maxName)
	case strings.HasPrefix(name, "/"), driveLetter.MatchString(name):
		return name, i18n.Textf("an absolute path: archives should hold relative ones")
	case hasElement(name, ".."):
		return name, i18n.Textf(`a path with ".." that leads out of the archive`)
	}
	cleaned = path.Clean(name)
	if cleaned == "." {
		return name, i18n.Textf("it has no name")
	}
	return cleaned, noText
}

// slashes replaces backslashes by slashes, because some Windows programs write backslashes. In a name that is not in UTF-8, a
// backslash after a byte above 127 stays: it may be the second byte of a character, as in Big5 and Shift-JIS. As a slash, it
// would make one participant of all whose names begin with that character.
func slashes(name string) string {
	if utf8.ValidString(name) {
		return strings.ReplaceAll(name, `\`, "/")
	}
	replaced := []byte(name)
	for i, c := range replaced {
		if c == '\\' && (i == 0 || replaced[i-1] < utf8.RuneSelf) {
			replaced[i] = '/'
		}
	}
	return string(replaced)
}

func hasElement(name, element string) bool {
	return slices.Contains(strings.Split(name, "/"), element)
}

// printable escapes invalid UTF-8, control characters and line separators. It also escapes bidirectional
// embeddings, overrides and isolates, which can make a name look like another name. The escapes are those of Go, such as \x00
// and \u202e. printable escapes backslashes too, so that no two names become equal. It composes accents
// (NFC), because macOS writes é as two characters, and other systems write é as one.
func printable(name string) string {
	name = norm.NFC.String(name)
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

// shorten cuts a name of more than 100 bytes for display.
func shorten(name string) string {
	cut := 100
	for !utf8.RuneStart(name[cut]) {
		cut--
	}
	return name[:cut] + "…"
}

// The leftovers of systems and tools, and label files of test data, are not listed as skipped, except programs.
var (
	leftoverFolders = map[string]bool{
		"__macosx": true, ".git": true, ".svn": true, ".hg": true, ".idea": true, ".vscode": true, ".vs": true,
		".ipynb_checkpoints": true, ".trash": true, ".spotlight-v100": true, ".fseventsd": true, "$recycle.bin": true,
	}
	leftoverFiles = map[string]bool{
		".ds_store": true, "thumbs.db": true, "desktop.ini": true, ".directory": true,
		".gitignore": true, ".gitattributes": true, ".gitkeep": true, ".keep": true,
		"pairs.csv": true, "labels.csv": true,
	}
)

// isLeftover reports whether a file is skipped, and not listed unless it is a program.
func isLeftover(p string) bool {
	p = strings.ToLower(p)
	base := path.Base(p)
	isLeftoverFolder := func(element string) bool { return leftoverFolders[element] }
	isUnfinished, _ := path.Match("*.ojcheck-*.part", base) // an output of the command line
	return leftoverFiles[base] || strings.HasPrefix(base, "._") || isUnfinished || slices.ContainsFunc(strings.Split(p, "/"), isLeftoverFolder)
}

// mayBeProgram reports whether a leftover is called like a program. A notebook there is a copy that an editor made.
func mayBeProgram(name string) bool {
	_, ok := lexer.ByPath(name)
	return ok && !lexer.IsNotebook(name)
}
