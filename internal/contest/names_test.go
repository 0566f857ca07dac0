package contest

import (
	"fmt"
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{
		0: "no contest is stored yet", 1: `there are "c00"`, 2: `there are "c00", "c01"`,
		MaxNames: `, "c19"`, MaxNames + 3: `, "c19" and 3 more`,
	} {
		var names []string
		for i := range n {
			names = append([]string{fmt.Sprintf("c%02d", i)}, names...)
		}
		if got := Names(names).String(); !strings.HasSuffix(got, want) {
			t.Errorf("%d names: got %s, want a text that ends in %s", n, got, want)
		}
	}
}
