package ccs

import (
	"cmp"
	"strings"
	"unicode"
)

// languageNames maps names of languages to the identifiers of package lexer. A name is an identifier of the
// specification, an extension or a usual name, without a version.
var languageNames = func() map[string]string {
	names := map[string]string{}
	for entry := range strings.FieldsSeq(`
		ada=ada,adb,ads,gnat  bash=bash,sh  c=c,gcc,ansic,clang,c99,c11  clojure=clojure,clj
		cpp=cpp,c++,cc,cxx,cplusplus,g++,clang++,gpp,msvc  csharp=csharp,c#,cs,mono,dotnet  d=d,dmd,ldc
		dart=dart  erlang=erlang,erl  fortran=fortran,gfortran,f90,f95  fsharp=fsharp,f#  go=go,golang
		haskell=haskell,hs,ghc  java=java,openjdk  javascript=javascript,js,node,nodejs,ecmascript
		julia=julia,jl  kotlin=kotlin,kt  lua=lua  objective-c=objectivec,objc  ocaml=ocaml,ml
		pascal=pascal,pas,fpc,freepascal,delphi  perl=perl,pl  php=php  prolog=prolog,swipl
		python=python,py,pypy,cpython  r=r  ruby=ruby,rb  rust=rust,rs,rustc  scala=scala  swift=swift
		typescript=typescript,ts`) {
		id, list, _ := strings.Cut(entry, "=")
		for name := range strings.SplitSeq(list, ",") {
			names[name] = id
		}
	}
	return names
}()

// lexerID returns package lexer's identifier of a language; "" if only the names of the files show the
// language. It looks at the judge system's identifier first, which may have a number before the language and
// a version after it ("1-java", "cpp17"). Then it looks at the extensions, then at the name ("GNU C++ 20").
func (l language) lexerID(id string) string {
	lexerID := findLanguage(id)
	for _, extension := range l.Extensions {
		lexerID = cmp.Or(lexerID, languageNames[strings.ToLower(strings.TrimPrefix(string(extension), "."))])
	}
	return cmp.Or(lexerID, findLanguage(string(l.Name)))
}

// findLanguage returns the language of the first word that is a language, with or without a version; "" for
// none.
func findLanguage(text string) string {
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("-_.,;:/()", r)
	}) {
		id := languageNames[word]
		if version := strings.IndexFunc(word, unicode.IsDigit); version > 0 {
			id = cmp.Or(id, languageNames[word[:version]])
		}
		if id != "" {
			return id
		}
	}
	return ""
}
