package pairs

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// compareEarlier does the same as FindEarlier without an index: for each pair it counts again the
// participants who have a shingle.
func compareEarlier(programs, contest []Program, earlier EarlierPrograms, opts Options) EarlierPairs {
	type entry struct{ participant, problem int }
	o := newOracles(programs, contest, opts)
	var all []scoredPair
	for a := range programs {
		candidates := numbersBelow(len(earlier.Programs))
		if earlier.Candidates != nil {
			candidates = earlier.Candidates[a]
		}
		for _, b := range candidates {
			var scores scoredPair
			for _, i := range append([]int{a}, o.files[a]...) {
				o.score(&scores, i != a, func(kind *oracle) (*common, Evidence) {
					return kind.withEarlier(i, called(earlier.Programs[b], kind.kind), o.rarity)
				})
			}
			scores.left, scores.right, scores.sharedTemplate = int32(a), b, 0
			all = append(all, scores)
		}
	}
	slices.SortFunc(all, func(a, b scoredPair) int { return byRank(a.candidate, b.candidate) })
	var result EarlierPairs
	seen := make(map[[2]entry]bool)
	counts := make(map[entry]int)
	for _, c := range all {
		left := entry{programs[c.left].Participant, programs[c.left].Problem}
		right := entry{earlier.Programs[c.right].Participant, earlier.Programs[c.right].Problem}
		if seen[[2]entry{left, right}] || c.suspicion == 0 || c.suspicion.float() < opts.Keep {
			continue
		}
		seen[[2]entry{left, right}] = true
		if opts.KeepPerParticipant > 0 && counts[left] >= opts.KeepPerParticipant {
			result.Dropped++
			result.HighestDropped = max(result.HighestDropped, c.suspicion.float())
			continue
		}
		counts[left]++
		result.Pairs = append(result.Pairs, c.pair())
	}
	return result
}

// withEarlier compares a program with an earlier one. It weighs a shingle of the program by the other
// participants who have it, and a shingle that only the earlier program has by all participants who
// have it.
func (o *oracle) withEarlier(program int, earlier map[uint64]int, r *rarity) (*common, Evidence) {
	c := &common{templateSums: new(templateSums)}
	var evidence Evidence
	var rare rareSums
	for s, times := range o.shingles[program] {
		here, others := o.counts(s, program)
		weight := r.weight(here, others)
		if size := o.size(program, weight, o.plain(r, others, times), r); o.own[program][s] > 0 {
			c.sizes[0].add(size)
		} else {
			c.templates[0].add(size)
		}
		if earlier[s] == 0 {
			continue
		}
		c.sizes[1].add(codeSize{uint64(weight), o.plain(r, others, earlier[s]), 1})
		sum := &c.shared
		if o.own[program][s] == 0 {
			sum = &c.templateSums.oneSided[0]
		}
		sum.add(newSums(weight, weight, uint32(o.plain(r, others, min(times, earlier[s])))))
		evidence.Shared++
		rare.add(&posting{sums: newSums(weight, weight, 0), others: int32(here + others.participants)}, r, 1)
		if here+others.participants == 0 {
			evidence.Unique++
		}
	}
	for s, times := range earlier {
		if o.shingles[program][s] == 0 {
			here, others := o.counts(s)
			c.sizes[1].add(codeSize{uint64(r.weight(here, others)), o.plain(r, others, times), 1})
		}
	}
	evidence.Rare = rare.sum()
	return c, evidence
}

func numbersBelow(n int) (numbers []int32) {
	for i := range n {
		numbers = append(numbers, int32(i))
	}
	return numbers
}

// randomEarlier returns random earlier programs, some with code of the contest, and random candidates. In a third
// of all cases, all are candidates.
func randomEarlier(random *rand.Rand, programs []Program) EarlierPrograms {
	earlier := EarlierPrograms{Programs: randomContest(random)}
	for i := range earlier.Programs {
		if source := programs[random.IntN(len(programs))]; random.IntN(2) == 0 {
			e := &earlier.Programs[i]
			e.Structure = append(e.Structure, source.Structure[:len(source.Structure)/(1+random.IntN(2))]...)
			e.Wording = append(e.Wording, source.Wording...)
			e.Variables = append(e.Variables, source.Variables...)
		}
	}
	if random.IntN(3) == 0 {
		return earlier
	}
	earlier.Candidates = make([][]int32, len(programs))
	for i := range earlier.Candidates {
		for range random.IntN(8) {
			earlier.Candidates[i] = append(earlier.Candidates[i], int32(random.IntN(len(earlier.Programs))))
		}
	}
	return earlier
}

// spread replaces shingles by hashes, so that they fall into all shards.
func spread(sets ...[]Program) {
	for _, program := range slices.Concat(sets...) {
		lists := [][]uint64{program.Structure, program.Wording, program.Variables, program.Template, program.Uncalled}
		for _, file := range program.Files {
			lists = append(lists, file.(fileCode).structure, file.(fileCode).wording)
		}
		for _, shingles := range lists {
			for i := range shingles {
				shingles[i] *= 0x9e3779b97f4a7c15
			}
		}
	}
}

