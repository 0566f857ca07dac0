package ccs

import (
	"strings"

	"github.com/ojcheck/ojcheck/lexer"
)

// lexerID returns package lexer's identifier of a language; "" if only the names of the files show the
// language. It looks at the judge system's identifier first, which may have a number before the language and
// a version after it ("1-java", "cpp17", "cc.cc17o2"). Then it looks at the extensions, then at the name
// ("GNU C++ 20").
func (l language) lexerID(id string) string {
	if found, ok := lexer.ByName(strings.ReplaceAll(id, ".", " ")); ok {
		return found.ID
	}
	for _, extension := range l.Extensions {
		if found, ok := lexer.ByPath("x." + strings.TrimPrefix(string(extension), ".")); ok {
			return found.ID
		}
	}
	if found, ok := lexer.ByName(string(l.Name)); ok {
		return found.ID
	}
	return ""
}
