package review

import (
	"strings"

	"github.com/ojcheck/ojcheck/internal/text"
)

// Counts says how many cases stand where.
type StateCounts map[State]int

// String says it in the order of States: "2 open, 1 confirmed"; "" of no case.
func (c StateCounts) String() string {
	var list []string
	for _, state := range States() {
		if n := c[state]; n > 0 {
			list = append(list, text.Thousands(int64(n))+" "+string(state))
		}
	}
	return strings.Join(list, ", ")
}
