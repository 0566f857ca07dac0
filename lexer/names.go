package lexer

import (
	"strings"
	"unicode"
)

// byName maps every known name, in lower case, to its language. Names of
// languages with tables win over those of generic ones.
var byName = func() map[string]*Language {
	m := map[string]*Language{}
	add := func(name string, l *Language) {
		name = strings.ToLower(name)
		if _, taken := m[name]; !taken && name != "" {
			m[name] = l
		}
	}
	for _, l := range languages {
		add(l.ID, l)
		add(l.Name, l)
		for _, alias := range l.aliases {
			add(alias, l)
		}
	}
	for _, l := range languages {
		if l.Generic {
			continue
		}
		for _, extension := range l.Extensions {
			add(extension[1:], l)
		}
	}
	return m
}()

// ByName finds a language by one of its names, as judge systems and people
// write them: an ID, the name, a Contest API id, a file extension, a compiler,
// with or without versions: "cpp", "GNU G++20 11.2.0 (64 bit, winlibs)",
// "PyPy 3-64", "python3", "Java 21", "C# 10". Case does not matter.
func ByName(name string) (*Language, bool) {
	name = strings.ToLower(strings.TrimSpace(name))
	if l, ok := byName[name]; ok {
		return l, true
	}
	if before, _, found := strings.Cut(name, "("); found {
		name = strings.TrimSpace(before)
	}
	if l, ok := byName[name]; ok {
		return l, true
	}
	// What is left after the versions are gone, first as a whole, then its
	// words one by one: in "microsoft visual c++ 2017" only one says it.
	var words []string
	for _, word := range strings.FieldsFunc(name, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("-_,;:/", r)
	}) {
		if word = withoutVersion(word); word != "" {
			words = append(words, word)
		}
	}
	if l, ok := byName[strings.Join(words, " ")]; ok {
		return l, true
	}
	for _, word := range words {
		if l, ok := byName[word]; ok {
			return l, true
		}
	}
	return nil, false
}

// withoutVersion cuts the version off a word: "c++17" and "c++2a" become
// "c++", "11.2.0" and "v8" become "".
func withoutVersion(word string) string {
	cut := strings.IndexFunc(word, unicode.IsDigit)
	if cut < 0 {
		return word
	}
	if cut <= 1 && strings.HasPrefix("v", word[:cut]) {
		return ""
	}
	return strings.TrimRight(word[:cut], ".")
}