// FindEarlier returns the same pairs as a comparison of all candidates.
func TestFindEarlierEqualsComparingAll(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes seconds")
	}
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 6))
	found, templates, inContest, dropped := 0, 0, 0, 0
	for round := range 200 {
		programs := randomContest(random)
		opts := Options{Keep: 0.01 + 0.4*random.Float64(), KeepPerParticipant: random.IntN(4)}
		if round%5 == 0 {
			opts.OmitParts = []string{Parts()[random.IntN(len(Parts()))]}
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
		got := findEarlier(t, NewPool(programs, opts), earlier)
		if diff := cmp.Diff(compareEarlier(programs, contest, earlier, opts), got, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("round %d, %d programs with %d earlier ones, keep %v, %d each (-want +got):\n%s",
				round, len(programs), len(earlier.Programs), opts.Keep, opts.KeepPerParticipant, diff)
		}
		found += len(got.Pairs)
		dropped += got.Dropped
		for _, pair := range got.Pairs {
			if len(programs[pair.Left].Template) > 0 {
				templates++
			}
			if contest != nil {
				inContest++
			}
		}
	}
	if found < 200 || templates < 50 || inContest < 100 || dropped < 40 {
		t.Errorf("%d pairs, %d with a template, %d in a contest, %d dropped: too few to test anything", found, templates, inContest, dropped)
	}
}

// numbered returns a shingle for each number from the first up to, but not including, the second.
func numbered(from, to int) []uint64 {
	var list []uint64
	for s := from; s < to; s++ {
		list = append(list, uint64(s)*0x9e3779b97f4a7c15)
	}
	return list
}

// Code shared with an earlier program is weighed by how many others of the contest have it, even
// in a pool of one program.
func TestFindEarlier(t *testing.T) {
	t.Parallel()
	copied, common := numbered(1, 200), numbered(1000, 1200)
	earlier := []Program{{Structure: copied}, {Participant: 1, Structure: common}, {Participant: 2, Structure: numbered(5000, 5200)}}
	var programs []Program
	for i := range 20 {
		own := numbered(10_000*(i+1), 10_000*(i+1)+100)
		programs = append(programs, Program{Participant: i, Structure: slices.Concat(common, own)})
	}
	programs[7].Structure = slices.Concat(programs[7].Structure, copied)
	got := findEarlier(t, NewPool(programs, Options{Keep: 0.3}), EarlierPrograms{Programs: earlier})
	if len(got.Pairs) == 0 || got.Pairs[0].Left != 7 || got.Pairs[0].Right != 0 || got.Pairs[0].Suspicion < 0.8 {
		t.Fatalf("pairs are %+v, want 7 with 0 first, with suspicion 0.8 or more", got.Pairs)
	}
	if e := got.Pairs[0].Evidence; e.Shared != len(copied) || e.Unique != len(copied) {
		t.Errorf("evidence is %+v, want %d shared shingles, all unique", e, len(copied))
	}
	for _, pair := range got.Pairs[1:] {
		if pair.Right != 1 {
			t.Errorf("after the first pair comes %+v, want only pairs with earlier program 1", pair)
		}
	}

	alone := findEarlier(t, NewPool(programs[7:8], Options{Keep: 0.3}), EarlierPrograms{Programs: earlier})
	if len(alone.Pairs) != 2 {
		t.Errorf("a pool of one program has %d pairs, want 2: %+v", len(alone.Pairs), alone.Pairs)
	}
}

// Without programs or without code there are no pairs. FindEarlier returns the error of its
// context.
func TestFindEarlierWithoutPrograms(t *testing.T) {
	t.Parallel()
	for _, programs := range [][]Program{nil, {{Structure: numbered(1, 50)}}} {
		for _, earlier := range [][]Program{nil, {{}}, {{Structure: []uint64{0}}}} {
			got, err := NewPool(programs, Options{}).FindEarlier(t.Context(), EarlierPrograms{Programs: earlier})
			if err != nil || len(got.Pairs) > 0 {
				t.Errorf("%d programs, %d earlier programs: %+v and error %v, want no pairs", len(programs), len(earlier), got, err)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := NewPool([]Program{{}}, Options{}).FindEarlier(ctx, EarlierPrograms{Programs: nil, Candidates: [][]int32{nil}}); err == nil {
		t.Error("FindEarlier returns no error, although the context has ended")
	}
}

// BenchmarkFindEarlier measures comparing 100 or 1,000 new programs with as many earlier ones,
// 20 candidates for each.
func BenchmarkFindEarlier(b *testing.B) {
	random := rand.New(rand.NewPCG(7, 8))
	for _, n := range []int{100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			newProgram := func(participant int) Program {
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
				programs = append(programs, newProgram(i))
				earlier.Programs = append(earlier.Programs, newProgram(i))
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
