package account

import "testing"

func TestMay(t *testing.T) {
	t.Parallel()
	order := []Role{NoRole, Viewer, Reviewer, Chief, Administrator}
	for i, role := range order {
		for j, needed := range order {
			if got := role.May(needed); got != (i >= j) {
				t.Errorf("%q includes %q: %v", role, needed, got)
			}
		}
	}
	if Role("king").May(Viewer) || Role("king").Valid() {
		t.Error("an unknown role may do something")
	}
}
