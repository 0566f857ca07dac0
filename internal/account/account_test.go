package account

import "testing"

// TestMay tests that a role includes itself and all roles before it, and no role after it.
func TestMay(t *testing.T) {
	t.Parallel()
	order := []Role{NoRole, Viewer, Reviewer, Chief, Administrator}
	for i, role := range order {
		for j, needed := range order {
			if got := role.May(needed); got != (i >= j) {
				t.Errorf("role %q includes %q: got %v, want %v", role, needed, got, i >= j)
			}
		}
	}
	if Role("king").May(Viewer) || Role("king").Valid() {
		t.Error("an unknown role is valid or includes Viewer")
	}
}
