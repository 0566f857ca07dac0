package ui

import (
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// The page of an alert compares its programs as the check does: across languages if they are in two families.
func TestPairOfAlert(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ left, right, want string }{
		{"c", "cpp", "c++"},
		{"cpp", "java", contest.AcrossLanguages},
		{"python", "python", "python"},
	} {
		a := contest.Alert{Left: contest.Side{Language: test.left}, Right: contest.Side{Language: test.right}}
		if got := pairOfAlert(a).Language; got != test.want {
			t.Errorf("an alert of %s and %s is in %q, want %q", test.left, test.right, got, test.want)
		}
	}
}
