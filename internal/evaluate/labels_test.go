package evaluate

import (
	"strings"
	"testing"
)

// ReadLabels reads labels with their columns in any order. Its errors name the line.
func TestReadLabels(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, wantErr string }{
		{"all columns", "left,right,label,problem,level\nA/a.c,A/b.c,1,A,3\nA/c.c,A/d.c,0,A,0\n", ""},
		{"columns in any order, unknown columns, spaces, CR LF, a byte order mark",
			"\ufefflabel,note,Right , left\r\n1,\"a, b\",A/b.c,./A/a.c\r\n 0 ,,A/d.c,A//c.c\r\n", ""},
		{"quotes around everything, a byte order mark",
			"\ufeff\"left\",\"right\",\"label\"\n\"A/a.c\",\"A/b.c\",\"1\"\n\"A/c.c\",\"A/d.c\",\"0\"\n", ""},
		{"an empty file", "", "it is empty: its first line must name the columns left, right, label"},
		{"no column right", "left,label\n", `line 1: there is no column "right": the columns are "left,label", separated by commas`},
		{"semicolons", "left;right;label\n", `line 1: there is no column "left"`},
		{"a column twice", "left,right,label,left\n", `line 1: two columns are called "left"`},
		{"a bad label", "left,right,label\na.c,b.c,1\na.c,c.c,yes\n", `line 3: the label is "yes": give 1 for a copy, 0 for an honest pair`},
		{"no label", "left,right,label\na.c,b.c,\n", `line 2: the label is ""`},
		{"no path", "left,right,label\n,b.c,1\n", "line 2: left is empty: give the path of a file"},
		{"a file with itself", "left,right,label\na.c,./a.c,1\n", "line 2: a.c is paired with itself"},
		{"the same pair twice", "left,right,label\na.c,b.c,1\nc.c,d.c,0\na.c,b.c,1\n", "line 4: a.c and b.c are in line 2 already: delete one of the two lines"},
		{"the same pair with its sides swapped", "left,right,label\na.c,b.c,1\nb.c,a.c,0\n", "line 3: b.c and a.c are in line 2 already"},
		{"too few columns", "left,right,label\na.c,b.c\n", "line 2: wrong number of fields"},
		{"an open quote", "left,right,label\na.c,b.c,1\n\"a.c,b.c,1\n", "line 3"},
		{"line numbers count empty lines", "left,right,label\n\n\na.c,b.c,2\n", `line 4: the label is "2"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			labels, err := ReadLabels(strings.NewReader(test.text))
			if test.wantErr != "" {
				if err == nil || !strings.Contains(err.Error(), test.wantErr) {
					t.Errorf("error is %v, want %q", err, test.wantErr)
				}
				return
			}
			must(t, err)
			want := []Label{{Left: "A/a.c", Right: "A/b.c", Copied: true, Line: 2}, {Left: "A/c.c", Right: "A/d.c", Line: 3}}
			if test.name == "all columns" {
				want[0].Problem, want[0].Level, want[1].Problem, want[1].Level = "A", "3", "A", "0"
			}
			wantEqual(t, "labels", want, labels)
		})
	}
}

// FuzzReadLabels checks that no pair is labelled twice, no path is empty, and lines are in order.
func FuzzReadLabels(f *testing.F) {
	for _, seed := range []string{
		"left,right,label\na.c,b.c,1\n", "\ufeffleft,right,label,problem,level\r\nA/a.c,\"A/b, c.c\",0,A,1\r\n",
		"left,right,label\na,b,1\nb,a,1\n", "label,left,right\n\"", "left,right,label,label\n", ",,,\n\n\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		labels, err := ReadLabels(strings.NewReader(text))
		if err != nil {
			if labels != nil {
				t.Error("ReadLabels returns labels together with an error")
			}
			return
		}
		seen := make(map[[2]string]bool)
		line := 1
		for _, label := range labels {
			key := pairKey(label.Left, label.Right)
			if seen[key] || label.Left == label.Right || label.Left == "" || label.Right == "" {
				t.Errorf("%+v is accepted, want an error", label)
			}
			seen[key] = true
			if label.Line <= line {
				t.Errorf("line %d comes after line %d", label.Line, line)
			}
			line = label.Line
		}
	})
}
