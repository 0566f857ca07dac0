package evidence

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// Comments, misspellings and odd blanks that both programs have are listed with their lines.
func TestOddities(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, left, right string
		want              []string
	}{
		{"a comment", "int a; // tr(ved);\nint b;", "int x;\nint y;\n/* tr(ved); */", []string{"Both have the comment // tr(ved); 1 3"}},
		{"a line of a longer comment", "/*\n * the oldest key\n */\nint a;", "// The  oldest key\nint b;", []string{"Both have the comment * the oldest key 2 1"}},
		{"comments that many people write", "// main function\nint a; // x y", "// Main function\nint a; // x y", nil},
		{"the longest comment first", "// eski\nint a; // en uzun sayıyı bul\n// sona ekle", "// sona ekle\n// eski\n// en uzun sayıyı bul\nint x;", []string{
			"Both have the comment // en uzun sayıyı bul 2 3", "Both have the comment // sona ekle 3 1", "Both have the comment // eski 1 2"}},
		{"comments that somebody else asks for",
			"// -*- coding: utf-8 -*-\n// vim: set ts=4:\n// SPDX-License-Identifier: MIT\n// Licensed under the Apache License, Version 2.0\nint a; // NOLINT(runtime)",
			"// -*- coding: utf-8 -*-\n// vim: set ts=4:\n// SPDX-License-Identifier: MIT\n// Licensed under the Apache License, Version 2.0\nint a; // NOLINT(runtime)", nil},
		{"a comment that only one program has", "// remember the old value\nint a;", "int a;", nil},
		{"a misspelling in two names", "int maxLenght = 0;", "int lenght_of_all = 1;", []string{"Both misspell lenght 1 1"}},
		{"two misspellings of one word", "int lenght = 0;", "int legnth = 1;", nil},
		{"words without a mistake", "int length = 0, numbers = 1;", "int length = 0, numbers = 1;", nil},
		{"words that look like misspellings", "int centre, closets, reminder, grater;", "int centre, closets, reminder, grater;", nil},
		{"words of other languages", "int posible, persoon, algoritm, maximaal;", "int posible, persoon, algoritm, maximaal;", nil},
		{"a blank before a semicolon", "int a;\nint b = a + 2 ;", "int b = a + 2 ;", []string{"Both have the same odd blanks in int b = a + 2 ; 2 1"}},
		{"blanks at the end", "int b = a + 2;  \n", "\tint b = a + 2;  \n", []string{"Both have the same odd blanks in int b = a + 2;   1 1"}},
		{"blanks in a text", `string s = "a , b ;";`, `string s = "a , b ;";`, nil},
		{"an empty part of a loop", "for (int i = 0; ; i++) f(i);", "for (int i = 0; ; i++) f(i);", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			view := Build(i18n.English(), Input{Program: read(t, "left.cpp", tt.left)}, Input{Program: read(t, "right.cpp", tt.right)}, nil)
			var got []string
			for _, o := range view.Oddities {
				for _, text := range []string{tt.left, tt.right} {
					if !OddityKeys([]contest.File{{Content: []byte(text)}})[o.Key] {
						t.Errorf("%q is not among the keys of %q", o.Text, text)
					}
				}
				got = append(got, fmt.Sprint(strings.TrimSuffix(string(oddityTexts[o.Kind].markup), "<1/>"), o.Text, " ", o.Left, " ", o.Right))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("oddities (-want +got):\n%s", diff)
			}
		})
	}
}

