package contest

import (
	"fmt"
	"strings"
	"testing"
)

func TestListNames(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{
		0: "no contest is kept yet", 1: `there are "c00"`, 2: `there are "c00", "c01"`,
		NamesListed: `, "c19"`, NamesListed + 3: `, "c19" and 3 more`,
	} {
		var names []string
		for i := range n {
			names = append([]string{fmt.Sprintf("c%02d", i)}, names...)
		}
		if got := ListNames(names); !strings.HasSuffix(got, want) {
			t.Errorf("%d names are %s, want them to end in %s", n, got, want)
		}
	}
}
