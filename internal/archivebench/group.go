package archivebench

import (
	"cmp"
	"slices"

	"github.com/ojcheck/ojcheck/simhash"
)

// group is one fingerprint of an answer, and how many programs have it. One
// popular program may stand in the archive ten thousand times.
type group struct {
	fingerprint simhash.Fingerprint
	programs    int64
}

// limit is how many groups an answer has at most, the nearest ones.
const limit = 100

// nearest puts groups into the order of an answer, by distance from f and then
// by fingerprint, and keeps as many as an answer has.
func nearest(groups []group, f simhash.Fingerprint) []group {
	slices.SortFunc(groups, func(a, b group) int {
		return cmp.Or(
			cmp.Compare(simhash.Distance(f, a.fingerprint), simhash.Distance(f, b.fingerprint)),
			cmp.Compare(a.fingerprint, b.fingerprint))
	})
	return groups[:min(limit, len(groups))]
}

// within are those of the nearest groups that are within distance k of f.
func within(groups []group, f simhash.Fingerprint, k int) []group {
	n := 0
	for n < len(groups) && simhash.Distance(f, groups[n].fingerprint) <= k {
		n++
	}
	return groups[:n]
}
