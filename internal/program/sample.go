package program

import (
	"slices"

	"github.com/ojcheck/ojcheck/lexer"
)

// SampleVersion is the version of samples, stored with each: only samples of one version can
// be compared. It changes with the tokens; raise its last digits when a change here alters
// any sample.
const SampleVersion = lexer.Version*100 + 1

const (
	// SampleShingle is the number of tokens of a sampled shingle.
	SampleShingle = 12
	// sampleWindow is the number of consecutive shingles with at least one sampled.
	sampleWindow = 16
)

// GuaranteedRun is the length in tokens of the shortest run of equal tokens that guarantees
// two programs a common shingle in their samples.
const GuaranteedRun = SampleShingle + sampleWindow - 1

// Sample returns some of a whole program's shingles, by which the archive finds programs
// with parts of it: of every sampleWindow consecutive shingles the one with the smallest
// hash, the last of equal ones (winnowing: Schleimer, Wilkerson and Aiken 2003). Like
// [Fingerprint] it includes base code and depends on the tokens alone. Two equal runs of
// [GuaranteedRun] tokens always have a sampled shingle in common.
//
// A shingle is given by its lower 32 bits, which the choice hardly depends on. They are
// distinct and sorted. A program of fewer than SampleShingle tokens has none.
// docs/fingerprints.md has the measurements behind this.
func Sample(tokens []lexer.Token) []uint32 { return sample(lexer.Symbols(tokens)) }

func sample(symbols []lexer.Symbol) []uint32 {
	var sample []uint32
	shingles := lexer.ShinglesOf(symbols, SampleShingle)
	for start := 0; start < len(shingles); {
		if shingles[start] == 0 { // it crosses the joint of two files
			start++
			continue
		}
		end := start
		for end < len(shingles) && shingles[end] != 0 {
			end++
		}
		sample = winnow(sample, shingles[start:end])
		start = end
	}
	slices.Sort(sample)
	return slices.Compact(sample)
}

// winnow appends the smallest shingle of each window, or of all if they are fewer than a
// window.
func winnow(sample []uint32, shingles []uint64) []uint32 {
	smallest := -1 // index of the last sampled shingle
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
