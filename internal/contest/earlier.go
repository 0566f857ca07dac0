package contest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/text"
)

// EarlierSummary counts what comparing a contest with earlier ones did.
type EarlierSummary struct {
	Contests    int `json:"contests"`    // searched
	Submissions int `json:"submissions"` // earlier ones that were near enough to be compared
	Pairs       int `json:"pairs"`       // stored; they are among Summary.PairsKept
	// Beyond counts pairs that reach Keep but are not stored because their
	// participant has KeptForEach more suspicious ones with earlier contests. The
	// most suspicious of them has BeyondHighest, 0 to 1.
	Dropped              int     `json:"beyond,omitempty"`
	HighestDropped       float64 `json:"beyond_highest,omitempty"`
	StoredPerParticipant int     `json:"kept_for_each,omitempty"`
	// Unlisted counts submissions that have the same fingerprint, or the same
	// sample, as earlier ones that were found, but were not compared: the archive
	// names the first of such submissions alone. Of one fingerprint, it counts no
	// further than CountedPrograms.
	Omitted int `json:"unlisted,omitempty"`
	// Unread names, sorted, the contests in which nothing could be found: none of
	// their submissions was read by this version of ojcheck.
	NotIndexed []string `json:"unread,omitempty"`
	// Deleted counts the stored pairs that are gone, because the contests of their
	// earlier submissions were deleted. They are in neither Pairs nor
	// Summary.PairsKept; the other pairs keep their ranks.
	Deleted int `json:"deleted,omitempty"`
	// Untold is set where nothing else is, because the contests are not all such
	// that whoever reads this may see them.
	Redacted bool `json:"-"`
}

// notes tells what was compared, a line each.
func (e *EarlierSummary) notes(p Parameters) []string {
	var notes []string
	if e.Redacted {
		return []string{"also compared with earlier contests that are not open to you: how many there are and what was found is not told, and pairs with them are not listed"}
	}
	if e.Contests == 0 && slices.Equal(p.Against, []string{AgainstArchive}) {
		notes = append(notes, "no other contest was kept yet, so there was nothing earlier to compare with")
	} else {
		notes = append(notes, fmt.Sprintf("searched %s: %s near enough to be compared, %s with a suspicion of %v or more",
			text.Count(e.Contests, "earlier contest"), text.Count(e.Submissions, "submission"), text.Count(e.Pairs, "pair"), p.Keep))
	}
	if e.Omitted > 0 {
		are := "are"
		if e.Omitted == 1 {
			are = "is"
		}
		note := fmt.Sprintf("and %s with the same programs %s not listed", text.Count(e.Omitted, "more earlier submission"), are)
		if e.Contests > 1 {
			note += ": compare with one earlier contest at a time, by its name, to list those of each"
		}
		notes = append(notes, note)
	}
	if e.Dropped > 0 {
		notes = append(notes, fmt.Sprintf("%s with earlier contests and a suspicion from %v to %.3f are not stored: the participant of each has at least %d more suspicious ones",
			text.Count(e.Dropped, "pair"), p.Keep, e.HighestDropped, e.StoredPerParticipant))
	}
	if len(e.NotIndexed) > 0 {
		notes = append(notes, fmt.Sprintf("nothing can be found in %s until checked again: none of the submissions there was read by this version of ojcheck", strings.Join(e.NotIndexed, ", ")))
	}
	if e.Deleted > 0 {
		notes = append(notes, fmt.Sprintf("%s with earlier contests that were deleted since are gone", text.Count(e.Deleted, "pair")))
	}
	return notes
}
