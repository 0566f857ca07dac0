package contest

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/i18n"
)

// MaxNames is the number of names that Names lists.
const MaxNames = 20

// Names returns the end of an error message for a user who named a contest that does not exist: `there are "fall", "spring"`.
// It lists the first MaxNames of the sorted names, and counts the rest.
func Names(contests []string) i18n.Text {
	if len(contests) == 0 {
		return i18n.Textf("no contest is stored yet")
	}
	list := slices.Sorted(slices.Values(contests))
	more := len(list) - MaxNames
	list = list[:min(len(list), MaxNames)]
	for i, name := range list {
		list[i] = strconv.Quote(name)
	}
	if more > 0 {
		return i18n.Textf("there are %[2]s and %[1]d more", more, strings.Join(list, ", "))
	}
	return i18n.Textf("there are %s", strings.Join(list, ", "))
}
