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
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/simhash"
)

// productionRecipe makes the fingerprints of package program.
func TestProductionRecipe(t *testing.T) {
	t.Parallel()
	for path, p := range lexAll(t, submissions) {
		features := productionRecipe.features(p, nil)
		got, ok := program.Fingerprint(lexer.Symbols(p.tokens))
		if want := fingerprintOf(features, 0); ok != (features != nil) || ok && got != want {
			t.Errorf("%s: fingerprint %v, known: %v; by the recipe %v, known: %v", path, got, ok, want, features != nil)
		}
	}
}

const hashFunctions, hashFunctionsOfLargeSet = 12, 4 // for the labelled sets, and for the 13,101 programs

// docs/fingerprints.md quotes the golden file of all recipes. For each set it has the ROC-AUC of the
// Hamming distance, the percentage of copies within 3, 6 and 11 bits, and the number of honest pairs
// within 11 bits. For the 13,101 programs it has the number of programs that share a 16-bit block with
// another program: the mean and the 99th percentile.
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
	sets := []set{{score(t, ownSet).Rows, own}}
	for _, s := range publishedSets(t, fingerprintSets...) {
		sets = append(sets, set{scoreEach(t, s), lexAll(t, s.files)})
	}
	many := lexAll(t, filepath.Join(data, "speed-gcj2020-java.zip"))

	var table strings.Builder
	fmt.Fprintf(&table, "%-26s", "")
	for _, name := range []string{"submissions", "ConPlag raw", "template-free", "VK Cup 2015"} {
		fmt.Fprintf(&table, "%33s", name)
	}
	fmt.Fprintf(&table, "%17s\n%-26s%s%17s\n", "13,101 programs", "shingles, weights",
		strings.Repeat("     AUC   k=3   k=6  k=11 honest", len(sets)), "mean     p99")
	for _, r := range recipes() {
		common := commonShingles(own, r.lengths)
		fmt.Fprintf(&table, "%-26s", r.name)
		for _, s := range sets {
			table.WriteString(r.measure(s.rows, s.programs, common))
		}
		mean, p99 := r.candidates(many, common)
		fmt.Fprintf(&table, " %8.1f %7d\n", mean, p99)
	}
	compareGolden(t, "fingerprints.golden", table.String())
}

// measure returns the figures of a labelled set, averaged over the hash functions.
func (r recipe) measure(rows []evaluate.Row, programs map[string]lexedProgram, common map[string]map[uint64]bool) string {
	features := make(map[string][]simhash.Feature)
	for path, p := range programs {
		features[path] = r.features(p, common[p.family])
	}
	var auc, copies float64
	var atDistance [evaluate.MaxDistance + 1]struct{ copied, honest float64 }
	for hashFunction := range uint64(hashFunctions) {
		fingerprints := make(map[string]simhash.Fingerprint)
		for path, list := range features {
			fingerprints[path] = fingerprintOf(list, hashFunction)
		}
		var scores []float64
		var copied []bool
		for _, row := range rows {
			distance := evaluate.MaxDistance
			if features[row.Left] != nil && features[row.Right] != nil && programs[row.Left].family == programs[row.Right].family {
				distance = simhash.Distance(fingerprints[row.Left], fingerprints[row.Right])
			}
			scores, copied = append(scores, -float64(distance)), append(copied, row.Copied)
			if row.Copied {
				copies++
				atDistance[distance].copied++
			} else {
				atDistance[distance].honest++
			}
		}
		auc += evaluate.NewCurve(scores, copied, nil).AUC()
	}
	for k := 1; k < len(atDistance); k++ {
		atDistance[k].copied += atDistance[k-1].copied
		atDistance[k].honest += atDistance[k-1].honest
	}
	return fmt.Sprintf("  %6.4f %5.1f %5.1f %5.1f %6.1f", auc/hashFunctions, 100*atDistance[3].copied/copies,
		100*atDistance[6].copied/copies, 100*atDistance[11].copied/copies, atDistance[11].honest/hashFunctions)
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
	for hashFunction := range uint64(hashFunctionsOfLargeSet) {
		var programsByValue [4]map[uint32]int
		for block := range programsByValue {
			programsByValue[block] = make(map[uint32]int)
		}
		var fingerprints []simhash.Fingerprint
		for _, list := range features {
			f := fingerprintOf(list, hashFunction)
			fingerprints = append(fingerprints, f)
			for block, value := range layout.Blocks(f) {
				programsByValue[block][value]++
			}
		}
		for _, f := range fingerprints {
			n := 0
			for block, value := range layout.Blocks(f) {
				n += programsByValue[block][value] - 1
			}
			counts = append(counts, n)
			total += n
		}
	}
	slices.Sort(counts)
	return float64(total) / float64(len(counts)), counts[len(counts)*99/100]
}
