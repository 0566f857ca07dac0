package check

import (
	"math"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// The percentile of each pair agrees with a count over all stored pairs, and the histograms with
// the programs.
func TestCalibration(t *testing.T) {
	t.Parallel()
	req := everyoneRequest(t)
	req.Parameters.Keep = 1e-4 // pairs below it are in the first bin
	req.Parameters.KeepPerParticipant = 0
	var store memoryStore
	mustCheck(t, &Checker{Store: &store}, req)
	fine := func(p contest.Pair) int { return int(math.Round(p.Suspicion*1e6)) / 100 }
	compared := 0
	for _, p := range store.pairs {
		h, ok := contest.HistogramFor(p, store.histograms)
		if !ok {
			t.Fatalf("no histogram counts the pair of rank %d", p.Rank)
		}
		if h.Pairs() < 10 {
			if p.Percentile != nil {
				t.Errorf("%s, %s: a percentile among only %d pairs, want none", p.Problem, p.Language, h.Pairs())
			}
			continue
		}
		less := h.Pairs()
		for _, other := range store.pairs {
			if other.Problem == p.Problem && other.Language == p.Language && fine(other) >= fine(p) {
				less--
			}
		}
		if p.Percentile == nil {
			t.Fatalf("%s, %s: no percentile among %d pairs", p.Problem, p.Language, h.Pairs())
		}
		if want := float64(less) / float64(h.Pairs()-1); *p.Percentile != want {
			t.Errorf("rank %d: percentile %v, want %v", p.Rank, *p.Percentile, want)
		}
		if *p.Chance < 0 || *p.Chance > float64(max(h.Pairs(), 100)) {
			t.Errorf("rank %d: %v pairs are expected by chance, want 0 to the number of pairs, %d, or 100 if there are fewer", p.Rank, *p.Chance, h.Pairs())
		}
		compared++
	}
	if compared < 500 {
		t.Errorf("compared %d percentiles, want 500 or more for a test", compared)
	}
	programs := make(map[string]int) // of each language
	for _, h := range store.histograms {
		programs[h.Language] += h.Programs
	}
	simple := 0
	for _, h := range store.histograms {
		if h.TooSimple != (h.Problem == "A-digits" && h.Language != contest.AcrossLanguages) {
			t.Errorf("%s, %s: typical size %d, simplicity %v, too simple: %t; want only A-digits too simple", h.Problem, h.Language, h.TypicalSize, h.Simplicity, h.TooSimple)
		}
		if h.TooSimple {
			simple++
		}
		if h.Participants != h.Programs { // each program has a participant here
			t.Errorf("%s, %s: %d participants, want %d, one for each program", h.Problem, h.Language, h.Participants, h.Programs)
		}
		if h.RarityParticipants != programs[h.Language] {
			t.Errorf("%s, %s: rarity is measured among %d participants, want %d", h.Problem, h.Language, h.RarityParticipants, programs[h.Language])
		}
	}
	if simple == 0 {
		t.Error("no problem is too simple, want A-digits")
	}
}
