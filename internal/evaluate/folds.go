package evaluate

import (
	"cmp"
	"crypto/sha256"
	"slices"
)

// foldSeed fixes the assignment of problems to folds.
const foldSeed = "ojcheck eval folds 1\n"

// AssignFolds returns the fold of each problem. There are k folds, or one for each problem
// if these are fewer. It orders the problems by a hash of their names and a fixed seed, and
// assigns them in turn.
func AssignFolds(problems []string, k int) map[string]int {
	type card struct {
		problem string
		hash    [sha256.Size]byte
	}
	var cards []card
	fold := make(map[string]int)
	for _, problem := range problems {
		if _, ok := fold[problem]; !ok {
			fold[problem] = 0
			cards = append(cards, card{problem, sha256.Sum256([]byte(foldSeed + problem))})
		}
	}
	slices.SortFunc(cards, func(a, b card) int {
		return cmp.Or(slices.Compare(a.hash[:], b.hash[:]), cmp.Compare(a.problem, b.problem))
	})
	k = max(1, min(k, len(cards)))
	for i, c := range cards {
		fold[c.problem] = i % k
	}
	return fold
}

// learnByFolds reports for each row whether it is called copied at the threshold with
// the best F-beta on all other folds; it returns nil if there is only one fold.
func learnByFolds(m Measure, rows []Row, fold map[string]int, beta float64) []bool {
	k := 0
	for _, f := range fold {
		k = max(k, f+1)
	}
	if k < 2 {
		return nil
	}
	called := make([]bool, len(rows))
	for f := range k {
		var others []Row
		for _, row := range rows {
			if fold[row.Problem] != f {
				others = append(others, row)
			}
		}
		_, threshold := m.curve(others).Best(beta)
		for i, row := range rows {
			if fold[row.Problem] == f {
				called[i] = m.score(row) >= threshold
			}
		}
	}
	return called
}

// learnFrom is like learnByFolds, with the best threshold on the training rows.
func learnFrom(train []Row, m Measure, rows []Row, beta float64) []bool {
	if m.Baseline {
		return nil // a file of scores lacks baselines
	}
	_, threshold := m.curve(train).Best(beta)
	called := make([]bool, len(rows))
	for i, row := range rows {
		called[i] = m.score(row) >= threshold
	}
	return called
}
