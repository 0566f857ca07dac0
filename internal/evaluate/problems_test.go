package evaluate

import (
	"strings"
	"testing"
)

// AssignProblems takes the problem of a file from its labels, else from the labels of other files
// in its folder, else from the folder's name. A file without a folder gets the name of the whole
// set, here "set".
func TestAssignProblems(t *testing.T) {
	t.Parallel()
	files := []string{"A/x/1.c", "A/x/2.c", "A/y.c", "B/z.c", "C/u.c", "C/v.c", "C/w.c", "top.c"}
	tests := []struct {
		name    string
		labels  []Label
		want    map[string]string
		unknown []string
		wantErr string
	}{
		{"problems by the first folder", []Label{{Left: "A/x/1.c", Right: "A/y.c", Line: 2}}, map[string]string{
			"A/x/1.c": "A", "A/x/2.c": "A", "A/y.c": "A", "B/z.c": "B", "C/u.c": "C", "C/v.c": "C", "C/w.c": "C", "top.c": "set"}, nil, ""},
		{"problems by labels, including other files of the folder if the labels agree", []Label{
			{Left: "A/x/1.c", Right: "B/z.c", Problem: "one", Line: 2},
			{Left: "C/u.c", Right: "A/y.c", Problem: "one", Line: 3},
			{Left: "C/v.c", Right: "top.c", Problem: "two", Line: 4},
		}, map[string]string{
			"A/x/1.c": "one", "A/x/2.c": "one", "A/y.c": "one", "B/z.c": "one", "C/u.c": "one", "C/v.c": "two", "C/w.c": "C", "top.c": "two"}, []string{"C/w.c"}, ""},
		{"one problem in several folders: folders without labels are no problems", []Label{
			{Left: "A/x/1.c", Right: "B/z.c", Problem: "one", Line: 2},
		}, map[string]string{
			"A/x/1.c": "one", "A/x/2.c": "one", "A/y.c": "one", "B/z.c": "one", "C/u.c": "one", "C/v.c": "one", "C/w.c": "one", "top.c": "one"}, nil, ""},
		{"one problem in one folder", []Label{
			{Left: "A/x/1.c", Right: "A/y.c", Problem: "one", Line: 2},
		}, map[string]string{
			"A/x/1.c": "one", "A/x/2.c": "one", "A/y.c": "one", "B/z.c": "B", "C/u.c": "C", "C/v.c": "C", "C/w.c": "C", "top.c": "set"}, nil, ""},
		{"two problems in several folders", []Label{
			{Left: "A/x/1.c", Right: "B/z.c", Problem: "one", Line: 2}, {Left: "C/u.c", Right: "C/v.c", Problem: "two", Line: 3},
		}, map[string]string{
			"A/x/1.c": "one", "A/x/2.c": "one", "A/y.c": "one", "B/z.c": "one", "C/u.c": "two", "C/v.c": "two", "C/w.c": "two", "top.c": "set"}, []string{"top.c"}, ""},
		{"a problem for each folder below the first", []Label{
			{Left: "A/x/1.c", Right: "B/z.c", Problem: "one", Line: 2}, {Left: "A/y.c", Right: "C/u.c", Problem: "two", Line: 3},
		}, map[string]string{
			"A/x/1.c": "one", "A/x/2.c": "one", "A/y.c": "two", "B/z.c": "one", "C/u.c": "two", "C/v.c": "two", "C/w.c": "two", "top.c": "set"}, []string{"top.c"}, ""},
		{"a missing file", []Label{{Left: "A/y.c", Right: "A/n.c", Line: 7}}, nil, nil, "line 7: there is no file A/n.c: paths are relative to the input"},
		{"a file given without its folder", []Label{{Left: "x/1.c", Right: "A/y.c", Line: 2}}, nil, nil,
			"line 2: there is no file x/1.c: paths are relative to the input, and this file is in folder A: give that folder as input"},
		{"a file with two problems", []Label{
			{Left: "A/y.c", Right: "A/x/1.c", Problem: "one", Line: 2}, {Left: "A/y.c", Right: "A/x/2.c", Problem: "two", Line: 5},
		}, nil, nil, `line 5: A/y.c is for problem "two" here, but for "one" in line 2`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, unknown, err := AssignProblems(files, test.labels, "set")
			if test.wantErr != "" {
				if err == nil || !strings.Contains(err.Error(), test.wantErr) {
					t.Errorf("error is %v, want %q", err, test.wantErr)
				}
				return
			}
			must(t, err)
			wantEqual(t, "problems", test.want, got)
			wantEqual(t, "files without a problem", test.unknown, unknown)
		})
	}
}