// A comment is among the keys of a program wherever it stands in a line, in any language.
func TestOddityKeys(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ file, source string }{
		{"a.java", "class A { /* compares the horses */ static int zz; }"},
		{"a.java", `class A { String u = "http://q"; // compares the horses` + "\n}"},
		{"a.cpp", "int f() { return 1; /* first\n compares the horses */ }"},
		{"a.pas", "begin { compares the horses }\n writeln(1);\nend."},
		{"a.pas", "begin\n writeln(1); (* compares the horses *) writeln(2);\nend."},
		{"a.hs", "f x = x {- compares the horses -} + 1"},
		{"a.ml", "let f x = x (* compares the horses *) + 1"},
		{"a.lua", "local a = b - 1 -- it's # 1 --\nlocal c = 2 --[[ compares the horses ]] local d"},
		{"a.d", "int a = 1; /+ compares the horses +/ int b;"},
		{"a.jl", "a = 1 #= compares the horses =# + 2"},
		{"a.lisp", "(print 1) ; compares the horses"},
		{"a.erl", "f(X) -> X. % compares the horses\n"},
		{"a.f90", "program p\nx = 1 ! compares the horses\nend program\n"},
		{"a.vb", "Dim x = 1 ' compares the horses\n"},
		{"a.cpp", "int a; // compares the horses" + strings.Repeat(" again", 200) + "\n"},
		{"a.cpp", "/* first\n\t\tcompares the horses" + strings.Repeat(" again", 200) + " */ int a;\n"},
	} {
		program := read(t, tt.file, tt.source)
		view := Build(i18n.English(), Input{Program: program}, Input{Program: program}, nil)
		at := slices.IndexFunc(view.Oddities, func(o Oddity) bool { return strings.Contains(o.Text, "compares the horses") })
		if at < 0 {
			t.Errorf("%s: no comment in %q", tt.file, tt.source)
		} else if !OddityKeys([]contest.File{{Content: []byte(tt.source)}})[view.Oddities[at].Key] {
			t.Errorf("%s: %q is not among the keys", tt.file, view.Oddities[at].Text)
		}
	}
	if n := len(possibleComments(strings.Repeat("{1},", 1000))); n > 150 {
		t.Errorf("%d possible comments in a table of numbers", n)
	}
	size := 0
	for _, part := range possibleComments(strings.Repeat("{1},", 100_000)) {
		size += len(part)
	}
	if size > 100_000 {
		t.Errorf("possible comments of %d bytes in a long line", size)
	}
}

// Two or more oddities of a kind are one sentence with a list.
func TestOdditiesOfOneKind(t *testing.T) {
	t.Parallel()
	const source = "int aaaa = 1 ;\nint bbbb = 2 ;\nint lenght = 3;\n"
	view := Build(i18n.English(), Input{Program: read(t, "left.cpp", source)}, Input{Program: read(t, "right.cpp", source)}, nil)
	var page bytes.Buffer
	if err := Oddities(view).Render(t.Context(), &page); err != nil {
		t.Fatal(err)
	}
	got := strings.TrimSpace(string(regexp.MustCompile(`(<[^>]*>|\s)+`).ReplaceAll(page.Bytes(), []byte(" "))))
	const want = "Both misspell lenght lines 3 and 3 Both have the same odd blanks in these lines: int aaaa = 1 ; lines 1 and 1 int bbbb = 2 ; lines 2 and 2"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if lists := strings.Count(page.String(), "<ul"); lists != 2 {
		t.Errorf("%d lists, want one within the other", lists)
	}
}

// The line of the interpreter says nothing about a program, and of other comments the rarest comes first.
func TestMostTellingOddity(t *testing.T) {
	t.Parallel()
	const source = "#! /usr/bin/env python3\n# coding: utf-8\n# the smaller of both\nprint(1) # ikisini de dene\n"
	view := Build(i18n.English(), Input{Program: read(t, "left.py", source)}, Input{Program: read(t, "right.py", source)}, nil)
	if got, want := view.OddityText(i18n.English()), "Both have the comment “# the smaller of both” and 1 more"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	view.Oddities[0].Others.Count, view.Oddities[0].Others.Total, view.Oddities[1].Others.Total = 4, 30, 30
	SortOddities(view.Oddities)
	if got, want := view.OddityText(i18n.English()), "Both have the comment “# ikisini de dene” and 1 more"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The list of oddities is bounded, and names in it are masked, except words of everyday code.
func TestOdditiesAreBoundedAndMasked(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("// by Frob Vork, alone\n")
	for i := range 100 {
		fmt.Fprintf(&b, "int f%d; // the comment number %d %s\n", i, i, strings.Repeat("long ", 40))
	}
	hidden := contest.Participant{ID: 1, Number: 3, Name: "Frob Vork", Hidden: true}
	everyday := contest.Participant{ID: 2, Number: 4, Name: "long", Hidden: true} // a word of everyday code, which stays
	masker := blind.Labels{}.NewMasker([]contest.Participant{hidden, everyday}).ForParticipants(hidden)
	p := read(t, "left.cpp", b.String())
	view := Build(i18n.English(), Input{Program: p, Masker: masker}, Input{Program: p, Masker: masker}, nil)
	if len(view.Oddities) != maxOddities {
		t.Errorf("%d oddities, want %d", len(view.Oddities), maxOddities)
	}
	for _, o := range view.Oddities {
		if strings.Contains(o.Text, "Frob") || strings.Contains(o.Text, "Participant 4") || len(o.Text) > 4*maxOddityText {
			t.Errorf("an oddity names a participant or is too long: %q", o.Text)
		}
	}
}
