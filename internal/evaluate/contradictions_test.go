package evaluate

import (
	"fmt"
	"testing"

	"github.com/ojcheck/ojcheck/internal/check"
)

// contradictions finds honest pairs that are identical, or are joined by copies of the same
// program.
func TestContradictions(t *testing.T) {
	t.Parallel()
	// a, b and c are identical, d and e are not; f was skipped, and g is for another problem.
	pools := []check.ScoredPool{
		{Problem: "A", Programs: []check.ScoredProgram{
			{Path: "a", Shingles: []uint64{1, 2}}, {Path: "b", Shingles: []uint64{1, 2}}, {Path: "c", Shingles: []uint64{1, 2}},
			{Path: "d", Shingles: []uint64{2, 1}}, {Path: "e", Shingles: []uint64{1}}}},
		{Problem: "B", Programs: []check.ScoredProgram{{Path: "g", Shingles: []uint64{1, 2}}}},
	}
	problems := map[string]string{"a": "A", "b": "A", "c": "A", "d": "A", "e": "A", "f": "A", "g": "B"}
	label := func(left, right string, copied bool) Label { return Label{Left: left, Right: right, Copied: copied} }
	tests := []struct {
		name   string
		labels []Label
		closed bool
		want   []string
	}{
		{"labels without contradictions", []Label{label("a", "b", true), label("a", "d", false)}, false, nil},
		{"an identical pair labelled as honest", []Label{label("b", "a", false)}, false, []string{"b a identical"}},
		{"identical pairs without labels in a closed set", nil, true, []string{"a b identical", "a c identical", "b c identical"}},
		{"identical pairs, some labelled as copies", []Label{label("b", "a", true), label("c", "a", true)}, true, []string{"b c identical"}},
		{"an honest pair of two copies of one program", []Label{label("d", "e", true), label("f", "d", true), label("e", "f", false)}, false, []string{"e f joined"}},
		{"an unlabelled pair of two copies of one program, in a closed set", []Label{label("d", "e", true), label("f", "d", true), label("a", "b", true), label("a", "c", true), label("b", "c", true)}, true,
			[]string{"e f joined"}},
		{"a copy of an identical program", []Label{label("a", "d", true), label("d", "b", false), label("c", "d", true)}, false,
			[]string{"d b joined"}},
		{"the same program for another problem", []Label{label("a", "g", false)}, true,
			[]string{"a b identical", "a c identical", "b c identical"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, c := range (LabelSet{Labels: test.labels, Closed: test.closed}).contradictions(pools, problems) {
				reason := map[string]string{reasonIdentical: "identical", reasonJoined: "joined"}[c.Reason]
				got = append(got, fmt.Sprintf("%s %s %s", c.Left, c.Right, reason))
			}
			wantEqual(t, "contradictions", test.want, got)
		})
	}
}
