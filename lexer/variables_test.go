package lexer

import (
	"slices"
	"testing"
)

// hashesOf returns the sorted hashes of the variables of a C++ program.
func hashesOf(t *testing.T, source string) []uint64 {
	t.Helper()
	l, _ := ByName("cpp")
	tokens, err := l.Lex([]byte(source))
	if err != nil {
		t.Fatal(err)
	}
	symbols := Symbols(tokens)
	names := slices.Clone(symbols)
	for i, token := range tokens {
		if token.Text == Identifier {
			names[i] = token.Name
		}
	}
	var hashes []uint64
	for _, v := range Variables(symbols, names) {
		if names[v.First] != names[v.Last] || v.First >= v.Last {
			t.Errorf("a variable is used from token %d to %d", v.First, v.Last)
		}
		hashes = append(hashes, v.Hash)
	}
	slices.Sort(hashes)
	return hashes
}

// A name belongs to its token where a rule moved the token, and in a macro.
func TestNames(t *testing.T) {
	t.Parallel()
	names := func(language, source string) (list []Symbol) {
		l, _ := ByName(language)
		tokens, err := l.Lex([]byte(source))
		if err != nil {
			t.Fatal(err)
		}
		for _, token := range tokens {
			if (token.Name != 0) != (token.Text == Identifier) {
				t.Errorf("%q: the token %s has the name %d", source, token.Text, token.Name)
			}
			if token.Name != 0 {
				list = append(list, token.Name)
			}
		}
		return list
	}
	a, b, x, f := nameSymbol("a"), nameSymbol("b"), nameSymbol("x"), nameSymbol("f")
	for _, tt := range []struct {
		language, source string
		want             []Symbol
	}{
		{"cpp", "++a; b++;", []Symbol{a, b}},
		{"cpp", "if (a[x] > b) f();", []Symbol{b, a, x, f}},
		{"cpp", "#define T(x) f(x, b)\nT(a);", []Symbol{f, a, b}},
		{"pascal", "A := B;", []Symbol{a, b}},
		{"php", "<?php $a = $b;", []Symbol{nameSymbol("$a"), nameSymbol("$b")}},
	} {
		if got := names(tt.language, tt.source); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q has the names %v, want %v", tt.language, tt.source, got, tt.want)
		}
	}
}

// Renamed variables and moved statements leave all hashes the same. If a variable is used in
// another way, only its hash changes.
func TestVariables(t *testing.T) {
	t.Parallel()
	want := hashesOf(t, "while (n > 0) { sum += n; n--; } print(sum); print(n);")
	if len(want) != 3 {
		t.Fatalf("%d variables, want 3", len(want))
	}
	for name, source := range map[string]string{
		"renamed":                              "while (k > 0) { total += k; k--; } show(total); show(k);",
		"moved":                                "while (n > 0) { sum += n; n--; } print(n); print(sum);",
		"with one more name that is used once": "while (n > 0) { sum += n; n--; } print(sum); print(n); flush();",
	} {
		if got := hashesOf(t, source); !slices.Equal(got, want) {
			t.Errorf("%s: variables %v, want %v", name, got, want)
		}
	}
	changed := hashesOf(t, "while (n > 0) { sum += n; n--; } print(sum * 2); print(n);")
	same := slices.DeleteFunc(changed, func(hash uint64) bool { return !slices.Contains(want, hash) })
	if len(same) != 2 {
		t.Errorf("one of 3 variables is used in another way: %d hashes stay the same, want 2", len(same))
	}
	if got := Variables([]Symbol{SymbolOf(Identifier), Barrier}, []Symbol{7, Barrier}); got != nil {
		t.Errorf("a name used once is a variable: %v", got)
	}
}
