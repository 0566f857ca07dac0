package evaluate

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// AssignFolds spreads problems evenly over folds, always in the same way.
func TestAssignFolds(t *testing.T) {
	t.Parallel()
	var problems []string
	for i := range 22 {
		problems = append(problems, fmt.Sprintf("p%d", i))
	}
	fold := AssignFolds(problems, 5)
	sizes := make([]int, 5)
	for _, problem := range problems {
		sizes[fold[problem]]++
	}
	for _, size := range sizes {
		if size < 4 || size > 5 {
			t.Errorf("22 problems in folds of %v: sizes differ by more than one", sizes)
		}
	}
	repeated := append([]string{"p21"}, problems...)
	if diff := cmp.Diff(fold, AssignFolds(repeated, 5)); diff != "" {
		t.Errorf("folds depend on order and repetition (-want +got):\n%s", diff)
	}
	// The assignment is fixed, so that figures stay comparable over years.
	want := map[string]int{"A": 1, "B": 0, "C": 1, "D": 0, "E": 2}
	if diff := cmp.Diff(want, AssignFolds([]string{"A", "B", "C", "D", "E"}, 3)); diff != "" {
		t.Errorf("the assignment has changed (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]int{"A": 0}, AssignFolds([]string{"A"}, 5)); diff != "" {
		t.Errorf("folds of a single problem (-want +got):\n%s", diff)
	}
}

// The threshold of a problem is learned from other problems only.
func TestFoldsDoNotLeak(t *testing.T) {
	t.Parallel()
	// In A, copies score .9 and honest pairs .8; in B, .3 and .2.
	var rows []Row
	for i := range 4 {
		rows = append(rows,
			Row{Problem: "A", Left: fmt.Sprint(i), Copied: true, Suspicion: .9}, Row{Problem: "A", Suspicion: .8},
			Row{Problem: "B", Left: fmt.Sprint(i), Copied: true, Suspicion: .3}, Row{Problem: "B", Suspicion: .2})
	}
	called := decideByFolds(Measures()[0], rows, AssignFolds([]string{"A", "B"}, 2), 1)
	for i, row := range rows {
		// A uses B's .25, which calls all pairs copied. B uses A's .85, which calls none copied.
		if want := row.Problem == "A"; called[i] != want {
			t.Errorf("a pair of %s with suspicion %v is called a copy: %v, want %v", row.Problem, row.Suspicion, called[i], want)
		}
	}
	if decideByFolds(Measures()[0], rows, AssignFolds([]string{"A"}, 2), 1) != nil {
		t.Error("decideByFolds decides by a single problem, want nothing")
	}
}
