package contest

import (
	"cmp"
	"slices"
)

// SkippedFor is what was skipped for one reason.
type SkippedFor struct {
	Reason string
	Paths  []string // in the order of the list
}

// ByReason groups what was skipped: the most common reason first, and those that
// are as common in the order of the list.
func ByReason(skipped []Skipped) []SkippedFor {
	at := make(map[string]int)
	var groups []SkippedFor
	for _, s := range skipped {
		i, found := at[s.Reason]
		if !found {
			i = len(groups)
			at[s.Reason] = i
			groups = append(groups, SkippedFor{Reason: s.Reason})
		}
		groups[i].Paths = append(groups[i].Paths, s.Path)
	}
	slices.SortStableFunc(groups, func(a, b SkippedFor) int { return cmp.Compare(len(b.Paths), len(a.Paths)) })
	return groups
}
