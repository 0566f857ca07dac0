package evaluate

import (
	"cmp"
	"crypto/sha256"
	"slices"
)

// foldSeed fixes the assignment of problems to folds.
const foldSeed = "ojcheck eval folds 1\n"

// assignFolds returns the fold of each problem. There are k folds, but at most one for each problem. It sorts
// the problems by a hash of their names and a fixed seed, and assigns them to the folds in turn.
func assignFolds(problems []string, k int) map[string]int {
	hash := func(problem string) string {
		sum := sha256.Sum256([]byte(foldSeed + problem))
		return string(sum[:])
	}
	order := slices.Compact(slices.SortedFunc(slices.Values(problems), func(a, b string) int {
		return cmp.Or(cmp.Compare(hash(a), hash(b)), cmp.Compare(a, b))
	}))
	fold := make(map[string]int)
	folds := max(1, min(k, len(order))) // at least 1, also if k is 0
	for i, problem := range order {
		fold[problem] = i % folds
	}
	return fold
}

// learnByFolds returns, for each fold, the thresholds with the best F-beta on the rows of all other folds: one for each
// of betas. It returns nil if there is only one fold.
func learnByFolds(m measure, rows []Row, fold map[string]int) (thresholds [][len(betas)]float64) {
	folds := 0
	for _, f := range fold {
		folds = max(folds, f+1)
	}
	if folds < 2 {
		return nil
	}
	for f := range folds {
		others := slices.DeleteFunc(slices.Clone(rows), func(row Row) bool { return fold[row.Problem] == f })
		thresholds = append(thresholds, bestThresholds(m.curve(others)))
	}
	return thresholds
}

// bestThresholds returns the threshold with the best F-beta for each of betas.
func bestThresholds(c Curve) (thresholds [len(betas)]float64) {
	for i, beta := range betas {
		_, thresholds[i] = c.BestF(beta)
	}
	return thresholds
}
