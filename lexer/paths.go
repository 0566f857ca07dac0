package lexer

import (
	"path"
	"strings"
)

// byExtension maps file name extensions to languages. Those with tables win.
var byExtension = func() map[string]*Language {
	m := map[string]*Language{}
	for _, l := range languages {
		for _, extension := range l.Extensions {
			if _, taken := m[extension]; !taken {
				m[extension] = l
			}
		}
	}
	return m
}()

// ByPath finds a language by the extension of a file name; directories in the
// path do not matter. Data and markup files (.txt, .md, .json, .csv and so on)
// have no language here.
func ByPath(name string) (*Language, bool) {
	extension := path.Ext(path.Base(strings.ReplaceAll(name, `\`, "/")))
	if l, ok := byExtension[extension]; ok {
		return l, true
	}
	l, ok := byExtension[strings.ToLower(extension)]
	return l, ok
}
