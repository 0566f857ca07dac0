package request

import (
	"cmp"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxName limits the name of an uploaded file, in bytes. File systems end at
// 255.
const MaxName = 120

// safeName makes one path element of what a browser says a file is called. It
// keeps the extension, which tells what the file is.
func SafeName(sent string) string {
	name := OneLine(strings.ReplaceAll(sent, `\`, "/"))
	name = path.Base(name)
	name = strings.TrimLeft(name, ". ") // neither hidden nor a way up
	if over := len(name) - MaxName; over > 0 {
		ext := extension(name)
		if len(ext) >= MaxName/2 {
			ext = ""
		}
		name = Truncate(name, MaxName-len(ext)) + ext
	}
	return cmp.Or(strings.Trim(name, "/ "), "upload")
}

// contestName proposes a contest's name: the file's without its extension.
func ContestName(file string) string {
	return cmp.Or(strings.TrimSpace(strings.TrimSuffix(file, extension(file))), file)
}

// extension returns the extension of a file name, and both of "x.tar.gz" and
// "x.txt.gz".
func extension(name string) string {
	ext := path.Ext(name)
	switch inner := path.Ext(strings.TrimSuffix(name, ext)); strings.ToLower(inner) {
	case ".tar", ".txt", ".csv", ".json":
		return inner + ext
	}
	return ext
}

// oneLine makes text printable on one line: bad UTF-8, control characters and
// those that turn the direction of text become spaces.
func OneLine(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) ||
			unicode.Is(unicode.Zl, r) || unicode.Is(unicode.Zp, r) {
			return ' '
		}
		return r
	}, s))
}

// truncate cuts text to at most limit bytes, between characters.
func Truncate(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit]
}
