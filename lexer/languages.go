package lexer

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"unicode"
)

// languages has the languages with tables, then the generic languages, both sorted by ID. The slice never changes.
var languages = func() []*Language {
	known := []*Language{
		cpp, c, java, python, kotlin, golang, rust, csharp, javascript, typescript,
		pascal, ruby, haskell, php, scala, perl, dlang, ocaml, swift, lua, julia, dart,
	}
	byID := func(a, b *Language) int { return strings.Compare(a.ID, b.ID) }
	slices.SortFunc(known, byID)
	generic := genericLanguages(known)
	slices.SortFunc(generic, byID)
	all := append(known, generic...)
	for _, l := range all {
		l.Family, l.chroma = cmp.Or(l.Family, l.ID), cmp.Or(l.chroma, l.Name)
	}
	return all
}()

// Languages returns the languages with tables of their own, then the generic languages, both sorted by ID.
func Languages() []*Language { return slices.Clone(languages) }

// byExtension maps file name extensions to languages, preferring languages with tables.
var byExtension = func() map[string]*Language {
	m := map[string]*Language{}
	for _, l := range slices.Backward(languages) {
		for _, extension := range l.Extensions {
			m[extension] = l
		}
	}
	return m
}()

// byName maps names in lower case to languages, preferring languages with tables.
var byName = func() map[string]*Language {
	m := map[string]*Language{}
	add := func(l *Language, names ...string) {
		for _, name := range names {
			if name = strings.ToLower(name); m[name] == nil && name != "" {
				m[name] = l
			}
		}
	}
	for _, l := range languages {
		add(l, slices.Concat([]string{l.ID, l.Name}, l.aliases)...)
	}
	for _, l := range languages {
		if l.Generic {
			continue
		}
		for _, extension := range l.Extensions {
			add(l, extension[1:])
		}
	}
	return m
}()

// ByPath returns the language of a file name's extension. Data and markup files have none.
func ByPath(name string) (*Language, bool) {
	extension := path.Ext(path.Base(strings.ReplaceAll(name, `\`, "/")))
	if l, ok := byExtension[extension]; ok {
		return l, true
	}
	l, ok := byExtension[strings.ToLower(extension)]
	return l, ok
}

// IsNotebook reports whether a file name is that of a Jupyter notebook, which ByPath takes for Python.
func IsNotebook(name string) bool { return strings.EqualFold(path.Ext(name), ".ipynb") }

// ByName returns the language with a name as judge systems and people write it: an ID, the name, a Contest
// API id, a file extension or a compiler, with or without versions: "cpp", "GNU G++20 11.2.0 (64 bit,
// winlibs)", "PyPy 3-64", "python3", "Java 21", "C# 10". Case does not matter.
func ByName(name string) (*Language, bool) {
	name = strings.ToLower(strings.TrimSpace(name))
	if l, ok := byName[name]; ok {
		return l, true
	}
	if before, _, found := strings.Cut(name, "("); found {
		name = strings.TrimSpace(before)
	}
	// Try the whole name, then the name without versions, then its words one by one: in "microsoft visual c++
	// 2017" only one of them is a language.
	var words []string
	for _, word := range strings.FieldsFunc(name, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("-_,;:/", r)
	}) {
		if word = withoutVersion(word); word != "" {
			words = append(words, word)
		}
	}
	for _, candidate := range slices.Concat([]string{name, strings.Join(words, " ")}, words) {
		if l, ok := byName[candidate]; ok {
			return l, true
		}
	}
	return nil, false
}

// withoutVersion removes the version from a word: "c++17" becomes "c++", "11.2.0" and "v8" become "".
func withoutVersion(word string) string {
	i := strings.IndexFunc(word, unicode.IsDigit)
	if i < 0 {
		return word
	}
	if before := word[:i]; before == "" || before == "v" {
		return ""
	}
	return strings.TrimRight(word[:i], ".")
}
