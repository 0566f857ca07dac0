package program

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
)

// across returns the tokens that are compared across languages, and their symbols.
func across(t *testing.T, path, source string) (texts string, symbols []lexer.Symbol) {
	t.Helper()
	language, _ := lexer.ByPath(path)
	for _, token := range read(t, language.ID, file(path, source)).AcrossLanguages().Tokens {
		texts += " " + token.Text
		symbols = append(symbols, token.Symbol)
	}
	return texts, symbols
}

// A faithful translation has the same tokens in every language, except for its input and output.
func TestAcrossOfTranslations(t *testing.T) {
	t.Parallel()
	want := "gcd a b if b == N return a return gcd b a % b"
	for path, source := range map[string]string{
		"a.cpp":  "int gcd(int a, int b) {\n\tif (b == 0) return a;\n\treturn gcd(b, a % b);\n}\n",
		"a.java": "static long gcd(long a, long b) {\n\tif (b == 0) { return a; }\n\treturn gcd(b, a % b);\n}\n",
		"a.py":   "def gcd(a, b):\n    if b == 0:\n        return a\n    return gcd(b, a % b)\n",
		"a.go":   "func gcd(a, b int) int {\n\tif b == 0 {\n\t\treturn a\n\t}\n\treturn gcd(b, a % b)\n}\n",
	} {
		if got, _ := across(t, path, source); !strings.Contains(got, want) {
			t.Errorf("%s has %q, want %q", path, got, want)
		}
	}
	_, java := across(t, "B.java", "static boolean f(int a, int b) { return !(a < 0 && b != 1 || a / b < 2); }\n")
	text, python := across(t, "b.py", "def f(a, b):\n    return not (a < 0 and b != 1 or a // b < 2)\n")
	_, turned := across(t, "C.java", "static boolean f(int a, int b) { return !(0 > a && b != 1 || 2 > a / b); }\n")
	if diff := cmp.Diff(java, turned); diff != "" {
		t.Errorf("turned comparisons have other symbols (-before +turned):\n%s", diff)
	}
	if diff := cmp.Diff(java, python); diff != "" || text != " f a b return not a < N and b != N or a // b < N" {
		t.Errorf("Python has%s, with symbols other than those of Java (-Java +Python):\n%s", text, diff)
	}
}

const library = `#include <cstdio>
int unused(int first, int second, int third) {
	if (first % second == 3) return first * second + 7;
	return unused(first - second, second / 2, third) + first % 9;
}
int base(int x, int y) {
	return x * y + x % y - (x << y) + (y >> x) * 3 + x;
}
int own(int n) {
	int sum = 0;
	for (int i = 0; i < n; i++) sum = sum + i * n % (i + 3);
	for (int i = 0; i < n; i++) sum = sum + i * n / (i + 5);
	return sum;
}
int solve(int n) {
	int best = 0, total = 1;
	for (int i = 1; i < n; i++) { best = best + own(i) * base(i, n); total = total * best + i; }
	for (int i = 1; i < n; i++) { best = best - own(i) / base(i, n); total = total - best * i; }
	for (int i = 1; i < n; i++) { best = best % own(i) + base(i, n); total = total + best % i; }
	return best + total * n - own(total);
}
int main() { int n; scanf("%d", &n); printf("%d\n", solve(n) + solve(n + 1)); }
`

// The code of a check and the program of a page have the same tokens across languages: without base code, with
// the same own template, and with the same code that cannot run.
func TestAcrossOfCodeAndProgram(t *testing.T) {
	t.Parallel()
	files := []contest.File{file("a.cpp", library)}
	start, end := strings.Index(library, "int base"), strings.Index(library, "int own")
	base, skipped := ReadBase([]contest.File{file("base.cpp", library[start:end])}, nil, 10)
	if len(skipped) > 0 {
		t.Fatal(skipped)
	}
	p := read(t, "cpp", files...)
	base.Mark(p)
	first := slices.IndexFunc(p.Tokens, func(token lexer.Token) bool { return token.Start >= end })
	template := []contest.Passage{{First: first, Tokens: 40, Problems: []string{"Z"}}}
	p.SetTemplate(template)

	sequence, err := ReadSequence(t.Context(), files, language(t, "cpp"), false, lexing(files))
	if err != nil {
		t.Fatal(err)
	}
	base.Cut(sequence)
	code := sequence.Code(10)
	code.SetTemplate(template)

	checked := code.AcrossLanguages()
	shown := p.AcrossLanguages()
	ofPage := shown.Code(AcrossLength)
	sets := func(c *Code) (list [3][]uint64) {
		for i, shingles := range [][]uint64{c.Shingles(), c.Uncalled(), c.Template()} {
			list[i] = slices.Compact(slices.Sorted(slices.Values(shingles)))
		}
		return list
	}
	if diff := cmp.Diff(sets(checked), sets(ofPage)); diff != "" {
		t.Errorf("shingles, those of code that cannot run, and those of own template (-check +page):\n%s", diff)
	}
	for i, name := range []string{"shingles", "shingles of code that cannot run", "shingles of own template"} {
		if len(sets(checked)[i]) < 5 {
			t.Errorf("%d %s, want some", len(sets(checked)[i]), name)
		}
	}
	for i, token := range shown.Tokens {
		if inBase := token.Start >= start && token.Start < end; inBase != (shown.Exclusions[i] == ExcludedBase) {
			t.Errorf("token %q at byte %d has exclusion %d; in base code: %v", token.Text, token.Start, shown.Exclusions[i], inBase)
		}
	}
	if checked.OwnTokens != ofPage.OwnTokens || checked.OwnTokens == 0 {
		t.Errorf("%d own tokens in a check, %d on a page", checked.OwnTokens, ofPage.OwnTokens)
	}
}
