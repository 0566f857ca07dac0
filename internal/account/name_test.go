package account

import (
	"errors"
	"strings"
	"testing"
)

func TestCleanName(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, typed, want string // want is "" if the name is invalid
	}{
		{"lower case", "anna", "anna"},
		{"upper case stays", "Anna", "Anna"},
		{"surrounding space", "  anna\u00a0", "anna"},
		{"space within", "Anna  de Vries", "Anna de Vries"},
		{"accent in two code points", "Rene\u0301", "René"},
		{"another script", "Анна", "Анна"},
		{"longest name", strings.Repeat("é", MaxName), strings.Repeat("é", MaxName)},
		{"too long", strings.Repeat("a", MaxName+1), ""},
		{"far too long", strings.Repeat("a", 1<<20), ""},
		{"empty", "", ""},
		{"only space", " \u00a0\t", ""},
		{"control character", "an\x07na", ""},
		{"line end", "anna\nbert", ""},
		{"right-to-left override", "anna\u202e", ""},
		{"invisible character", "an\u200bna", ""},
		{"not UTF-8", "anna\xff", ""},
		{"NUL", "anna\x00", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, err := CleanName(test.typed)
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
			if invalid := new(InvalidError); errors.As(err, &invalid) != (test.want == "") {
				t.Errorf("got error %v, want an InvalidError: %v", err, test.want == "")
			}
		})
	}
}

func TestNameKey(t *testing.T) {
	t.Parallel()
	same := [][2]string{{"anna", "ANNA"}, {"René", "rene\u0301"}, {"Ａnna", "anna"}, {"Анна", "анна"}, {" anna ", "anna"}}
	for _, pair := range same {
		if a, b := NameKey(pair[0]), NameKey(pair[1]); a != b || a == "" {
			t.Errorf("%q and %q have the keys %q and %q, want equal ones", pair[0], pair[1], a, b)
		}
	}
	if NameKey("anna") == NameKey("anne") {
		t.Error("the names anna and anne have the same key")
	}
	for _, invalid := range []string{"", "an\x00na", strings.Repeat("a", 1<<20)} {
		if key := NameKey(invalid); key != "" {
			t.Errorf("the invalid name %.20q has the key %.20q, want none", invalid, key)
		}
	}
}
