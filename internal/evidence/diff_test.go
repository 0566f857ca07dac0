package evidence

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The script of edits turns one list into the other, with the fewest insertions and deletions.
func TestEdits(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	list := func() []string {
		items := make([]string, random.IntN(30))
		for i := range items {
			items[i] = string(rune('a' + random.IntN(5)))
		}
		return items
	}
	for range 2000 {
		left, right := list(), list()
		i, j, cost := 0, 0, 0
		for _, e := range alignedRuns(left, right) {
			if e.left > 0 && e.right > 0 {
				if diff := cmp.Diff(left[i:i+e.left], right[j:j+e.right]); diff != "" {
					t.Fatalf("%q and %q: the script calls different items equal (-left +right):\n%s", left, right, diff)
				}
			} else {
				cost += e.left + e.right
			}
			i, j = i+e.left, j+e.right
		}
		if i != len(left) || j != len(right) {
			t.Fatalf("%q and %q: the script covers only %d and %d items", left, right, i, j)
		}
		if want := editDistance(left, right); cost != want {
			t.Errorf("%q and %q: %d edits, want %d", left, right, cost, want)
		}
	}
}

// editDistance computes the number of insertions and deletions by dynamic programming.
func editDistance(a, b []string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j := range b {
			next := min(row[j], row[j+1]) + 1
			if a[i] == b[j] {
				next = diagonal
			}
			diagonal, row[j+1] = row[j+1], next
		}
	}
	return row[len(b)]
}

// edits works with so many different items that their codes reach the surrogates of Unicode, which
// start at 0xD800.
func TestEditsManyItems(t *testing.T) {
	t.Parallel()
	items := make([]string, 60_000)
	for i := range items {
		items[i] = fmt.Sprint(i)
	}
	script := alignedRuns(items, items[1:])
	want := []alignedRun{{1, 0}, {len(items) - 1, len(items) - 1}}
	if diff := cmp.Diff(want, script, cmp.AllowUnexported(alignedRun{})); diff != "" {
		t.Errorf("edits (-want +got):\n%s", diff)
	}
}

// paneOf returns a pane of one file with the given text.
func paneOf(text string) Pane {
	var file File
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		file.Lines = append(file.Lines, Line{Number: i + 1, Runs: []Run{{Spans: []Span{{Text: line}}}}})
	}
	return Pane{Files: []File{file}}
}

// table describes each row in one text: its kind and both lines, with changed words in brackets.
func table(rows []diffRow) []string {
	var lines []string
	for _, r := range rows {
		lines = append(lines, fmt.Sprintf("%s|%s|%s", r.Kind, cellText(r.Left), cellText(r.Right)))
	}
	return lines
}

func cellText(c diffCell) string {
	text, done := c.Line.text(), 0
	var b strings.Builder
	for _, e := range c.Edits {
		b.WriteString(text[done:e.start] + "[" + text[e.start:e.end] + "]")
		done = e.end
	}
	return b.String() + text[done:]
}

// rows puts equal and similar lines side by side, and ignores layout.
func TestRows(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name        string
		left, right string
		want        []string
	}{
		{
			"equal lines", "a = 1;\n", "a = 1;\n",
			[]string{"equal|a = 1;|a = 1;"},
		},
		{
			"different layout", "for(int i=0;i<n;i++)\n", "\tfor (int i = 0; i < n; i++)\n",
			[]string{"equal|for(int i=0;i<n;i++)|\tfor (int i = 0; i < n; i++)"},
		},
		{
			"a renamed variable", "int sum = a + b;\n", "int total = a + b;\n",
			[]string{"changed|int [sum] = a + b;|int [total] = a + b;"},
		},
		{
			"a line inserted", "x = 1;\nz = 3;\n", "x = 1;\nwhile (true) break;\nz = 3;\n",
			[]string{"equal|x = 1;|x = 1;", "added||while (true) break;", "equal|z = 3;|z = 3;"},
		},
		{
			"a line removed at the end", "x = 1;\nwhile (true) break;\n", "x = 1;\n",
			[]string{"equal|x = 1;|x = 1;", "removed|while (true) break;|"},
		},
		{
			"the most similar lines are side by side",
			"read(first, second);\nwrite(first);\n",
			"print(9);\nread(alpha, beta);\n\nwrite(alpha);\n",
			[]string{
				"added||print(9);",
				"changed|read([first], [second]);|read([alpha], [beta]);",
				"added||",
				"changed|write([first]);|write([alpha]);",
			},
		},
		{
			"lines with only a brace do not align the others",
			"f() {\n  one(1);\n}\n",
			"}\n}\n}\nf() {\n  one(1);\n}\n",
			[]string{
				"added||}", "added||}", "added||}",
				"equal|f() {|f() {", "equal|  one(1);|  one(1);", "equal|}|}",
			},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			rows, ok := View{Left: paneOf(test.left), Right: paneOf(test.right)}.rows()
			if !ok {
				t.Fatal("rows refuses the programs")
			}
			if diff := cmp.Diff(test.want, table(rows)); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
		})
	}
}

// Programs with too many lines are not compared line by line, and the page says why.
func TestRowsLimit(t *testing.T) {
	t.Parallel()
	view := View{Left: paneOf(strings.Repeat("x\n", maxDiffLines)), Right: paneOf("x\n")}
	if _, ok := view.rows(); ok {
		t.Error("rows accepts more lines than the limit")
	}
	if page := render(t, LineDiff(view)); !strings.Contains(page, "too many") {
		t.Errorf("the page does not say why there is no diff: %s", page)
	}
}

// fold hides equal rows, except the three next to a changed row.
func TestFold(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		rows string // "=" for an equal row, "c" for a changed row
		want string // folded rows in brackets
	}{
		{"no rows", "", ""},
		{"all rows changed", "cc", "cc"},
		{"all rows equal", "=====", "[=====]"},
		{"few equal rows between changes", "c=======c", "c=======c"},
		{"many equal rows between changes", "c==========c", "c===[====]===c"},
		{"many equal rows at both ends", "=======c=======", "[====]===c===[====]"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var rows []diffRow
			for _, r := range test.rows {
				rows = append(rows, diffRow{Kind: map[rune]rowKind{'=': equalRow, 'c': changedRow}[r]})
			}
			var got strings.Builder
			for _, s := range fold(rows) {
				text := ""
				for _, r := range s.Rows {
					text += map[rowKind]string{equalRow: "=", changedRow: "c"}[r.Kind]
				}
				if s.Folded {
					text = "[" + text + "]"
				}
				got.WriteString(text)
			}
			if got.String() != test.want {
				t.Errorf("fold = %s, want %s", got.String(), test.want)
			}
		})
	}
}

// Where the programs have too many words, lines are side by side as they come, and changed as a whole.
func TestAlignSteps(t *testing.T) {
	t.Parallel()
	left, right := paneOf("a + b;\nx - y;\n").cells(), paneOf("z;\na + c;\n").cells()
	for _, test := range []struct {
		name  string
		steps int
		want  []string
	}{
		{"enough steps", maxAlignSteps, []string{"added||z;", "changed|a + [b];|a + [c];", "removed|x - y;|"}},
		{"steps to pair the lines only", 2*8 + 2*6, []string{"added||z;", "changed|[a + b;]|[a + c;]", "removed|x - y;|"}},
		{"no steps", 0, []string{"changed|[a + b;]|[z;]", "changed|[x - y;]|[a + c;]"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			a := aligner{test.steps}
			if diff := cmp.Diff(test.want, table(a.align(left, right))); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
		})
	}
}
