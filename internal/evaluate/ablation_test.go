package evaluate_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/evaluate"
)

var ablate = flag.Bool("ablate", false, "measure what each rule and part is worth; some minutes")

// The golden file has the ROC-AUC and average precision of the suspicion, and their loss
// without each rule of the normalisation and each part of the suspicion. The documentation of
// package pairs quotes it.
func TestAblation(t *testing.T) {
	data := os.Getenv("OJCHECK_DATA")
	if !*ablate || data == "" {
		t.Skip("run with -ablate, and with $OJCHECK_DATA as for the published sets")
	}
	measure := func(without ...string) []float64 {
		var list []float64
		add := func(scored *evaluate.ScoredPairs) {
			f := scored.Evaluate(evaluate.Options{Folds: 5}).Measures[0]
			list = append(list, float64(f.AUC), float64(f.AP))
		}
		for _, set := range publishedSets {
			dir := filepath.Join(data, set.name)
			add(score(t, filepath.Join(dir, "files"), filepath.Join(dir, "pairs.csv"), set.closed, without...))
		}
		add(score(t, submissions, ownLabels, false, without...))
		return list
	}
	var table strings.Builder
	row := func(name, verb string, values []float64) {
		fmt.Fprintf(&table, "%-16s", name)
		for _, v := range values {
			fmt.Fprintf(&table, " "+verb, v)
		}
		fmt.Fprintln(&table)
	}
	fmt.Fprintf(&table, "%-16s %15s %15s %15s %15s\n", "", "ConPlag raw", "template-free", "VK Cup 2015", "submissions")
	fmt.Fprintf(&table, "%-16s %s\n", "without", strings.TrimSpace(strings.Repeat("    AUC      AP ", 4)))
	all := measure()
	row("nothing", "%7.4f", all)
	for _, name := range check.Measurable() {
		lost := measure(name)
		for i := range lost {
			lost[i] -= all[i]
		}
		row(name, "%+7.4f", lost)
	}
	compareGolden(t, "ablation.golden", table.String())
}
