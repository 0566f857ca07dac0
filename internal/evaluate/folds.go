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
	folds := max(1, min(k, len(order))) // at least 1, also if k is 0
	for i, problem := range order {
		fold[problem] = i % folds
	}
	return fold
}

// decideByFolds decides for each row whether its score means a copy. The threshold is the one with the best
// F-beta on all other folds. decideByFolds returns nil if there is only one fold.
func decideByFolds(m Measure, rows []Row, fold map[string]int, beta float64) []bool {
	folds := 0
	for _, f := range fold {
		folds = max(folds, f+1)
	}
	if folds < 2 {
		return nil
	}
	isCopied := make([]bool, len(rows))
	for f := range folds {
		inFold := func(row Row) bool { return fold[row.Problem] == f }
		setCopied(m, slices.DeleteFunc(slices.Clone(rows), inFold), beta, rows, inFold, isCopied)
	}
	return isCopied
}

// decideFrom decides for each row whether its score means a copy. The threshold is the one with the best F-beta on the
// training rows. decideFrom returns nil for a baseline.
func decideFrom(train []Row, m Measure, rows []Row, beta float64) []bool {
	if m.Baseline {
		return nil // training rows have no baseline scores
	}
	isCopied := make([]bool, len(rows))
	setCopied(m, train, beta, rows, func(Row) bool { return true }, isCopied)
	return isCopied
}

// setCopied sets isCopied for the selected rows, by the threshold with the best F-beta on the training rows.
func setCopied(m Measure, train []Row, beta float64, rows []Row, selects func(Row) bool, isCopied []bool) {
	_, threshold := m.curve(train).BestF(beta)
	for i, row := range rows {
		if selects(row) {
			isCopied[i] = m.score(row) >= threshold
		}
	}
}
