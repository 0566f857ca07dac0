package pairs

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// find returns the result of Find. findEarlier and scorePairs do the same for two methods of a Pool.
func find(t testing.TB, programs []Program, opts Options) Result {
	t.Helper()
	result, err := Find(t.Context(), programs, opts)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func findEarlier(t testing.TB, pool *Pool, earlier EarlierPrograms) EarlierPairs {
	t.Helper()
	found, err := pool.FindEarlier(t.Context(), earlier)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func scorePairs(t testing.TB, pool *Pool, places [][2]int) []Pair {
	t.Helper()
	scored, err := pool.Score(t.Context(), places)
	if err != nil {
		t.Fatal(err)
	}
	return scored
}

// Find scores a pool of equal programs, the worst case of an inverted index, like a comparison of all
// pairs.
func TestFindEqualPrograms(t *testing.T) {
	t.Parallel()
	programs := make([]Program, 30)
	for i := range programs {
		programs[i] = Program{Participant: i, Structure: numbered(1, 101)}
		if i%2 == 0 {
			programs[i].Structure = append(programs[i].Structure, uint64(1000+i))
		}
	}
	opts := Options{Keep: 0.3}
	got := find(t, programs, opts)
	if diff := cmp.Diff(compareAll(programs, nil, opts), got, cmpDistribution); diff != "" {
		t.Errorf("result (-all pairs compared +Find):\n%s", diff)
	}
	if want := 30 * 29 / 2; len(got.Pairs) != want {
		t.Errorf("%d pairs of 30 equal programs, want %d", len(got.Pairs), want)
	}
}

// Find pairs two participants by their best attempts, and counts each two participants once.
func TestFindCounts(t *testing.T) {
	t.Parallel()
	same, other := numbered(1, 81), numbered(201, 207)
	programs := []Program{
		{Participant: 0, Structure: other},
		{Participant: 0, Structure: same}, // a second attempt
		{Participant: 1, Structure: same},
		{Participant: 1, Structure: same},
		{Participant: 2, Structure: []uint64{301, 302, 303}},
	}
	got := find(t, programs, Options{Keep: 0.2})
	if len(got.Pairs) != 1 || got.Pairs[0].Left != 1 || got.Pairs[0].Right != 2 {
		t.Errorf("pairs = %+v, want the second attempt of 0 with the first of 1", got.Pairs)
	}
	if n := got.Distribution.Pairs(); n != 3 {
		t.Errorf("compared %d pairs of 3 participants, want 3", n)
	}
	if bins := got.Distribution.Histogram(); bins[0] != 2 {
		t.Errorf("histogram %v does not count the two pairs below keep", bins)
	}
}

// Find returns the error of its context.
func TestFindEndsWithContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Find(ctx, make([]Program, 100), Options{Keep: 0.2}); err == nil {
		t.Error("Find returns no error, although the context has ended")
	}
}

// BenchmarkFind measures finding the pairs among 500, 1,000 and 2,000 programs.
func BenchmarkFind(b *testing.B) {
	for _, n := range []int{500, 1000, 2000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			random := rand.New(rand.NewPCG(5, 6))
			programs := make([]Program, n)
			for i := range programs {
				programs[i].Participant = i
				for range 300 {
					// Some shingles are very frequent, most are rare.
					rank := uint64(1 / (random.Float64()*0.2 + 1e-6))
					programs[i].Structure = append(programs[i].Structure, rank)
				}
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Find(context.Background(), programs, Options{Keep: 0.3, KeepPerParticipant: 100}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
