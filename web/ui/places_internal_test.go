package ui

import (
	"testing"

	"github.com/ojcheck/ojcheck/internal/facts"
)

// The page of places shows the first groups of a kind, and counts the others.
func TestShownGroups(t *testing.T) {
	t.Parallel()
	v := placesView{Groups: make([]facts.Group, 0, maxGroupsShown+8)}
	for range maxGroupsShown + 5 {
		v.Groups = append(v.Groups, facts.Group{Kind: facts.Seat})
	}
	for range 3 {
		v.Groups = append(v.Groups, facts.Group{Kind: facts.Site})
	}
	for kind, want := range map[facts.PlaceKind][2]int{facts.Seat: {maxGroupsShown, 5}, facts.Site: {3, 0}, facts.Address: {0, 0}} {
		if groups, more := v.groupsBy(kind); len(groups) != want[0] || more != want[1] {
			t.Errorf("%s: shows %d groups and says %d more, want %v", kind, len(groups), more, want)
		}
	}
}
