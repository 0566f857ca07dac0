package pairs

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// compareEarlier is Against without an index: it counts for each pair from the
// participants alone.
func compareEarlier(programs, contest []Program, earlier EarlierPrograms, opts Options) EarlierPairs {
	type entry struct{ participant, problem int }
	everyone := make(map[int]bool)
	for _, program := range slices.Concat(programs, contest) {
		everyone[program.Participant] = true
	}
	formula := newFormula(opts.Without)
	rarity := newRarity(len(everyone), nil, formula)
	simplicity := Simplicity(typicalSizeOf(programs))
	structure, wording := newOracle(programs, contest, Program.structure), newOracle(programs, contest, Program.wording)
	var all []candidate
	evidence := make(map[[2]int32]Evidence)
	for a := range programs {
		for _, b := range earlier.Candidates[a] {
			code, why := structure.withEarlier(a, earlier.Programs[b].Structure, rarity)
			words, named := wording.withEarlier(a, earlier.Programs[b].Wording, rarity)
			why.Wording = named.Shared
			c := candidate{left: int32(a), right: b}
			if !code.empty() {
				c.suspicion = formula.suspicion(code, words, simplicity)
			}
			evidence[[2]int32{c.left, c.right}] = why
			all = append(all, c)
		}
	}
	slices.SortFunc(all, byRank)
	var result EarlierPairs
	taken := make(map[[2]entry]bool)
	kept := make(map[entry]int)
	for _, c := range all {
		left := entry{programs[c.left].Participant, programs[c.left].Problem}
		right := entry{earlier.Programs[c.right].Participant, earlier.Programs[c.right].Problem}
		if taken[[2]entry{left, right}] || c.suspicion == 0 || c.suspicion.float() < opts.Keep {
			continue
		}
		taken[[2]entry{left, right}] = true
		if opts.KeepPerParticipant > 0 && kept[left] >= opts.KeepPerParticipant {
			result.Dropped++
			result.HighestDropped = max(result.HighestDropped, c.suspicion.float())
			continue
		}
		kept[left]++
		result.Pairs = append(result.Pairs, Pair{int(c.left), int(c.right), c.suspicion.float(), 0, evidence[[2]int32{c.left, c.right}]})
	}
	return result
}

// withEarlier compares a program with one of nobody: the weight of what the
// program has is that of the participants besides its own who have it, and of
// what it lacks that of all.
func (o *oracle) withEarlier(program int, shingles []uint64, r *rarity) (*common, Evidence) {
	earlier := distinct(shingles)
	c := &common{
		overlap:   overlap{counts: [2]int{len(o.owns[program]), len(earlier)}},
		extras:    new(templateSums),
		templates: [2]*ownTemplate{new(ownTemplate), new(ownTemplate)},
	}
	var evidence Evidence
	for s := range o.sets[program] {
		here, others := o.counts(s, program)
		weight := r.weight(here, others)
		if o.owns[program][s] {
			c.totals[0] += uint64(weight)
		} else {
			c.templates[0].total += uint64(weight)
			c.templates[0].count++
		}
		if !earlier[s] {
			continue
		}
		c.totals[1] += uint64(weight)
		sum := &c.shared
		if !o.owns[program][s] {
			sum = &c.extras.oneSided[0]
		}
		sum.weight += weight
		sum.own += weight
		sum.shingles++
		evidence.Shared++
		if here+others.participants == 0 {
			evidence.Unique++
		}
	}
	for s := range earlier {
		if !o.sets[program][s] {
			c.totals[1] += uint64(r.weight(o.counts(s)))
		}
	}
	return c, evidence
}

// randomEarlier makes earlier programs, some of them of the contest's code, and
// candidates.
func randomEarlier(random *rand.Rand, programs []Program) EarlierPrograms {
	earlier := EarlierPrograms{Programs: randomContest(random), Candidates: make([][]int32, len(programs))}
	for i := range earlier.Programs {
		if source := programs[random.IntN(len(programs))]; random.IntN(2) == 0 {
			e := &earlier.Programs[i]
			e.Structure = append(e.Structure, source.Structure[:len(source.Structure)/(1+random.IntN(2))]...)
			e.Wording = append(e.Wording, source.Wording...)
		}
	}
	for i := range earlier.Candidates {
		for range random.IntN(8) {
			earlier.Candidates[i] = append(earlier.Candidates[i], int32(random.IntN(len(earlier.Programs))))
		}
	}
	return earlier
}

// spread makes hashes of the shingles, so that they fall into all parts.
func spread(sets ...[]Program) {
	for _, program := range slices.Concat(sets...) {
		for _, shingles := range [][]uint64{program.Structure, program.Wording, program.Template} {
			for i := range shingles {
				shingles[i] *= 0x9e3779b97f4a7c15
			}
		}
	}
}

