package evaluate

import (
	"fmt"
	"testing"
)

// assignFolds spreads problems evenly over folds, always in the same way.
func TestAssignFolds(t *testing.T) {
	t.Parallel()
	var problems []string
	for i := range 22 {
		problems = append(problems, fmt.Sprintf("p%d", i))
	}
	fold := assignFolds(problems, 5)
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
	wantEqual(t, "folds depend on order and repetition", fold, assignFolds(repeated, 5))
	// The assignment is fixed, so that figures stay comparable over years.
	want := map[string]int{"A": 1, "B": 0, "C": 1, "D": 0, "E": 2}
	wantEqual(t, "the assignment has changed", want, assignFolds([]string{"A", "B", "C", "D", "E"}, 3))
	wantEqual(t, "folds of a single problem", map[string]int{"A": 0}, assignFolds([]string{"A"}, 5))
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
	fold := assignFolds([]string{"A", "B"}, 2)
	thresholds := learnByFolds(measures()[0], rows, fold)
	for problem, want := range map[string]float64{"A": .25, "B": .85} { // each between the scores of the other problem
		if got := thresholds[fold[problem]]; got != [2]float64{want, want} {
			t.Errorf("the thresholds of %s are %v, want %v", problem, got, want)
		}
	}
	if learnByFolds(measures()[0], rows, assignFolds([]string{"A"}, 2)) != nil {
		t.Error("learnByFolds learns from a single problem, want nothing")
	}
}
