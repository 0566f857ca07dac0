package pairs

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// listOthers lists every program that mayReach does not exclude, and few others.
func TestListOthers(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 6))
	mayReach, listed, all := 0, 0, 0
	for range 60 {
		p := NewPool(randomPool(random), Options{Keep: 0.05 + 0.9*random.Float64(), OmitParts: []string{"common-code", "amount"}})
		bound := p.newUpperBound()
		s := p.newScratch(bound, 1)
		for program := range p.places {
			p.structure.addUp(program, len(p.places), s.structure)
			p.wording.addUp(program, len(p.places), s.wording)
			s.others = s.others[:0]
			bound.listOthers(program, 0, len(p.places), s)
			listed += len(s.others)
			all += len(p.places)
			for other := range p.places {
				structure, wording := p.structure.rarer(other, s.structure), p.wording.rarer(other, s.wording)
				if !bound.structure.mayReach(other, program, structure) && !bound.wording.mayReach(other, program, wording) {
					continue
				}
				mayReach++
				if !slices.Contains(s.others, int32(other)) {
					t.Fatalf("keep %v: programs %d and %d of %d may reach it, but are not listed", p.opts.Keep, other, program, len(p.places))
				}
			}
		}
	}
	if mayReach < 10_000 || listed > all/2 {
		t.Errorf("of %d pairs, %d are listed, and %d may be suspicious: too few to test anything", all, listed, mayReach)
	}
}

// randomPool returns 150 programs with frequent and rare shingles, three of each participant. Each program shares a
// random part of its code with one of the five programs before it.
func randomPool(random *rand.Rand) []Program {
	shingles := func(n int, source []uint64) []uint64 {
		list := slices.Clone(source[:random.IntN(len(source)+1)])
		for range n {
			rank := random.Float64()
			list = append(list, 1+uint64(3000*rank*rank*rank))
		}
		return list
	}
	programs := make([]Program, 150)
	for i := range programs {
		source := programs[max(0, i-1-random.IntN(5))]
		programs[i] = Program{
			Participant: i / 3,
			Structure:   shingles(random.IntN(1+random.IntN(80)), source.Structure),
			Wording:     shingles(random.IntN(1+random.IntN(80)), source.Wording),
		}
	}
	return programs
}
