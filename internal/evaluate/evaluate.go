package evaluate

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Options are the settings of Evaluate.
type Options struct {
	// Train has the rows from which to learn thresholds. If it is empty, Evaluate learns them from the given
	// rows, in Folds folds of problems.
	Train     []Row
	Folds     int
	ByProblem bool // also compute the figures of each problem
}

// evaluate computes the figures of all measures on the rows. Their order does not matter.
func evaluate(rows []Row, opts Options) *Report {
	names := make(map[string]bool)
	for _, row := range rows {
		names[row.Problem] = true
	}
	problems := slices.Sorted(maps.Keys(names))
	e := &evaluation{rows: rows, thresholds: make(map[string][][len(betas)]float64)}
	source := e.learn(problems, opts)
	all := e.group("", func(Row) bool { return true })
	r := &Report{
		Problems:        len(problems),
		Pairs:           all.Copies + all.Honest,
		Copies:          all.Copies,
		Honest:          all.Honest,
		NotStored:       countNotStored(rows),
		SuspicionHalf:   countListed(0.5, 0, rows),
		OneByChance:     countListed(0, 1, rows),
		ThresholdSource: source,
		Measures:        all.Measures,
		Recommended:     recommendThreshold(rows),
	}
	if opts.ByProblem {
		for _, problem := range problems {
			r.ByProblem = append(r.ByProblem, e.group(problem, func(row Row) bool { return row.Problem == problem }))
		}
	}
	for _, level := range levels(rows) {
		r.ByLevel = append(r.ByLevel, e.group(level, func(row Row) bool { return !row.Copied || row.Level == level }))
	}
	return r
}

// betas are the reported values of beta.
var betas = [2]float64{1, 1.5}

// evaluation is the state of Evaluate.
type evaluation struct {
	rows       []Row
	fold       map[string]int                   // by problem; empty if all are in fold 0
	thresholds map[string][][len(betas)]float64 // learned, by measure, fold and beta; none for a measure without thresholds
}

// learn learns the thresholds. It returns a description of the pairs from which it learned.
func (e *evaluation) learn(problems []string, opts Options) (source string) {
	if len(opts.Train) > 0 {
		for _, m := range measures() {
			if !m.Baseline { // training rows have no baseline scores
				e.thresholds[m.Key] = [][len(betas)]float64{bestThresholds(m.curve(opts.Train))}
			}
		}
		return fmt.Sprintf("%d training pairs", len(opts.Train))
	}
	e.fold = assignFolds(problems, opts.Folds)
	for _, m := range measures() {
		e.thresholds[m.Key] = learnByFolds(m, e.rows, e.fold)
	}
	if folds := min(opts.Folds, len(problems)); folds > 1 {
		return fmt.Sprintf("%d folds by problem", folds)
	}
	return "nothing: folds need two problems"
}

// group computes the figures of the selected rows.
func (e *evaluation) group(name string, selects func(Row) bool) Group {
	var rows []Row
	g := Group{Name: name}
	for _, row := range e.rows {
		if selects(row) {
			rows = append(rows, row)
			if row.Copied {
				g.Copies += row.pairs()
			} else {
				g.Honest += row.pairs()
			}
		}
	}
	for _, m := range measures() {
		c := m.curve(rows)
		f := Figures{
			Measure: m.Key, Baseline: m.Baseline, name: m.Name, lowerIsStronger: m.LowerIsStronger,
			AUC: Number(c.AUC()), AP: Number(c.AveragePrecision()),
			RecallAt1: Number(c.RecallAt(0.01)), RecallAt01: Number(c.RecallAt(0.001)),
			RPrecision: Number(c.RPrecision()),
			LearnedF1:  e.learnedF(m, 0, rows),
			LearnedF15: e.learnedF(m, 1, rows),
		}
		best, threshold := c.BestF(betas[0])
		f.BestF1, f.BestF1Threshold = Number(best), Number(m.flip(threshold))
		best, threshold = c.BestF(betas[1])
		f.BestF15, f.BestF15Threshold = Number(best), Number(m.flip(threshold))
		g.Measures = append(g.Measures, f)
	}
	return g
}

// learnedF returns the F-beta of rows at learned thresholds; NaN without thresholds or without copies.
func (e *evaluation) learnedF(m measure, beta int, rows []Row) Number {
	var o outcome
	if thresholds := e.thresholds[m.Key]; thresholds != nil {
		for _, row := range rows {
			o.add(row.pairs(), row.Copied, m.score(row) >= thresholds[e.fold[row.Problem]][beta])
		}
	}
	if o.TP+o.FN == 0 {
		return Number(math.NaN())
	}
	return Number(o.f(betas[beta]))
}

// levels lists the levels of the copies: numbers first, ascending, then other names.
func levels(rows []Row) []string {
	names := make(map[string]bool)
	for _, row := range rows {
		if row.Copied && row.Level != "" {
			names[row.Level] = true
		}
	}
	number := func(name string) float64 {
		n, err := strconv.ParseFloat(name, 64)
		if err != nil || math.IsNaN(n) {
			return math.Inf(1)
		}
		return n
	}
	return slices.SortedFunc(maps.Keys(names), func(a, b string) int {
		return cmp.Or(cmp.Compare(number(a), number(b)), strings.Compare(a, b))
	})
}