// Against gives what comparing all candidates gives.
func TestAgainstEqualsComparingAll(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 6))
	kept, templates, weighed, beyond := 0, 0, 0, 0
	for round := range 200 {
		programs := randomContest(random)
		opts := Options{Keep: 0.01 + 0.4*random.Float64(), KeepPerParticipant: random.IntN(4)}
		if round%5 == 0 {
			opts.Without = []string{Parts()[random.IntN(len(Parts()))].Name}
		}
		var contest []Program
		if round%3 > 0 {
			contest = programs
			opts.Corpus = (*Corpus)(nil).Extend(contest)
			programs = slices.DeleteFunc(slices.Clone(contest), func(p Program) bool { return p.Problem != 0 })
		}
		if len(programs) == 0 {
			continue
		}
		earlier := randomEarlier(random, programs)
		if round%2 == 0 {
			spread(contest, earlier.Programs)
			if opts.Corpus == nil {
				spread(programs)
			} else {
				opts.Corpus = (*Corpus)(nil).Extend(contest)
			}
		}
		got, err := NewPool(programs, opts).FindEarlier(t.Context(), earlier)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(compareEarlier(programs, contest, earlier, opts), got); diff != "" {
			t.Fatalf("round %d, %d programs with %d earlier ones, keep %v, %d each (-want +got):\n%s",
				round, len(programs), len(earlier.Programs), opts.Keep, opts.KeepPerParticipant, diff)
		}
		kept += len(got.Pairs)
		beyond += got.Dropped
		for _, pair := range got.Pairs {
			if len(programs[pair.Left].Template) > 0 {
				templates++
			}
			if contest != nil {
				weighed++
			}
		}
	}
	if kept < 200 || templates < 50 || weighed < 100 || beyond < 40 {
		t.Errorf("%d pairs were found, %d with a template, %d in a contest, %d beyond the bound: the test says too little", kept, templates, weighed, beyond)
	}
}

// numbered returns shingles from one number up to another.
func numbered(from, to int) []uint64 {
	var list []uint64
	for s := from; s < to; s++ {
		list = append(list, uint64(s)*0x9e3779b97f4a7c15)
	}
	return list
}

// What an earlier program and one of the contest share counts by who else of
// the contest has it, and a program of one participant alone is compared too.
func TestAgainst(t *testing.T) {
	t.Parallel()
	copied, given := numbered(1, 200), numbered(1000, 1200)
	earlier := []Program{{Structure: copied}, {Participant: 1, Structure: given}, {Participant: 2, Structure: numbered(5000, 5200)}}
	var programs []Program
	for i := range 20 {
		own := numbered(10_000*(i+1), 10_000*(i+1)+100)
		programs = append(programs, Program{Participant: i, Structure: slices.Concat(given, own)})
	}
	programs[7].Structure = slices.Concat(programs[7].Structure, copied)
	candidates := make([][]int32, len(programs))
	for i := range candidates {
		candidates[i] = []int32{0, 1, 2}
	}
	got, err := NewPool(programs, Options{Keep: 0.3}).FindEarlier(t.Context(), EarlierPrograms{Programs: earlier, Candidates: candidates})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Pairs) == 0 || got.Pairs[0].Left != 7 || got.Pairs[0].Right != 0 || got.Pairs[0].Suspicion < 0.8 {
		t.Fatalf("pairs are %+v, want 7 with 0 first, 0.8 or more", got.Pairs)
	}
	if e := got.Pairs[0].Evidence; e.Shared != len(copied) || e.Unique != len(copied) {
		t.Errorf("evidence is %+v, want %d shared, all of them unique", e, len(copied))
	}
	for _, pair := range got.Pairs[1:] {
		if pair.Right != 1 {
			t.Errorf("%+v: shares nothing", pair)
		}
	}

	alone, err := NewPool(programs[7:8], Options{Keep: 0.3}).FindEarlier(t.Context(), EarlierPrograms{Programs: earlier, Candidates: candidates[:1]})
	if err != nil {
		t.Fatal(err)
	}
	if len(alone.Pairs) != 2 {
		t.Errorf("a program alone in its pool has %d pairs, want 2: %+v", len(alone.Pairs), alone.Pairs)
	}
}

func TestAgainstNothing(t *testing.T) {
	t.Parallel()
	for _, programs := range [][]Program{nil, {{Structure: numbered(1, 50)}}} {
		for _, earlier := range [][]Program{nil, {{}}, {{Structure: []uint64{0}}}} {
			candidates := make([][]int32, len(programs))
			for i := range candidates {
				for j := range earlier {
					candidates[i] = append(candidates[i], int32(j))
				}
			}
			got, err := NewPool(programs, Options{}).FindEarlier(t.Context(), EarlierPrograms{Programs: earlier, Candidates: candidates})
			if err != nil || len(got.Pairs) > 0 {
				t.Errorf("%d programs, %d earlier ones: %+v, %v", len(programs), len(earlier), got, err)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := NewPool([]Program{{}}, Options{}).FindEarlier(ctx, EarlierPrograms{Programs: nil, Candidates: [][]int32{nil}}); err == nil {
		t.Error("no error although the context has ended")
	}
}

func BenchmarkAgainst(b *testing.B) {
	random := rand.New(rand.NewPCG(7, 8))
	for _, n := range []int{100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			make300 := func(participant int) Program {
				p := Program{Participant: participant}
				for range 300 {
					p.Structure = append(p.Structure, uint64(random.IntN(20*n))*0x9e3779b97f4a7c15)
				}
				p.Wording = p.Structure
				return p
			}
			earlier := EarlierPrograms{Candidates: make([][]int32, n)}
			var programs []Program
			for i := range n {
				programs = append(programs, make300(i))
				earlier.Programs = append(earlier.Programs, make300(i))
				for range 20 {
					earlier.Candidates[i] = append(earlier.Candidates[i], int32(random.IntN(n)))
				}
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := NewPool(programs, Options{Keep: 0.15}).FindEarlier(b.Context(), earlier); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
