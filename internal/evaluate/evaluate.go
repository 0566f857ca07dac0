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

type Options struct {
	// Train, if not empty, holds the rows from which to learn thresholds; otherwise
	// Evaluate learns them by Folds folds of the problems.
	Train     []Row
	Folds     int
	ByProblem bool // also figures of each problem
}

// Evaluate computes the figures of all measures on the rows. Their order does not matter.
func Evaluate(rows []Row, opts Options) *Report {
	e := newEvaluation(rows, opts)
	r := &Report{
		Problems:        len(e.problems),
		Pairs:           len(rows),
		ThresholdSource: e.source,
		NotStored:       countNotStored(rows),
		Measures:        e.figures(e.all),
	}
	r.Copies, r.Honest = count(rows, e.all)
	if opts.ByProblem {
		for _, problem := range e.problems {
			r.ByProblem = append(r.ByProblem, e.group(problem, func(row Row) bool { return row.Problem == problem }))
		}
	}
	for _, level := range levels(rows) {
		r.ByLevel = append(r.ByLevel, e.group(level, func(row Row) bool { return !row.Copied || row.Level == level }))
	}
	r.Recommended = recommendThreshold(rows)
	return r
}

// The reported values of beta.
const (
	beta1  = 1.0
	beta15 = 1.5
)

// evaluation is the state of Evaluate.
type evaluation struct {
	rows            []Row
	all             []int    // the index of every row
	problems        []string // sorted
	source          string   // of the learned thresholds
	calledByMeasure map[string][2][]bool
}

func newEvaluation(rows []Row, opts Options) *evaluation {
	e := &evaluation{rows: rows, calledByMeasure: make(map[string][2][]bool)}
	names := make(map[string]bool)
	for i, row := range rows {
		e.all = append(e.all, i)
		names[row.Problem] = true
	}
	e.problems = slices.Sorted(maps.Keys(names))
	fold := AssignFolds(e.problems, opts.Folds)
	learn := func(m Measure, beta float64) []bool { return learnByFolds(m, rows, fold, beta) }
	switch k := min(opts.Folds, len(e.problems)); {
	case len(opts.Train) > 0:
		e.source = fmt.Sprintf("%d training pairs", len(opts.Train))
		learn = func(m Measure, beta float64) []bool { return learnFrom(opts.Train, m, rows, beta) }
	case k < 2:
		e.source = "nothing: folds take two problems"
	default:
		e.source = fmt.Sprintf("%d folds by problem", k)
	}
	for _, m := range Measures() {
		e.calledByMeasure[m.Key] = [2][]bool{learn(m, beta1), learn(m, beta15)}
	}
	return e
}

// group computes the figures of the rows that a condition selects.
func (e *evaluation) group(name string, selects func(Row) bool) Group {
	var chosen []int
	for i, row := range e.rows {
		if selects(row) {
			chosen = append(chosen, i)
		}
	}
	g := Group{Name: name, Measures: e.figures(chosen)}
	g.Copies, g.Honest = count(e.rows, chosen)
	return g
}

// figures computes the figures of all measures on the chosen rows.
func (e *evaluation) figures(chosen []int) []Figures {
	rows := make([]Row, len(chosen))
	for i, index := range chosen {
		rows[i] = e.rows[index]
	}
	var list []Figures
	for _, m := range Measures() {
		c := m.curve(rows)
		f := Figures{
			Measure: m.Key, Baseline: m.Baseline, name: m.Name, lowerIsStronger: m.LowerIsStronger,
			AUC: Number(c.AUC()), AP: Number(c.AveragePrecision()),
			RecallAt1: Number(c.RecallAt(0.01)), RecallAt01: Number(c.RecallAt(0.001)),
			RPrecision: Number(c.RPrecision()),
			LearnedF1:  e.learnedF(m, 0, chosen, beta1),
			LearnedF15: e.learnedF(m, 1, chosen, beta15),
		}
		best, at := c.Best(beta1)
		f.BestF1, f.BestF1Threshold = Number(best), Number(m.threshold(at))
		best, at = c.Best(beta15)
		f.BestF15, f.BestF15Threshold = Number(best), Number(m.threshold(at))
		list = append(list, f)
	}
	return list
}

// learnedF returns the F-beta of the chosen rows at learned thresholds; NaN without
// thresholds or without copies.
func (e *evaluation) learnedF(m Measure, which int, chosen []int, beta float64) Number {
	called := e.calledByMeasure[m.Key][which]
	var o Outcome
	for _, i := range chosen {
		if called != nil {
			o.Add(e.rows[i].Copied, called[i])
		}
	}
	if o.TP+o.FN == 0 {
		return Number(math.NaN())
	}
	return Number(o.F(beta))
}

func count(rows []Row, chosen []int) (copies, honest int) {
	for _, i := range chosen {
		if rows[i].Copied {
			copies++
		} else {
			honest++
		}
	}
	return copies, honest
}

// levels lists the levels of the copies, numbers first and in their order.
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
