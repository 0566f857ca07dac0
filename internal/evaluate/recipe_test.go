package evaluate_test

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"testing"

	"github.com/ojcheck/ojcheck/internal/evaluate"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/simhash"
)

// recipe is a way to make fingerprints.
type recipe struct {
	name    string
	lengths []int // lengths of the shingles, in tokens; the features have shingles of all lengths
	weight  func(count, informative int) int64
	// uncommon omits common shingles: shingles in more than a quarter of the project's own programs
	// in the family of languages.
	uncommon bool
}

// weightings are the ways to weigh a shingle: by how often it occurs in the program (count), and by how
// many of its tokens are not names, types or punctuation (informative).
var weightings = []struct {
	name   string
	weight func(count, informative int) int64
}{
	{"equal", func(_, _ int) int64 { return 1 }},
	{"log count", func(count, _ int) int64 { return int64(bits.Len(uint(count))) }},
	{"root count", func(count, _ int) int64 { return int64(math.Round(100 * math.Sqrt(float64(count)))) }},
	{"count", func(count, _ int) int64 { return int64(count) }},
	{"informative", informative},
	{"informative squared", func(_, informative int) int64 { return int64(informative * informative) }},
	{"informative, log count", func(count, informative int) int64 { return int64(informative * bits.Len(uint(count))) }},
}

func informative(_, informative int) int64 { return int64(informative) }

// productionRecipe is the recipe of program.Fingerprint.
var productionRecipe = recipe{lengths: []int{8}, weight: informative}

func recipes() []recipe {
	var list []recipe
	for length := 3; length <= 10; length++ {
		for _, w := range weightings {
			list = append(list, recipe{fmt.Sprintf("%d %s", length, w.name), []int{length}, w.weight, false})
		}
	}
	list = append(list, recipe{"4 and 8 informative", []int{4, 8}, informative, false},
		recipe{"3 to 8 equal", []int{3, 4, 5, 6, 7, 8}, weightings[0].weight, false})
	for _, length := range []int{5, 8} {
		list = append(list, recipe{fmt.Sprintf("%d equal, uncommon", length), []int{length}, weightings[0].weight, true},
			recipe{fmt.Sprintf("%d informative, uncommon", length), []int{length}, informative, true})
	}
	return list
}

// lexedProgram has a program's tokens and the family of its language.
type lexedProgram struct {
	tokens []lexer.Token
	family string
}

// lexAll reads the programs below a path or in an archive, by path.
func lexAll(t *testing.T, path string) map[string]lexedProgram {
	t.Helper()
	set, err := intake.Read(t.Context(), []string{path}, intake.Options{Layout: evaluate.FileLayout})
	must(t, err)
	programs := make(map[string]lexedProgram)
	for _, s := range set.Submissions {
		language, ok := lexer.ByName(s.Language)
		if !ok {
			continue
		}
		if p, err := program.Read(t.Context(), s.Files, language, false); err == nil {
			programs[s.Path] = lexedProgram{p.Tokens, language.Family}
		}
	}
	return programs
}

// features returns the features of a program by the recipe; nil if there are too few.
func (r recipe) features(p lexedProgram, common map[uint64]bool) []simhash.Feature {
	type shingle struct{ count, informative int }
	sums := make([]int, len(p.tokens)+1) // informative tokens before each token
	for i, token := range p.tokens {
		sums[i+1] = sums[i]
		if !slices.Contains([]string{"I", "T", "(", ")", "{", "}", ",", ";", ".", "::"}, token.Text) {
			sums[i+1]++
		}
	}
	var features []simhash.Feature
	for _, length := range r.lengths {
		shingles := make(map[uint64]shingle)
		for i, hash := range lexer.Shingles(p.tokens, length) {
			if hash == 0 || r.uncommon && common[hash] {
				continue
			}
			shingles[hash] = shingle{shingles[hash].count + 1, sums[i+length] - sums[i]}
		}
		for hash, s := range shingles {
			features = append(features, simhash.Feature{Hash: hash, Weight: r.weight(s.count, s.informative)})
		}
	}
	if len(features) < 24 {
		return nil
	}
	return features
}

// commonShingles returns the shingles that more than a quarter of the programs of a family have,
// by family.
func commonShingles(programs map[string]lexedProgram, lengths []int) map[string]map[uint64]bool {
	counts, sizes := make(map[string]map[uint64]int), make(map[string]int)
	for _, p := range programs {
		if counts[p.family] == nil {
			counts[p.family] = make(map[uint64]int)
		}
		sizes[p.family]++
		for _, length := range lengths {
			shingles := lexer.Shingles(p.tokens, length)
			slices.Sort(shingles)
			for _, hash := range slices.Compact(shingles) {
				counts[p.family][hash]++
			}
		}
	}
	common := make(map[string]map[uint64]bool)
	for family, list := range counts {
		common[family] = make(map[uint64]bool)
		for hash, n := range list {
			common[family][hash] = 4*n > sizes[family]
		}
	}
	return common
}

// fingerprintOf makes a fingerprint with one of many hash functions; 0 is the hash of package
// lexer. The result of one hash function is partly luck, so tests compare recipes over several.
// It mixes bits like SplitMix64 (Steele, Lea and Flood 2014).
func fingerprintOf(features []simhash.Feature, hashFunction uint64) simhash.Fingerprint {
	if hashFunction > 0 {
		features = slices.Clone(features)
		for i, f := range features {
			h := f.Hash + hashFunction*0x9e3779b97f4a7c15
			h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
			h = (h ^ h>>27) * 0x94d049bb133111eb
			features[i].Hash = h ^ h>>31
		}
	}
	return simhash.Sum(features)
}
