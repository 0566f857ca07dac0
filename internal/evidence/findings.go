package evidence

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
)

// CommonShingles tells how much of a program a search of the archive did not
// look up; "" where it looked up all.
func CommonShingles(found contest.Findings) string {
	switch {
	case found.Common == 0:
		return ""
	case found.Common == found.Sampled:
		return "All of this program's sampled passages are in so many programs of the archive that only near-duplicates of the whole program were searched for."
	}
	return fmt.Sprintf("%s of %s sampled passages are in so many programs of the archive that they were not searched for.",
		text.Thousands(int64(found.Common)), text.Thousands(int64(found.Sampled)))
}

// namedSame is how many of those who have the same program are named.
const namedSame = 3

// Same names some of those who handed in the same program as a finding, with
// their contests, and counts the other submissions of it: "spring / ann, fall /
// ben and 7 more". It is "" where there are none.
func SameProgram(f contest.Finding) string {
	places, more := SameProgramPlaces(f)
	names := make([]string, len(places))
	for i, p := range places {
		names[i] = PlaceName(p)
	}
	switch {
	case more <= 0:
		return strings.Join(names, ", ")
	case len(names) == 0:
		return text.Thousands(int64(more)) + " more"
	}
	return strings.Join(names, ", ") + " and " + text.Thousands(int64(more)) + " more"
}

// PlaceName names the participant of a place with the contest: "spring / ann".
func PlaceName(p contest.Location) string {
	return text.Visible(p.Contest) + " / " + text.Visible(p.Participant)
}

// SameProgramPlaces returns one submission of each of those whom SameProgram names, and how
// many more there are than theirs.
func SameProgramPlaces(f contest.Finding) (places []contest.Location, more int) {
	covered := 0
	for _, place := range f.SameProgram {
		if !slices.ContainsFunc(places, func(p contest.Location) bool {
			return p.Contest == place.Contest && p.Participant == place.Participant
		}) {
			if len(places) == namedSame {
				continue
			}
			places = append(places, place)
		}
		covered++
	}
	return places, max(0, f.Others-covered)
}
