package check

import (
	"maps"
	"slices"
	"sync"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// summarise returns the summary of a check.
func summarise(solutions []*solution, found comparison, skipped int) contest.Summary {
	problems := make(map[string]struct{})
	participants := make(map[string]struct{})
	generic := make(map[string]struct{})
	for _, sol := range solutions {
		problems[sol.submission.Problem] = struct{}{}
		participants[sol.submission.Participant] = struct{}{}
		if sol.language.Generic {
			generic[sol.language.Name] = struct{}{}
		}
	}
	named, count := privateTemplates(found.pairs)
	return contest.Summary{
		PrivateTemplates:     named,
		PrivateCount:         count,
		Problems:             len(problems),
		Participants:         len(participants),
		Submissions:          len(solutions),
		PairsCompared:        found.compared,
		PairsStored:          len(found.pairs),
		PairsDropped:         found.dropped,
		HighestDropped:       found.highestDropped,
		StoredPerParticipant: found.storedPerParticipant,
		Skipped:              skipped,
		Generic:              slices.Sorted(maps.Keys(generic)),
	}
}

// serial returns a progress function that many goroutines may call. Its progress never
// goes back within a stage.
func serial(progress Progress) Progress {
	if progress == nil {
		return func(Stage, int, int) {}
	}
	var mu sync.Mutex
	var stage Stage
	var most int
	return func(s Stage, done, total int) {
		mu.Lock()
		defer mu.Unlock()
		if s == stage && done < most {
			return
		}
		stage, most = s, done
		progress(s, done, total)
	}
}
