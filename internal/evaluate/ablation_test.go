package evaluate_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/evaluate"
)

var ablate = flag.Bool("ablate", false, "measure the figures without each rule and part; takes some minutes")

// The golden file has the average precision of the suspicion on each set. It also has the change of the
// average precision without each rule of the normalisation and each part of the suspicion.
// docs/suspicion.md quotes it.
func TestAblation(t *testing.T) {
	if !*ablate {
		t.Skip("run with -ablate, and with $OJCHECK_DATA as for the published sets")
	}
	sets := append(publishedSets(t, allSets...), ownSet)
	measure := func(without ...string) (list []float64) {
		for _, set := range sets {
			r := score(t, set, without...).Evaluate(evaluate.Options{Folds: 5})
			list = append(list, float64(r.Measures[0].AP))
		}
		return list
	}
	var table strings.Builder
	row := func(name, verb string, values []float64) {
		fmt.Fprintf(&table, "%-16s", name)
		for i, v := range values {
			fmt.Fprintf(&table, "  "+verb, len(sets[i].name), v)
		}
		fmt.Fprintln(&table)
	}
	fmt.Fprintf(&table, "%-16s", "without")
	for _, set := range sets {
		fmt.Fprintf(&table, "  %s", set.name)
	}
	fmt.Fprintln(&table)
	all := measure()
	row("nothing", "%*.4f", all)
	for _, name := range check.Measurable() {
		lost := measure(name)
		for i := range lost {
			lost[i] -= all[i]
		}
		row(name, "%+*.4f", lost)
	}
	compareGolden(t, "ablation.golden", table.String())
}
