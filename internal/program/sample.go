package program

import (
	"slices"

	"github.com/ojcheck/ojcheck/lexer"
)

// SampleVersion is stored with each sample: only samples of one version can be compared. It changes with
// the tokens. Add 1 when a change here alters any sample.
const SampleVersion = lexer.Version*100 + 1

// IndexVersion is stored with each entry of the archive's index. It changes with the two other versions.
const IndexVersion = FingerprintVersion*100 + SampleVersion%100

const (
	// SampleShingle is the number of tokens of a sampled shingle.
	SampleShingle = 12
	// At least one of any sampleWindow consecutive shingles is sampled.
	sampleWindow = 16
)

// Sample returns some shingles of a whole program, by which the archive finds programs that share
// code. From every sampleWindow consecutive shingles it takes the shingle with the smallest hash, the last
// of equal shingles (winnowing: Schleimer, Wilkerson and Aiken 2003). Like [Fingerprint] it includes
// base code and depends only on the tokens; docs/fingerprints.md has the measurements behind both.
//
// The result holds the lower 32 bits of each chosen shingle, distinct and sorted. The upper 32 bits would add
// little, because they decide which shingles are chosen. A program of fewer than SampleShingle tokens has no sample.
func Sample(symbols []lexer.Symbol) []uint32 {
	var sample []uint32
	shingles := lexer.ShinglesOf(symbols, SampleShingle)
	for start := 0; start < len(shingles); start++ {
		end := start
		for end < len(shingles) && shingles[end] != 0 { // 0 stands for a shingle of two files
			end++
		}
		if end > start {
			sample = winnow(sample, shingles[start:end])
		}
		start = end
	}
	slices.Sort(sample)
	return slices.Compact(sample)
}

// winnow appends the smallest shingle of each window, or of all if there is no full window.
func winnow(sample []uint32, shingles []uint64) []uint32 {
	smallest := -1 // index of the smallest shingle of the previous window; it is in the sample
	for end := min(sampleWindow, len(shingles)); end <= len(shingles); end++ {
		start := max(0, end-sampleWindow)
		switch last := end - 1; {
		case smallest < start:
			smallest = start
			for i, shingle := range shingles[start:end] {
				if shingle <= shingles[smallest] {
					smallest = start + i
				}
			}
		case shingles[last] <= shingles[smallest]:
			smallest = last
		default:
			continue // already sampled
		}
		sample = append(sample, uint32(shingles[smallest]))
	}
	return sample
}
