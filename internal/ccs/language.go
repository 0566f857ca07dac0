package ccs

import (
	"strings"
	"unicode"
)

// languageNames maps the languages that judges offer (the specification's
// identifiers, extensions and common names, without versions) to the identifiers
// of package lexer.
var languageNames = func() map[string]string {
	names := map[string]string{}
	for entry := range strings.FieldsSeq(`
		bash=bash,sh
		clojure=clojure,clj
		erlang=erlang,erl
		fortran=fortran,gfortran,f90,f95
		fsharp=fsharp,f#
		r=r
		ada=ada,adb,ads,gnat
		c=c,gcc,ansic,clang,c99,c11
		cpp=cpp,c++,cc,cxx,cplusplus,g++,clang++,gpp,msvc
		csharp=csharp,c#,cs,mono,dotnet
		d=d,dmd,ldc
		dart=dart
		go=go,golang
		haskell=haskell,hs,ghc
		java=java,openjdk
		javascript=javascript,js,node,nodejs,ecmascript
		julia=julia,jl
		kotlin=kotlin,kt
		lua=lua
		objective-c=objectivec,objc
		ocaml=ocaml,ml
		pascal=pascal,pas,fpc,freepascal,delphi
		perl=perl,pl
		php=php
		prolog=prolog,swipl
		python=python,py,pypy,cpython
		ruby=ruby,rb
		rust=rust,rs,rustc
		scala=scala
		swift=swift
		typescript=typescript,ts`) {
		id, all, _ := strings.Cut(entry, "=")
		for name := range strings.SplitSeq(all, ",") {
			names[name] = id
		}
	}
	return names
}()

// lexerID returns package lexer's identifier of a language: by the system's
// identifier, with or without a number before and a version after it ("1-java",
// "cpp17"), by its extensions, or by its name ("GNU C++ 20"). "" means that only
// the names of the files can tell.
func (l language) lexerID(id string) string {
	if found := findLanguage(id); found != "" {
		return found
	}
	for _, extension := range l.Extensions {
		if found := languageNames[strings.ToLower(strings.TrimPrefix(string(extension), "."))]; found != "" {
			return found
		}
	}
	return findLanguage(string(l.Name))
}

// findLanguage returns the language of the first word in a text that names one,
// with or without a version.
func findLanguage(text string) string {
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("-_.,;:/()", r)
	}) {
		if found := languageNames[word]; found != "" {
			return found
		}
		if version := strings.IndexFunc(word, unicode.IsDigit); version > 0 {
			if found := languageNames[word[:version]]; found != "" {
				return found
			}
		}
	}
	return ""
}
