package program

import (
	"slices"

	"github.com/ojcheck/ojcheck/internal/boilerplate"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
)

// Sources finds code of known sources in programs.
type Sources struct {
	filter        [sourceBits / 64]uint64 // rejects most shingles that are not in sources (Bloom 1970)
	holders       map[uint64][]int        // for each of Shingles: the indexes of the sources with this shingle
	nameHashes    map[uint64]bool         // Wording and Variables of all sources
	shingleLength int                     // tokens of a shingle
}

// The shortest passages of known sources that are set aside in a program, in shingle lengths.
// Shorter passages are idioms, except in a program that is near a source: its participant had this source, or
// a similar source. Of the stored pairs of 27 programs that people wrote, the limit of six changes the suspicion of
// none, and a limit of four that of half; see docs/known-sources.md.
const (
	sourcePassage     = 6
	nearSourcePassage = 1
)

// sourceBits is the size of the filter: ten times the shingles of a dozen sources.
const sourceBits = 1 << 16

// NewSources returns the code of sources, all in shingles of shingleLength tokens. A nil source has no code.
func NewSources(sources []*Code, shingleLength int) *Sources {
	s := &Sources{holders: make(map[uint64][]int), nameHashes: make(map[uint64]bool), shingleLength: shingleLength}
	for i, code := range sources {
		if code == nil {
			continue
		}
		for _, shingle := range slices.Compact(slices.Sorted(slices.Values(code.Shingles()))) {
			if shingle != 0 {
				s.holders[shingle] = append(s.holders[shingle], i)
				s.filter[shingle%sourceBits/64] |= 1 << (shingle % 64)
			}
		}
		for _, shingle := range slices.Concat(code.Wording(), code.Variables) {
			s.nameHashes[shingle] = true
			s.filter[shingle%sourceBits/64] |= 1 << (shingle % 64)
		}
	}
	return s
}

func (s *Sources) mayHave(shingle uint64) bool {
	return s.filter[shingle%sourceBits/64]&(1<<(shingle%64)) != 0
}

// Has reports whether a source has a shingle of Shingles, Wording or Variables.
func (s *Sources) Has(shingle uint64) bool {
	return s.mayHave(shingle) && (len(s.holders[shingle]) > 0 || s.nameHashes[shingle])
}

// Passages returns the passages of a program that have all their shingles in sources, the first passage first.
// Two passages never touch. Passages leaves out short passages; what is short depends on isNear, see sourcePassage.
func (s *Sources) Passages(code *Code, isNear bool) []contest.Passage {
	least := sourcePassage * s.shingleLength
	if isNear {
		least = nearSourcePassage * s.shingleLength
	}
	shingles := code.Shingles()
	return boilerplate.Passages(len(shingles), s.shingleLength, least, func(i int) bool {
		return s.mayHave(shingles[i]) && len(s.holders[shingles[i]]) > 0
	})
}

// MainSource returns the index of the source with most shingles of a passage of a program; -1 if no source has any.
func (s *Sources) MainSource(code *Code, passage contest.Passage) int {
	counts := make(sourceCounts)
	for _, shingle := range lexer.ShinglesOf(code.Symbols[passage.First:passage.First+passage.Tokens], s.shingleLength) {
		counts.add(s.holders[shingle])
	}
	return counts.highest()
}

// MainSharedSource returns the index of the source with most of the shingles that are in both of two sorted lists;
// -1 if no source has any.
func (s *Sources) MainSharedSource(left, right []uint64) int {
	counts := make(sourceCounts)
	for _, shingle := range left {
		if _, shared := slices.BinarySearch(right, shingle); shared {
			counts.add(s.holders[shingle])
		}
	}
	return counts.highest()
}

// sourceCounts counts shingles of each source. The key is the index of the source.
type sourceCounts map[int]int

func (c sourceCounts) add(sources []int) {
	for _, source := range sources {
		c[source]++
	}
}

// highest returns the source with the highest count, the first of equal ones; -1 without counts.
func (c sourceCounts) highest() int {
	best := -1
	for source, n := range c {
		if best < 0 || n > c[best] || n == c[best] && source < best {
			best = source
		}
	}
	return best
}
