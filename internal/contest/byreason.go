package contest

import (
	"cmp"
	"slices"
)

// SkippedFor is what was skipped for one reason.
type SkipGroup struct {
	Reason string
	Paths  []string // in the order of the list
}

// ByReason groups what was skipped: the most common reason first, and those that
// are as common in the order of the list.
func GroupByReason(skipped []SkippedItem) []SkipGroup {
	at := make(map[string]int)
	var groups []SkipGroup
	for _, s := range skipped {
		i, found := at[s.Reason]
		if !found {
			i = len(groups)
			at[s.Reason] = i
			groups = append(groups, SkipGroup{Reason: s.Reason})
		}
		groups[i].Paths = append(groups[i].Paths, s.Path)
	}
	slices.SortStableFunc(groups, func(a, b SkipGroup) int { return cmp.Compare(len(b.Paths), len(a.Paths)) })
	return groups
}
