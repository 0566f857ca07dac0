package ui

import (
	"net/http"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/facts"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// placesView is the view model of the places that participants of a contest share.
type placesView struct {
	Contest  contest.Contest
	Groups   []facts.Group
	AnyKnown bool // whether a place of any participant is known
}

const (
	maxNamedInGroup = 20  // participants of a group that the page names
	maxGroupsShown  = 200 // groups of each kind on the page; the groups of the fewest participants come first
)

// Places lists the groups of participants of a contest who share a seat, an address, a site or an affiliation.
func (s *Site) Places(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest) error {
	groups, anyKnown, err := reader.Places(r.Context(), c.ID)
	if err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, placesPage(i18n.From(r.Context()), placesView{c, groups, anyKnown}))
}

// groupsBy returns the first groups that share a kind of place, and counts the other groups.
func (v placesView) groupsBy(kind facts.PlaceKind) (list []facts.Group, more int) {
	for _, g := range v.Groups {
		if g.Kind == kind {
			list = append(list, g)
		}
	}
	shown := min(len(list), maxGroupsShown)
	return list[:shown], len(list) - shown
}

var placeTitles = map[facts.PlaceKind]i18n.Key{
	facts.Seat: "Seat", facts.Address: "Address", facts.Site: "Site", facts.Affiliation: "Affiliation",
}
