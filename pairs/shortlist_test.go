package pairs

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What is dropped on the way is what would be dropped at the end.
func TestShortlist(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 6))
	for round := range 300 {
		programs := make([]Program, 2+random.IntN(20))
		for i := range programs {
			programs[i].Participant = i / 2
			programs[i].Problem = i % 3
		}
		p := NewPool(programs, Options{})
		limit := random.IntN(5)
		short, whole := p.newShortlist(limit, 3), p.newShortlist(limit, 1<<30)
		most := 0
		for b := range int32(len(programs)) {
			var found []candidate
			for a := range b {
				if programs[a].Participant != programs[b].Participant {
					found = append(found, candidate{a, b, score(random.IntN(20)), score(random.IntN(2) * 600_000)})
				}
			}
			short.add(found)
			whole.add(found)
			most = max(most, len(short.candidates))
		}
		short.shorten()
		whole.shorten()
		if diff := cmp.Diff(whole.candidates, short.candidates, cmp.AllowUnexported(candidate{})); diff != "" {
			t.Fatalf("round %d, %d each (-at the end +on the way):\n%s", round, limit, diff)
		}
		if short.dropped != whole.dropped || short.highest != whole.highest {
			t.Fatalf("round %d: %d dropped, the first with %v; want %d with %v",
				round, short.dropped, short.highest, whole.dropped, whole.highest)
		}
	}
}

// Where all are alike, a list is bounded by what it keeps and not by the pairs.
func TestShortlistIsShort(t *testing.T) {
	t.Parallel()
	const n, limit = 400, 5
	programs := make([]Program, n)
	for i := range programs {
		programs[i].Participant = i
	}
	l := NewPool(programs, Options{}).newShortlist(limit, 100)
	most := 0
	for b := range int32(n) {
		var found []candidate
		for a := range b {
			found = append(found, candidate{a, b, 900_000, 0})
		}
		l.add(found)
		most = max(most, cap(l.candidates))
	}
	if bound := 6 * n * limit; most > bound {
		t.Errorf("room for %d candidates of %d pairs, want at most %d", most, n*(n-1)/2, bound)
	}
}
