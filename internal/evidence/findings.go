package evidence

import (
	"fmt"

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
