package contest

// Newest returns the check that stands for its contest: of some checks, the newest
// first, the first that is complete and compared anything. A check that found
// nothing to compare, as all that was uploaded was skipped, hides none before it;
// it stands where there is no other. The result is false where none is complete.
func NewestCheck(checks []Check) (newest Check, found bool) {
	for _, c := range checks {
		if c.State != Complete {
			continue
		}
		if c.Summary.Submissions > 0 {
			return c, true
		}
		if !found {
			newest, found = c, true
		}
	}
	return newest, found
}
