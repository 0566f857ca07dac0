package evidence

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/pairs"
)

// changesText compares two programs and describes the changes of each match.
func changesText(t testing.TB, extension, left, right string) (list []string) {
	t.Helper()
	l, r := read(t, "left."+extension, left), read(t, "right."+extension, right)
	matches := program.Compare(l.Code(8), r.Code(8), minMatch).Matches
	for _, m := range Build(i18n.English(), Input{Program: l}, Input{Program: r}, matches).Matches {
		list = append(list, m.changesText(i18n.English()))
	}
	return list
}

// Each match lists how its two ends differ.
func TestChanges(t *testing.T) {
	t.Parallel()
	const sum = "int sum(int n) {\n\tint total = 0; // of all\n\tfor (int i = 0; i < n; i++) {\n\t\ttotal += i * 3;\n\t}\n\treturn total;\n}\n"
	tests := []struct {
		name, extension, left, right string
		want                         []string
	}{
		{"the same text", "cpp", sum, sum, []string{"verbatim"}},
		{"other line ends", "cpp", sum, strings.ReplaceAll(sum, "\n", "\r\n"), []string{"verbatim"}},
		{"other blanks", "cpp", sum, strings.NewReplacer("\t", "  ", " {", "\n{").Replace(sum), []string{"layout only"}},
		{"other comments", "cpp", sum, strings.ReplaceAll(sum, "// of all", "/* the sum of all */"), []string{"comments and layout only"}},
		{"other names", "cpp", sum, strings.NewReplacer("total", "result", "sum(", "add(", "of result", "of all").Replace(sum), []string{"renamed (2 names)"}},
		{"another number", "cpp", sum, strings.ReplaceAll(sum, "3", "7"), []string{"1 literal changed"}},
		{"another type", "cpp", sum, strings.ReplaceAll(sum, "int total", "long long total"), []string{"1 type changed"}},
		{"another loop", "cpp", sum, strings.ReplaceAll(sum, "for (int i = 0; i < n; i++) {\n\t\ttotal += i * 3;\n", "int i = 0;\n\twhile (i < n) {\n\t\ttotal += i * 3;\n\t\ti++;\n"), []string{"1 loop rewritten"}},
		{"braces", "cpp", sum, strings.NewReplacer("i++) {", "i++)", "3;\n\t}", "3;").Replace(sum), []string{"written differently"}},
		{"names and numbers", "py", "def f(a, b):\n    return a * 17 + b - 4 * a + b * b\n", "def g(x, y):\n    return x * 19 + y - 4 * x + y * y\n", []string{"renamed (3 names), 1 literal changed"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, changesText(t, tt.extension, tt.left, tt.right)); diff != "" {
				t.Errorf("changes (-want +got):\n%s", diff)
			}
		})
	}
}

// Statements between the pieces of a match are counted: inserted if only one side has some, else replaced.
func TestChangedStatements(t *testing.T) {
	t.Parallel()
	const before = "int f(int n, int m) { int a = n * 2 + 1; int b = a - n; if (a > b) { a = b * m; } a += b * 3 - n;\n"
	const after = "while (a < b * b) { a = a + b % 7; b = b - 1; } for (int i = 0; i < n; i++) { b += a * i; }\n return a * b; }"
	for _, tt := range []struct {
		left, right string
		want        string
	}{
		{"", "cout << n; cerr << a + n;\n", "2 statements inserted"},
		{"cout << n;\n", "", "1 statement inserted"},
		{"goto end;\n", "throw 1;\n", "1 statement replaced"},
		{"", "", "verbatim"},
	} {
		got := changesText(t, "cpp", before+tt.left+after, before+tt.right+after)
		if diff := cmp.Diff([]string{tt.want}, got); diff != "" {
			t.Errorf("%q and %q: changes (-want +got):\n%s", tt.left, tt.right, diff)
		}
	}
}

// If matches stand in another order on the right, as few tokens as possible count as moved.
func TestMovedMatches(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		right, tokens []int // for each match, in the order of the left program: its place on the right, and its length
		want          []bool
	}{
		{nil, nil, []bool{}},
		{[]int{0, 100, 200}, []int{50, 50, 50}, []bool{false, false, false}},
		{[]int{200, 0, 100}, []int{50, 50, 50}, []bool{true, false, false}},
		{[]int{200, 0, 100}, []int{150, 50, 50}, []bool{false, true, true}},
		{[]int{300, 200, 100, 0}, []int{10, 10, 30, 10}, []bool{true, true, false, true}},
	} {
		var matches []pairs.Match
		for i, at := range tt.right {
			matches = append(matches, pairs.Match{Tiles: []pairs.Tile{{Left: 1000 * i, Right: at, Length: tt.tokens[i]}}})
		}
		if got := movedMatches(matches); fmt.Sprint(got) != fmt.Sprint(tt.want) {
			t.Errorf("matches at %v of %v tokens: moved %v, want %v", tt.right, tt.tokens, got, tt.want)
		}
	}
}

// Functions in another order are moved matches.
func TestMovedFunctions(t *testing.T) {
	t.Parallel()
	const one = "int one(int a, int b) {\n\treturn a * b + 4 * a - b % (a + 1);\n}\n"
	const two = "bool two(string s) {\n\tfor (char c : s) if (c == 'x' || c == 'y') return true;\n\treturn s.empty();\n}\n"
	got := changesText(t, "cpp", one+two, two+one)
	if diff := cmp.Diff([]string{"verbatim, moved", "verbatim"}, got); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
}
