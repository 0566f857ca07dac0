package program

import (
	"slices"

	"github.com/ojcheck/ojcheck/lexer"
)

// SampleVersion names how samples are made. It is stored with each: only
// samples of one version can be compared. It is another whenever the tokens are;
// raise its last digits when a change here makes any sample another.
const SampleVersion = lexer.Version*100 + 1

const (
	// SampleShingle is the number of tokens of a sampled shingle.
	SampleShingle = 12
	// sampleWindow is the number of consecutive shingles of which at least one
	// is sampled.
	sampleWindow = 16
)

// GuaranteedRun is the number of tokens of the shortest run, in two programs
// alike, that their samples are sure to have a shingle of in common.
const GuaranteedRun = SampleShingle + sampleWindow - 1

// Sample returns some of a whole program's shingles, by which the archive finds
// programs that have a part of it: of every sampleWindow consecutive shingles
// the one with the smallest hash, the last of several (winnowing: Schleimer,
// Wilkerson and Aiken 2003). As with [Fingerprint], base code is included, for
// the sample depends on the program's tokens alone. Whatever stands around
// them, two equal runs of [GuaranteedRun] tokens have the same shingle sampled.
//
// Of each shingle it gives the lower 32 bits, those of the hash that the choice
// hardly depends on. They are distinct and sorted. A program of fewer than
// SampleShingle tokens has none. The package documentation has the measurements
// behind this.
func Sample(tokens []lexer.Token) []uint32 { return sample(lexer.Symbols(tokens)) }

func sample(symbols []lexer.Symbol) []uint32 {
	var sample []uint32
	shingles := lexer.ShinglesOf(symbols, SampleShingle)
	for start := 0; start < len(shingles); {
		if shingles[start] == 0 { // it would cross the joint of two files
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

// winnow appends the smallest of each window of the shingles; of all of them,
// where they are fewer than a window.
func winnow(sample []uint32, shingles []uint64) []uint32 {
	smallest := -1 // where the one is that was taken last
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
			continue // it was taken already
		}
		sample = append(sample, uint32(shingles[smallest]))
	}
	return sample
}
