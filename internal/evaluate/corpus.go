package evaluate

import (
	"math"
	"slices"

	"github.com/ojcheck/ojcheck/internal/check"
)

// corpus holds the programs of one pool as vectors over their shingles, for the baselines.
type corpus map[string]vector // by path

// vector has an entry for each distinct shingle of a program, in ascending order.
type vector struct {
	shingles []uint64
	weights  []float64 // TF-IDF
	length   float64   // Euclidean length of the weights
}

// newCorpus makes a corpus of programs with different paths. The order of their shingles does not matter.
func newCorpus(programs []check.ScoredProgram) corpus {
	vectors := make(corpus, len(programs))
	frequency := make(map[uint64]int) // programs with a shingle
	for _, program := range programs {
		v := countShingles(program.Shingles)
		for _, shingle := range v.shingles {
			frequency[shingle]++
		}
		vectors[program.Path] = v
	}
	for path, v := range vectors {
		for i, shingle := range v.shingles {
			v.weights[i] *= 1 + math.Log(float64(1+len(programs))/float64(1+frequency[shingle]))
			v.length += v.weights[i] * v.weights[i]
		}
		v.length = math.Sqrt(v.length)
		vectors[path] = v
	}
	return vectors
}

// countShingles makes a vector of the count of each shingle except 0.
func countShingles(shingles []uint64) (v vector) {
	sorted := slices.Sorted(slices.Values(shingles))
	for i, shingle := range sorted {
		switch {
		case shingle == 0:
		case i > 0 && sorted[i-1] == shingle:
			v.weights[len(v.weights)-1]++
		default:
			v.shingles = append(v.shingles, shingle)
			v.weights = append(v.weights, 1)
		}
	}
	return v
}

// compare returns the Jaccard index and the TF-IDF cosine of two programs, from 0 to 1; 0 if a program is not
// in the corpus.
func (c corpus) compare(left, right string) (jaccard, cosine float64) {
	a, b := c[left], c[right]
	both, product := 0, 0.0
	for i, shingle := range a.shingles {
		if j, shared := slices.BinarySearch(b.shingles, shingle); shared {
			both++
			product += a.weights[i] * b.weights[j]
		}
	}
	if both == 0 {
		return 0, 0
	}
	jaccard = float64(both) / float64(len(a.shingles)+len(b.shingles)-both)
	return jaccard, min(1, product/(a.length*b.length))
}
