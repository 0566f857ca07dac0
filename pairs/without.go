package pairs

import (
	"context"
	"slices"
)

// ScoreWithout scores pairs of the pool again, as if the shingles in excluded were own template. places has the
// indexes of the two programs of each pair. The result has the same order as places. excluded has a list of
// shingles for each program of the pool; shingles that no program outside of the pool has are ignored. If excluded has the
// shingles of known sources, the result is the suspicion of each pair without the code in known sources.
//
// The rarity of shingles, the simplicity of the problem and the treatment of uncalled code do not change.
func (s *EarlierSearch) ScoreWithout(ctx context.Context, places [][2]int, excluded [][]uint64) ([]Pair, error) {
	p := s.pool
	isUsed := make([]bool, len(p.places)) // by number
	for _, pair := range places {
		for a, b := range p.withFiles(pair) {
			isUsed[a], isUsed[b] = true, true
		}
	}
	structure, wording := s.structure.newExclusions(p, isUsed, excluded), s.wording.newExclusions(p, isUsed, excluded)
	variables := s.variables.newExclusions(p, isUsed, excluded)
	scored := make([]Pair, len(places))
	err := inChunks(ctx, len(places), 100, func(start, end int) {
		for i := start; i < end; i++ {
			pair := Pair{Left: min(places[i][0], places[i][1]), Right: max(places[i][0], places[i][1])}
			for a, b := range p.withFiles(places[i]) {
				inStructure, structureCount := structure.compare(a, b)
				inWording, wordingCount := wording.compare(a, b)
				inVariables, _ := variables.compare(a, b)
				inStructure.ofFile = p.isFile(a) || p.isFile(b)
				if !inStructure.ofFile {
					pair.Evidence = newEvidence(structureCount, wordingCount)
				}
				if !inStructure.empty() {
					suspicion := p.formula.suspicion(&inStructure, &inWording, &inVariables, p.simplicity)
					pair.Suspicion = max(pair.Suspicion, suspicion.float())
				}
			}
			pair.Unraised = pair.Suspicion
			scored[i] = pair
		}
	})
	return scored, err
}

// exclusionIndex is an earlierIndex with the shingles that ScoreWithout excludes.
type exclusionIndex struct {
	*earlierIndex
	isExcluded [][]bool   // for each used program, and each of its shingles in earlierIndex.pool: it is in excluded, and no template
	sizes      []codeSize // for each program: the size of its shingles in isExcluded
}

// newExclusions returns the index for the used programs. excluded lists the shingles for each program of the pool.
func (x *earlierIndex) newExclusions(p *Pool, isUsed []bool, excluded [][]uint64) *exclusionIndex {
	a := &exclusionIndex{x, make([][]bool, len(x.pool)), make([]codeSize, len(x.pool))}
	inParallel(len(x.pool), func(i int) {
		if !isUsed[i] {
			return
		}
		set, _ := x.numbers.find(excluded[p.places[i]], Program{}, 1)
		a.isExcluded[i] = make([]bool, len(x.pool[i]))
		for n, r := range x.pool[i] {
			if _, isIn := slices.BinarySearch(set, r); isIn { // no template is in the set
				a.isExcluded[i][n] = true
				posting := x.postings[r.number()].posting
				if repeats(x.pool[i], n) {
					posting = posting.repetition()
				}
				a.sizes[i].add(x.index.rarity.size(&posting, p.isFile(i)))
			}
		}
	})
	return a
}

// compare returns the shingles that two programs share, and counts those that are not template of both.
func (x *exclusionIndex) compare(a, b int) (common, sharedCount) {
	c, count := x.index.compare(a, b), x.index.sharedOwn(a, b)
	if c.templateSums == nil {
		c.templateSums = new(templateSums)
	}
	for side, program := range [2]int{a, b} {
		c.sizes[side].subtract(x.sizes[program])
		c.templates[side].add(x.sizes[program])
	}
	left, right := x.pool[a], x.pool[b]
	for i, j, last := 0, 0, -1; i < len(left) && j < len(right); {
		l, r := left[i], right[j]
		leftExcluded, rightExcluded := x.isExcluded[a][i], x.isExcluded[b][j]
		if l.number() <= r.number() {
			i++
		}
		if l.number() >= r.number() {
			j++
		}
		if l.number() != r.number() || !leftExcluded && !rightExcluded {
			continue
		}
		posting := x.postings[l.number()].ofTwo
		if l.number() == last {
			posting = posting.repetition()
		}
		last = l.number()
		inLeft, inRight := l.template(), r.template()
		if inLeft|inRight == 0 {
			c.shared.subtract(posting.sums)
		} else {
			c.templateSums.oneSided[inRight].subtract(posting.sums)
		}
		if leftExcluded {
			inLeft = 1
		}
		if rightExcluded {
			inRight = 1
		}
		c.templateSums.add(inRight, inLeft, &posting)
		if inLeft&inRight != 0 {
			count.add(&posting, x.index.rarity, -1)
		}
	}
	return c, count
}
