package pairs

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A shortlist that is shortened several times drops the same candidates as one that is shortened only
// at the end.
func TestShortlistDropsEarly(t *testing.T) {
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
		for b := range int32(len(programs)) {
			var found []candidate
			for a := range b {
				if programs[a].Participant != programs[b].Participant {
					found = append(found, candidate{a, b, score(random.IntN(20)), score(random.IntN(2) * 600_000)})
				}
			}
			short.add(found)
			whole.add(found)
		}
		short.shorten()
		whole.shorten()
		if !reflect.DeepEqual(whole.candidates, short.candidates) {
			t.Fatalf("round %d, %d each (-shortened at the end +several times):\n%s",
				round, limit, cmp.Diff(whole.candidates, short.candidates, cmp.AllowUnexported(candidate{})))
		}
		if short.dropped != whole.dropped || short.highestDropped != whole.highestDropped {
			t.Fatalf("round %d: %d dropped, up to %v; want %d, up to %v",
				round, short.dropped, short.highestDropped, whole.dropped, whole.highestDropped)
		}
	}
}

// If all programs are equal, the memory of a shortlist grows with the number of candidates that it
// keeps, not with the number of pairs.
func TestShortlistRoomIsBounded(t *testing.T) {
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

// Identical programs that are too short to reach Options.Keep do not count as dropped.
func TestShortIdenticalPairsAreNotDropped(t *testing.T) {
	t.Parallel()
	programs := make([]Program, 400)
	for i := range programs {
		programs[i] = Program{Participant: i, Structure: []uint64{1, 2, 3}}
	}
	found := find(t, programs, Options{Keep: 0.1, KeepPerParticipant: 5})
	if found.Dropped != 0 || len(found.Pairs) != 0 {
		t.Errorf("%d pairs, and %d dropped, up to %v; want none", len(found.Pairs), found.Dropped, found.HighestDropped)
	}
}
