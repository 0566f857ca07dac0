package check

import (
	"testing"

	"github.com/ojcheck/ojcheck/pairs"
)

// A rememberedByPool forgets the least suspicious pairs, but not that there are such pairs, and those of programs that are gone.
func TestRememberedByPool(t *testing.T) {
	a, b, c := &submission{}, &submission{}, &submission{}
	p := &pool{problem: "A", family: "c", submissions: []*submission{a, b, c}}
	index := pairs.NewPool([]pairs.Program{{Participant: 1}, {Participant: 2}, {Participant: 3}}, pairs.Options{})
	found := []foundPair{{left: a, right: c, scored: pairs.Pair{Suspicion: 0.9}}}
	for range maxRemembered {
		found = append(found, foundPair{left: a, right: b, scored: pairs.Pair{Suspicion: 0.4}})
	}
	remembered := make(rememberedByPool)
	add := func(found []foundPair, wanted ...bool) (n int, r pairs.Result, ok bool) {
		t.Helper()
		all, r, ok, err := remembered.add(t.Context(), p, index, found, pairs.Result{Dropped: 2, HighestDropped: 0.35}, wanted)
		must(t, err)
		return len(all), r, ok
	}
	if n, r, ok := add(found, true, false, false); n != maxRemembered || r.Dropped != 3 || r.HighestDropped != 0.4 || ok {
		t.Errorf("after one program: %d pairs, %d dropped, up to %v, all compared: %v; want %d, 3, 0.4, false", n, r.Dropped, r.HighestDropped, ok, maxRemembered)
	}
	if n, r, ok := add(nil, false, true, true); n != 0 || r.Dropped != 5 || r.HighestDropped != 0.4 || !ok {
		t.Errorf("after all programs: %d pairs, %d dropped, up to %v, all compared: %v; want 0, 5, 0.4, true", n, r.Dropped, r.HighestDropped, ok)
	}
	if n, _, _ := add(found[:1], true, false, false); n != 1 {
		t.Errorf("after the first program again: %d pairs, want 1", n)
	}
	p.submissions, index = p.submissions[:2], pairs.NewPool(make([]pairs.Program, 2), pairs.Options{})
	if n, _, ok := add(nil, false, false); n != 0 || !ok {
		t.Errorf("without the third program: %d pairs, all compared: %v; want 0, true", n, ok)
	}
}
