package evaluate

import (
	"cmp"
	"crypto/sha256"
	"slices"
)

// foldSeed fixes the assignment of problems to folds.
const foldSeed = "ojcheck eval folds 1\n"

// AssignFolds returns the fold of each problem. There are k folds, but at most one for each problem. It sorts
// the problems by a hash of their names and a fixed seed, and assigns them to the folds in turn.
func AssignFolds(problems []string, k int) map[string]int {
	hash := func(problem string) string {
		sum := sha256.Sum256([]byte(foldSeed + problem))
		return string(sum[:])
	}
	order := slices.Compact(slices.SortedFunc(slices.Values(problems), func(a, b string) int {
		return cmp.Or(cmp.Compare(hash(a), hash(b)), cmp.Compare(a, b))
	}))
	fold := make(map[string]int)
	for i, problem := range order {
		fold[problem] = i % max(1, min(k, len(order)))
	}
	return fold
}

// learnByFolds reports for each row whether it is called copied at the threshold with the best F-beta on all
// other folds. It returns nil if there is only one fold.
func learnByFolds(m Measure, rows []Row, fold map[string]int, beta float64) []bool {
	folds := 0
	for _, f := range fold {
		folds = max(folds, f+1)
	}
	if folds < 2 {
		return nil
	}
	called := make([]bool, len(rows))
	for f := range folds {
		inFold := func(row Row) bool { return fold[row.Problem] == f }
		callAtBest(m, slices.DeleteFunc(slices.Clone(rows), inFold), beta, rows, inFold, called)
	}
	return called
}

// learnFrom is like learnByFolds, with the best threshold on the training rows.
func learnFrom(train []Row, m Measure, rows []Row, beta float64) []bool {
	if m.Baseline {
		return nil // training rows have no baseline scores
	}
	called := make([]bool, len(rows))
	callAtBest(m, train, beta, rows, func(Row) bool { return true }, called)
	return called
}

// callAtBest sets called for the selected rows, at the threshold with the best F-beta on the training rows.
func callAtBest(m Measure, train []Row, beta float64, rows []Row, selects func(Row) bool, called []bool) {
	_, threshold := m.curve(train).BestF(beta)
	for i, row := range rows {
		if selects(row) {
			called[i] = m.score(row) >= threshold
		}
	}
}
