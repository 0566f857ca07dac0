package contest

import (
	"fmt"
	"slices"
	"strings"
)

// NamesListed bounds the names that ListNames lists.
const NamesListed = 20

// ListNames tells those who gave a name that no contest has which there are:
// `there are "fall", "spring"`, sorted, and how many more than NamesListed.
func ListNames(names []string) string {
	if len(names) == 0 {
		return "no contest is kept yet"
	}
	listed := slices.Sorted(slices.Values(names))
	more := ""
	if n := len(listed) - NamesListed; n > 0 {
		listed, more = listed[:NamesListed], fmt.Sprintf(" and %d more", n)
	}
	for i, name := range listed {
		listed[i] = fmt.Sprintf("%q", name)
	}
	return "there are " + strings.Join(listed, ", ") + more
}
