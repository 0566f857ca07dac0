package search

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// plainRank returns what rankSamples should return, by comparing every sample with every query. selective
// has the shingles that are rare enough for a search.
func plainRank(found []contest.SampleMatch, samples [][]uint32, selective map[uint32]bool, proposed []CandidateList, limit int) (best [][]sampleMatch, counts []int) {
	holders := make(map[uint32]int32)
	for _, f := range found {
		for _, shingle := range f.Shingles {
			holders[shingle]++
		}
	}
	best = make([][]sampleMatch, len(samples))
	for q, sample := range samples {
		for i, f := range found {
			s := sampleMatch{sample: int32(i)}
			for _, shingle := range sample {
				if selective[shingle] && slices.Contains(f.Shingles, shingle) {
					s.shared++
					s.rarity += rarity(holders[shingle])
				}
			}
			if s.shared > 0 {
				best[q] = append(best[q], s)
			}
		}
		slices.SortFunc(best[q], func(a, b sampleMatch) int {
			return cmp.Or(cmp.Compare(b.rarity, a.rarity), cmp.Compare(b.shared, a.shared), cmp.Compare(a.sample, b.sample))
		})
		count := 0
		for _, s := range best[q] {
			if !slices.ContainsFunc(proposed[q].Candidates, func(c Candidate) bool { return slices.Equal(c.Submissions, found[s.sample].Submissions) }) {
				count++
			}
		}
		counts = append(counts, min(count, limit+1))
		best[q] = best[q][:min(limit, len(best[q]))]
	}
	return best, counts
}

// rankSamples ranks random samples like plainRank.
func TestRankSamples(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	randomSample := func() []uint32 {
		var list []uint32
		for range rng.IntN(12) {
			list = append(list, uint32(rng.IntN(1+rng.IntN(60))))
		}
		slices.Sort(list)
		return slices.Compact(list)
	}
	for range 50 {
		var samples [][]uint32
		queriesByShingle := make(map[uint32][]int32)
		selective := make(map[uint32]bool)
		for q := range 1 + rng.IntN(20) {
			samples = append(samples, randomSample())
			for _, shingle := range samples[q] {
				if shingle%7 != 0 { // the others are too frequent for a search
					queriesByShingle[shingle] = append(queriesByShingle[shingle], int32(q))
					selective[shingle] = true
				}
			}
		}
		var found []contest.SampleMatch
		for i := range rng.IntN(100) {
			found = append(found, contest.SampleMatch{Shingles: randomSample(), Submissions: []int64{int64(i)}})
		}
		proposed := make([]CandidateList, len(samples))
		for q := range proposed {
			for range rng.IntN(100) {
				proposed[q].Candidates = append(proposed[q].Candidates, Candidate{Submissions: []int64{int64(rng.IntN(100))}})
			}
		}
		want, wantCounts := plainRank(found, samples, selective, proposed, 3)
		got, counts := rankSamples(found, queriesByShingle, proposed, 3)
		if diff := gocmp.Diff(wantCounts, counts); diff != "" {
			t.Fatalf("counted samples (-want +got):\n%s", diff)
		}
		if diff := gocmp.Diff(want, got, gocmp.AllowUnexported(sampleMatch{}), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("ranked samples (-want +got):\n%s", diff)
		}
	}
}

// The rarity of a shingle falls by one each time that the number of its holders doubles.
func TestRarity(t *testing.T) {
	t.Parallel()
	for holders, want := range map[int32]int32{1: 16, 2: 15, 3: 15, 4: 14, 1000: 7, 1 << 20: 1} {
		if got := rarity(holders); got != want {
			t.Errorf("a shingle in %d programs has the rarity %d, want %d", holders, got, want)
		}
	}
}

// addSampleMatches joins a sample match with the candidate of the same submissions. Other sample matches become candidates, also
// those that share submissions with a candidate.
func TestAddSampleMatches(t *testing.T) {
	t.Parallel()
	p := CandidateList{Candidates: []Candidate{{NearFingerprint: true, Distance: 2, Count: 3, Submissions: []int64{5, 6, 7}},
		{NearFingerprint: true, Distance: 3, Count: 1, Submissions: []int64{8}}}}
	found := []contest.SampleMatch{{Programs: 1, Submissions: []int64{9}}, {Programs: 4, Submissions: []int64{5, 6, 7, 10}}, {Programs: 1, Submissions: []int64{8}}}
	p.addSampleMatches(found, []sampleMatch{{sample: 1, shared: 3, rarity: 40}, {sample: 0, shared: 1, rarity: 16}, {sample: 2, shared: 1, rarity: 8}})
	want := []Candidate{
		{NearFingerprint: true, Distance: 2, Count: 3, Submissions: []int64{5, 6, 7}},
		{NearFingerprint: true, Distance: 3, Count: 1, Submissions: []int64{8}, SharedShingles: 1},
		{Count: 4, Submissions: []int64{5, 6, 7, 10}, SharedShingles: 3},
		{Count: 1, Submissions: []int64{9}, SharedShingles: 1},
	}
	if diff := gocmp.Diff(want, p.Candidates); diff != "" {
		t.Errorf("candidates (-want +got):\n%s", diff)
	}
}
