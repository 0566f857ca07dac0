package evidence

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
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
		contest.Thousands(int64(found.Common)), contest.Thousands(int64(found.Sampled)))
}

// namedSame is how many of those who have the same program are named.
const namedSame = 3

// Same names some of those who handed in the same program as a finding, with
// their contests, and counts the other submissions of it: "spring / ann, fall /
// ben and 7 more". It is "" where there are none.
func Same(f contest.Finding) string {
	type person struct{ contest, participant string }
	var people []person
	covered := 0
	for _, place := range f.Same {
		p := person{place.Contest, place.Participant}
		if !slices.Contains(people, p) {
			if len(people) == namedSame {
				continue
			}
			people = append(people, p)
		}
		covered++
	}
	names := make([]string, len(people))
	for i, p := range people {
		names[i] = Visible(p.contest) + " / " + Visible(p.participant)
	}
	more := f.Others - covered
	switch {
	case more <= 0:
		return strings.Join(names, ", ")
	case len(names) == 0:
		return contest.Thousands(int64(more)) + " more"
	}
	return strings.Join(names, ", ") + " and " + contest.Thousands(int64(more)) + " more"
}
