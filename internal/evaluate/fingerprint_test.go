package evaluate_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/evaluate"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/simhash"
)

// productionRecipe makes the fingerprints of package program.
func TestProductionRecipe(t *testing.T) {
	t.Parallel()
	for path, p := range lexAll(t, submissions) {
		features := productionRecipe.features(p, nil)
		got, ok := program.Fingerprint(p.tokens)
		if want := draw(features, 0); ok != (features != nil) || ok && got != want {
			t.Errorf("%s: fingerprint %v, %v; by the recipe %v, %v", path, got, ok, want, features != nil)
		}
	}
}

const draws, drawsOfMany = 12, 4 // the last for the 13,101 programs

// docs/fingerprints.md quotes the golden file of all recipes. For each set it has the ROC-AUC of
// the Hamming distance, the percentage of copies within 3, 6 and 11 bits, and the honest
// pairs within 11. For the 13,101 programs: how many others share a 16-bit block with one, on
// average and in the worst hundredth.
func TestFingerprintRecipes(t *testing.T) {
	data := os.Getenv("OJCHECK_DATA")
	if !*ablate || data == "" {
		t.Skip("run with -ablate, and with $OJCHECK_DATA as for the published sets")
	}
	type set struct {
		rows     []evaluate.Row
		programs map[string]lexedProgram
	}
	own := lexAll(t, submissions)
	sets := []set{{score(t, submissions, ownLabels, false).Rows, own}}
	for _, s := range publishedSets {
		dir := filepath.Join(data, s.name)
		files := filepath.Join(dir, "files")
		sets = append(sets, set{score(t, files, filepath.Join(dir, "pairs.csv"), s.closed).Rows, lexAll(t, files)})
	}
	many := lexAll(t, filepath.Join(data, "speed-gcj2020-java.zip"))

	var table strings.Builder
	fmt.Fprintf(&table, "%-22s", "")
	for _, name := range []string{"submissions", "ConPlag raw", "template-free", "VK Cup 2015"} {
		fmt.Fprintf(&table, "%33s", name)
	}
	fmt.Fprintf(&table, "%17s\n%-22s%s%17s\n", "13,101 programs", "shingles, weights",
		strings.Repeat("     AUC   k=3   k=6  k=11 honest", len(sets)), "mean     p99")
	for _, r := range recipes() {
		common := commonShingles(own, r.lengths)
		fmt.Fprintf(&table, "%-22s", r.name)
		for _, s := range sets {
			table.WriteString(r.measure(s.rows, s.programs, common))
		}
		mean, p99 := r.candidates(many, common)
		fmt.Fprintf(&table, " %8.1f %7d\n", mean, p99)
	}
	compareGolden(t, "fingerprints.golden", table.String())
}

// measure returns the figures of a labelled set, averaged over the draws.
func (r recipe) measure(rows []evaluate.Row, programs map[string]lexedProgram, common map[string]map[uint64]bool) string {
	features := make(map[string][]simhash.Feature)
	for path, p := range programs {
		features[path] = r.features(p, common[p.family])
	}
	var auc, copies float64
	var near [evaluate.NoDistance + 1]struct{ copied, honest float64 }
	for number := range uint64(draws) {
		fingerprints := make(map[string]simhash.Fingerprint)
		for path, list := range features {
			fingerprints[path] = draw(list, number)
		}
		var scores []float64
		var copied []bool
		for _, row := range rows {
			distance := evaluate.NoDistance
			if features[row.Left] != nil && features[row.Right] != nil && programs[row.Left].family == programs[row.Right].family {
				distance = simhash.Distance(fingerprints[row.Left], fingerprints[row.Right])
			}
			scores, copied = append(scores, -float64(distance)), append(copied, row.Copied)
			if row.Copied {
				copies++
				near[distance].copied++
			} else {
				near[distance].honest++
			}
		}
		auc += evaluate.NewCurve(scores, copied).AUC()
	}
	for k := 1; k < len(near); k++ {
		near[k].copied += near[k-1].copied
		near[k].honest += near[k-1].honest
	}
	return fmt.Sprintf("  %6.4f %5.1f %5.1f %5.1f %6.1f", auc/draws, 100*near[3].copied/copies,
		100*near[6].copied/copies, 100*near[11].copied/copies, near[11].honest/draws)
}

// candidates returns how many programs share one of four 16-bit blocks with a program, counted
// for each block: the mean and the 99th percentile. They show how crowded the fingerprints are.
func (r recipe) candidates(programs map[string]lexedProgram, common map[string]map[uint64]bool) (mean float64, p99 int) {
	var features [][]simhash.Feature
	for _, p := range programs {
		if list := r.features(p, common[p.family]); list != nil {
			features = append(features, list)
		}
	}
	layout, err := simhash.NewLayout(16, 16, 16, 16)
	if err != nil {
		panic(err) // the widths are known
	}
	var counts []int
	total := 0
	for number := range uint64(drawsOfMany) {
		var having [4]map[uint32]int
		for block := range having {
			having[block] = make(map[uint32]int)
		}
		var fingerprints []simhash.Fingerprint
		for _, list := range features {
			f := draw(list, number)
			fingerprints = append(fingerprints, f)
			for block, value := range layout.Blocks(f) {
				having[block][value]++
			}
		}
		for _, f := range fingerprints {
			n := 0
			for block, value := range layout.Blocks(f) {
				n += having[block][value] - 1
			}
			counts = append(counts, n)
			total += n
		}
	}
	slices.Sort(counts)
	return float64(total) / float64(len(counts)), counts[len(counts)*99/100]
}
