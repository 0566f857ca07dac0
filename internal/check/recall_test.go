package check

import (
	"math"
	"path/filepath"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// The labelled contest is split in two: copies are in another contest than their sources. A check of the
// copies against the sources finds every pair that a check of the whole contest finds suspicious. Its
// suspicion is about the same, and above that of all other pairs with earlier programs.
func TestAgainstFindsCopies(t *testing.T) {
	const (
		suspicious = 0.5  // the suspicion from which a copy in one contest must be found against the sources too
		tolerance  = 0.03 // how far the two suspicions may differ
		minCopies  = 27   // copies that the test must compare
	)
	skipIfShort(t)
	t.Parallel()
	const dir = "../../testdata/submissions"
	store := open(t)
	set := readInput(t, dir, "")
	copies := make(map[string]bool) // by key
	copier := make(map[string]bool)
	for _, l := range readLabels(t, filepath.Join(dir, "pairs.csv")) {
		if l.copied {
			copies[key(l.problem, participant(l.left), participant(l.right))] = true
			if !copier[participant(l.left)] {
				copier[participant(l.right)] = true
			}
		}
	}
	var sources, later []contest.Submission
	for _, s := range set.Submissions {
		if copier[s.Participant] {
			later = append(later, s)
		} else {
			sources = append(sources, s)
		}
	}
	_, together, _ := run(t, store, Request{Contest: "together", Submissions: set.Submissions, Parameters: Defaults()})
	importAndCheck(t, store, "sources", sources)
	_, apart, _ := run(t, store, Request{Contest: "later", Submissions: later, Parameters: against("sources")})

	found := make(map[string]float64)
	highest := 0.0 // suspicion of a pair without a copy
	for _, p := range apart {
		k := key(p.Problem, p.Left.Participant, p.Right.Participant)
		switch {
		case !p.Earlier():
		case copies[k] && p.Left.Problem == p.Right.Problem:
			found[k] = p.Suspicion
		default:
			highest = max(highest, p.Suspicion)
		}
	}
	copyCount := 0
	for _, p := range together {
		k := key(p.Problem, p.Left.Participant, p.Right.Participant)
		if p.Suspicion < suspicious || !copies[k] || copier[p.Left.Participant] == copier[p.Right.Participant] {
			continue
		}
		copyCount++
		if math.Abs(found[k]-p.Suspicion) > tolerance || found[k] <= highest {
			t.Errorf("%s: suspicion %.3f against the sources, %.3f in one contest; the highest honest pair has %.3f", k, found[k], p.Suspicion, highest)
		}
	}
	if copyCount < minCopies {
		t.Errorf("only %d copies are suspicious in one contest, too few for a test", copyCount)
	}
}
