package contest

import (
	"fmt"
	"strings"
)

// EarlierSummary counts what comparing a contest with earlier ones did.
type EarlierSummary struct {
	Contests    int `json:"contests"`    // searched
	Submissions int `json:"submissions"` // earlier ones that were near enough to be compared
	Pairs       int `json:"pairs"`       // stored; they are among Summary.PairsKept
	// Beyond counts pairs that reach Keep but are not stored because their
	// participant has KeptForEach more suspicious ones with earlier contests. The
	// most suspicious of them has BeyondHighest, 0 to 1.
	Beyond        int     `json:"beyond,omitempty"`
	BeyondHighest float64 `json:"beyond_highest,omitempty"`
	KeptForEach   int     `json:"kept_for_each,omitempty"`
	// Unread names, sorted, the contests in which nothing could be found: none of
	// their submissions was read by this version of ojcheck.
	Unread []string `json:"unread,omitempty"`
	// Deleted counts the stored pairs that are gone, because the contests of their
	// earlier submissions were deleted. They are in neither Pairs nor
	// Summary.PairsKept; the other pairs keep their ranks.
	Deleted int `json:"deleted,omitempty"`
}

// notes tells what was compared, a line each.
func (e *EarlierSummary) notes(p Parameters) []string {
	notes := []string{fmt.Sprintf("searched %s: %s near enough to be compared, %s with a suspicion of %v or more",
		counted(int64(e.Contests), "earlier contest"), counted(int64(e.Submissions), "submission"), counted(int64(e.Pairs), "pair"), p.Keep)}
	if e.Beyond > 0 {
		notes = append(notes, fmt.Sprintf("%s with earlier contests and a suspicion from %v to %.3f are not stored: the participant of each has at least %d more suspicious ones",
			counted(int64(e.Beyond), "pair"), p.Keep, e.BeyondHighest, e.KeptForEach))
	}
	if len(e.Unread) > 0 {
		notes = append(notes, fmt.Sprintf("nothing can be found in %s until checked again: none of the submissions there was read by this version of ojcheck", strings.Join(e.Unread, ", ")))
	}
	if e.Deleted > 0 {
		notes = append(notes, fmt.Sprintf("%s with earlier contests that were deleted since are gone", counted(int64(e.Deleted), "pair")))
	}
	return notes
}
