package evaluate

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// must ends the test if there is an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// wantEqual fails the test if two values differ.
func wantEqual(t testing.TB, what string, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// rowsOfTwoProblems returns rows of the problems A and B. The suspicions of B are .3 lower.
func rowsOfTwoProblems() []Row {
	var rows []Row
	for _, problem := range []string{"A", "B"} {
		low := map[string]float64{"A": 0, "B": .3}[problem]
		for i, suspicion := range []float64{.9, .8, .7, .6, .5, .4} {
			row := Row{
				Left: fmt.Sprintf("%s/%d", problem, i), Right: problem + "/z", Problem: problem,
				Copied: i < 2 || i == 3, Suspicion: suspicion - low, Similarity: .5, Hamming: 10 * i,
			}
			if row.Copied {
				row.Level = fmt.Sprint(1 + i*5) // 1, 6, 16
			} else {
				row.Level = "0"
			}
			if i == 5 {
				row.NotStoredReason = "suspicion below --keep 0.2"
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// Evaluate counts pairs, groups them by level and problem, and learns thresholds by cross-validation.
func TestEvaluate(t *testing.T) {
	t.Parallel()
	rows := rowsOfTwoProblems()
	r := evaluate(rows, Options{Folds: 5, ByProblem: true})
	if r.Problems != 2 || r.Pairs != 12 || r.Copies != 6 || r.Honest != 6 {
		t.Errorf("counts %+v, want 2 problems, 12 pairs, 6 copies and 6 honest pairs", r)
	}
	if r.ThresholdSource != "2 folds by problem" {
		t.Errorf("thresholds learned from %q, want 2 folds by problem", r.ThresholdSource)
	}
	wantEqual(t, "not stored", []NotStoredPairs{{"suspicion below --keep 0.2", 0, 2}}, r.NotStored)
	var levels []string
	for _, g := range r.ByLevel {
		levels = append(levels, g.Name)
		if g.Copies != 2 || g.Honest != 6 {
			t.Errorf("level %s has %d copies and %d honest pairs", g.Name, g.Copies, g.Honest)
		}
	}
	wantEqual(t, "levels", []string{"1", "6", "16"}, levels)
	for _, g := range r.ByProblem {
		if g.Copies != 3 || g.Honest != 3 {
			t.Errorf("problem %s has %d copies and %d honest pairs", g.Name, g.Copies, g.Honest)
		}
		// Two copies are above all three honest pairs, and one copy is above two honest pairs.
		if want := Number(8. / 9); !almostEqual(float64(g.Measures[0].AUC), float64(want)) {
			t.Errorf("AUC of problem %s is %v, want %v", g.Name, g.Measures[0].AUC, want)
		}
	}
	hamming := r.Measures[4]
	if hamming.Measure != "hamming" || !almostEqual(float64(hamming.AUC), 8./9) {
		t.Errorf("the figures of the Hamming distance are %+v, want an AUC of 8/9: low distances are suspicious", hamming)
	}
	if hamming.BestF1Threshold != 35 {
		t.Errorf("the threshold of the Hamming distance is %v, want 35", hamming.BestF1Threshold)
	}
	// Problem A uses the best threshold of B, .25 (F1 6/7). It calls all pairs of A copied: 3 TP, 3 FP.
	// Problem B uses the best threshold of A, .55. It calls only the pair with .6 copied: 1 TP, 2 FN.
	if got, want := float64(r.Measures[0].LearnedF1), (outcome{4, 3, 2}).f(1); !almostEqual(got, want) {
		t.Errorf("F1 by folds is %v, want %v", got, want)
	}
}

// With training pairs, Evaluate learns the thresholds from them.
func TestEvaluateWithTraining(t *testing.T) {
	t.Parallel()
	train := []Row{{Copied: true, Suspicion: .8, Hamming: 1}, {Suspicion: .7, Hamming: 9}}
	r := evaluate(rowsOfTwoProblems(), Options{Train: train, Folds: 5})
	if r.ThresholdSource != "2 training pairs" {
		t.Errorf("thresholds learned from %q, want 2 training pairs", r.ThresholdSource)
	}
	// The pairs at .75 or above are .9 and .8 of A, both copies.
	if got, want := float64(r.Measures[0].LearnedF1), (outcome{2, 0, 4}).f(1); !almostEqual(got, want) {
		t.Errorf("F1 of the suspicion is %v, want %v", got, want)
	}
	// Only the first copy of each problem is within 5 bits.
	if got, want := float64(r.Measures[4].LearnedF15), (outcome{2, 0, 4}).f(1.5); !almostEqual(got, want) {
		t.Errorf("F1.5 of the Hamming distance is %v, want %v", got, want)
	}
	if got := r.Measures[5].LearnedF1; got.defined() {
		t.Errorf("a baseline has the learned F1 %v, want none: the training rows have no baseline scores", got)
	}
}

// The recommendation counts the copies and the honest pairs at or above its threshold. Without copies there is none.
func TestRecommendation(t *testing.T) {
	t.Parallel()
	r := evaluate(rowsOfTwoProblems(), Options{Folds: 2}).Recommended
	count := outcome{}
	for _, row := range rowsOfTwoProblems() {
		count.add(1, row.Copied, row.Suspicion >= float64(r.Threshold))
	}
	if r.Copies != count.TP || r.Honest != count.FP || !almostEqual(float64(r.F15), count.f(1.5)) {
		t.Errorf("the recommendation is %+v, but its threshold gives %+v", r, count)
	}
	// At .35 or above there are five copies (all but the copy of B at .3) and four honest pairs.
	wantEqual(t, "listed from 0.35", ListedPairs{0.35, 0, 5, 4, 2}, countListed(0.35, 0, rowsOfTwoProblems()))
	// Rows 0 and 2 have a chance of at most 1. Row 0 is a copy, and row 2 stands for seven honest pairs.
	rows := rowsOfTwoProblems()
	for i := range rows {
		rows[i].Chance = weakestChance
	}
	rows[0].Chance, rows[2].Chance, rows[2].Pairs, rows[1].Chance = 1, 0.5, 7, 1.5
	wantEqual(t, "one by chance", ListedPairs{0, 1, 1, 7, 1}, evaluate(rows, Options{Folds: 2}).OneByChance)
	wantEqual(t, "one by chance from 0.75", ListedPairs{0.75, 1, 1, 0, 0}, countListed(0.75, 1, rows))
	rows[0].NotStoredReason = reasonBeyondBound
	wantEqual(t, "from 0.5, without the pairs beyond the bound", ListedPairs{0.5, 0, 4, 8, 1}, countListed(0.5, 0, rows))
	honest := []Row{{Suspicion: .3}, {Suspicion: .1}}
	if r := evaluate(honest, Options{Folds: 2}).Recommended; r != nil {
		t.Errorf("without copies, %+v is recommended, want nothing", r)
	}
}

// The output does not depend on the order of the rows.
func TestOrderDoesNotMatter(t *testing.T) {
	t.Parallel()
	rows := rowsOfTwoProblems()
	random := rand.New(rand.NewPCG(3, 4))
	want := outputOf(t, rows)
	for range 5 {
		random.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		if diff := cmp.Diff(want, outputOf(t, rows)); diff != "" {
			t.Fatalf("another order of rows changes the output (-want +got):\n%s", diff)
		}
	}
}

// outputOf returns the complete output for rows.
func outputOf(t *testing.T, rows []Row) string {
	t.Helper()
	r := evaluate(rows, Options{Folds: 2, ByProblem: true})
	var out bytes.Buffer
	for _, write := range []func(io.Writer) error{
		r.Table, r.JSON,
		func(w io.Writer) error { return WriteScores(w, rows) },
		func(w io.Writer) error { return Plot(w, rows, r.Recommended) },
	} {
		must(t, write(&out))
	}
	return out.String()
}

// In JSON, undefined figures are null and empty lists are [].
func TestJSONHasNullForUndefined(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	must(t, evaluate([]Row{{Suspicion: .5}}, Options{Folds: 5}).JSON(&out))
	var got struct {
		Unstored    []NotStoredPairs `json:"not_stored"`
		Measures    []map[string]any `json:"measures"`
		Recommended *Recommendation  `json:"recommended"`
	}
	must(t, json.Unmarshal(out.Bytes(), &got))
	if auc, ok := got.Measures[0]["roc_auc"]; !ok || auc != nil {
		t.Errorf("AUC without copies is %v, want null", auc)
	}
	if got.Recommended != nil || got.Unstored == nil {
		t.Errorf("recommended %v, not stored %v: want null and []", got.Recommended, got.Unstored)
	}
	if text, _ := json.Marshal(Number(math.Pi)); string(text) != "3.141593" {
		t.Errorf("pi is written %s, want 3.141593", text)
	}
}

// The table says what could not be measured, stored or recommended.
func TestTableShowsWhatIsMissing(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		rows []Row
		want []string // in this order
	}{
		{"no copies", []Row{{Problem: "A", Suspicion: .5}}, []string{
			"1 labelled pair of 1 problem among 0 files: 0 copies, 1 honest",
			"check would store all of them",
			"learned from nothing: folds need two problems",
			"No threshold is recommended",
			"Problem A: 0 copies, 1 honest: nothing to measure",
		}},
		{"below what check stores", []Row{
			{Problem: "A\x1b[2J", Copied: true, Suspicion: .1}, {Problem: "A\x1b[2J", Suspicion: .04, NotStoredReason: "too low"},
		}, []string{
			"check would not store 1 of them:\ncopies  honest  why\n     0       1  too low\n",
			"Listed by check, of 1 copy and 1 honest pair\n",
			"recommended: --threshold 0.07 --max-chance 0           1   1.000       0            0\n",
			"Recommended: --threshold 0.07.",
			"check stores no pair below --keep 0.2: lower that too.",
			"Problem A␛[2J:",
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := evaluate(test.rows, Options{Folds: 5, ByProblem: true})
			r.Parameters.Keep = 0.2
			var out strings.Builder
			must(t, r.Table(&out))
			rest := out.String()
			for _, want := range test.want {
				_, after, found := strings.Cut(rest, want)
				if !found {
					t.Errorf("%q is missing or in the wrong place in:\n%s", want, out.String())
					continue
				}
				rest = after
			}
		})
	}
}

// The plot shows bins of copies and of honest pairs, the recommended threshold, and a legend.
func TestPlot(t *testing.T) {
	t.Parallel()
	rows := rowsOfTwoProblems()
	rows[0].Suspicion = 1 // belongs to the last bin
	var out bytes.Buffer
	must(t, Plot(&out, rows, recommendThreshold(rows)))
	elements := make(map[string]int) // by name and class
	words := ""
	decoder := xml.NewDecoder(&out)
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("the plot is not XML: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			name := token.Name.Local
			for _, attr := range token.Attr {
				if attr.Name.Local == "class" {
					name += "." + attr.Value
				}
			}
			elements[name]++
		case xml.CharData:
			words += string(token)
		}
	}
	// The six pairs of each kind are in five bins: A and B both have a copy with .6, and an honest pair with .4.
	want := map[string]int{"rect.copies": 5, "rect.honest": 5, "line.threshold": 1, "script": 0}
	for name, n := range want {
		if elements[name] != n {
			t.Errorf("the plot has %d elements %s, want %d", elements[name], name, n)
		}
	}
	for _, want := range []string{"6 copies", "6 honest pairs", "suspicion", "pairs", "recommended: ", "0.98 to 1.00: 1", "prefers-color-scheme: dark"} {
		if !strings.Contains(words, want) {
			t.Errorf("there is no %q in the plot", want)
		}
	}
}

// tickStep returns a step of 1, 2 or 5 times a power of ten.
func TestTickSteps(t *testing.T) {
	t.Parallel()
	for most, want := range map[int]int{1: 1, 5: 1, 6: 2, 10: 2, 11: 5, 26: 10, 2200: 500} {
		if got := tickStep(most); got != want {
			t.Errorf("a scale up to %d has steps of %d, want %d", most, got, want)
		}
	}
}
