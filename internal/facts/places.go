package facts

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
)

// PlaceKind is a kind of place. An affiliation, such as a school, counts as a place, too.
type PlaceKind string

// The kinds of places. Kinds of places that few people share come first.
const (
	Seat        PlaceKind = "seat"
	Address     PlaceKind = "address"
	Site        PlaceKind = "site"
	Affiliation PlaceKind = "affiliation"
)

// PlaceKinds lists all kinds.
var PlaceKinds = []PlaceKind{Seat, Address, Site, Affiliation}

func (k PlaceKind) place(p contest.Participant) string {
	switch k {
	case Seat:
		return p.Seat
	case Address:
		return p.Address
	case Site:
		return p.Site
	}
	return p.Affiliation
}

// Group has the participants of a contest who share a place.
type Group struct {
	Kind         PlaceKind
	Place        string                // in the spelling that most of the Participants use
	Participants []contest.Participant // those who are not hidden, sorted by number
	Hidden       int                   // number of hidden participants who share the place
	KnownCount   int                   // participants of the contest whose place of this kind is known
}

func (g Group) Size() int { return len(g.Participants) + g.Hidden }

// Groups returns the places that two or more participants share, sorted by kind, then by the size of the group. Small
// groups come first, because a rare place is seldom shared by chance. A place that only hidden participants have is
// left out. Places that differ only in case are equal.
func Groups(participants []contest.Participant) (groups []Group) {
	for _, kind := range PlaceKinds {
		groups = append(groups, groupsOf(kind, participants)...)
	}
	return groups
}

// AnyPlace reports whether a place of any of the participants is known.
func AnyPlace(participants []contest.Participant) bool {
	return slices.ContainsFunc(participants, func(p contest.Participant) bool {
		return slices.ContainsFunc(PlaceKinds, func(kind PlaceKind) bool { return strings.TrimSpace(kind.place(p)) != "" })
	})
}

func groupsOf(kind PlaceKind, participants []contest.Participant) (groups []Group) {
	known := 0
	byPlace := make(map[string]*Group)
	spellings := make(map[string]int) // number of visible participants by spelling
	for _, p := range participants {
		place := strings.TrimSpace(kind.place(p))
		if place == "" {
			continue
		}
		known++
		g := byPlace[strings.ToLower(place)]
		if g == nil {
			g = &Group{Kind: kind}
			byPlace[strings.ToLower(place)] = g
		}
		if p.Hidden {
			g.Hidden++
			continue
		}
		g.Participants = append(g.Participants, p)
		spellings[place]++
		if n := spellings[place] - spellings[g.Place]; n > 0 || n == 0 && place < g.Place {
			g.Place = place
		}
	}
	for _, g := range byPlace {
		if g.Size() >= 2 && len(g.Participants) > 0 {
			g.KnownCount = known
			slices.SortFunc(g.Participants, func(a, b contest.Participant) int { return cmp.Compare(a.Number, b.Number) })
			groups = append(groups, *g)
		}
	}
	slices.SortFunc(groups, func(a, b Group) int {
		return cmp.Or(cmp.Compare(a.Size(), b.Size()), cmp.Compare(strings.ToLower(a.Place), strings.ToLower(b.Place)))
	})
	return groups
}

// sharedPlace is the fact that two participants share a place.
type sharedPlace struct{ Group }

const (
	// minKnown is the smallest number of participants with a known place of the kind. Fewer do not show how usual a place is.
	minKnown = 20
	// maxPlaceShare is the largest share of the participants with a known place who share a rare place.
	maxPlaceShare = 0.2
)

// SharedPlaces returns the places that two participants share with few others. It returns none for hidden participants.
func SharedPlaces(groups []Group, left, right int64) (list []Fact) {
	for _, g := range groups {
		has := func(id int64) bool {
			return slices.ContainsFunc(g.Participants, func(p contest.Participant) bool { return p.ID == id })
		}
		if g.KnownCount >= minKnown && float64(g.Size()) <= maxPlaceShare*float64(g.KnownCount) && has(left) && has(right) {
			list = append(list, sharedPlace{g})
		}
	}
	return list
}

func (sharedPlace) Kind() Kind   { return KindPlace }
func (s sharedPlace) Rate() Rate { return Rate{Count: s.Size() - 2, Total: s.KnownCount - 2} }

var placeTexts = map[PlaceKind]i18n.Key{
	Seat:        "Both have the seat %s.",
	Address:     "Both have the address %s.",
	Site:        "Both have the site %s.",
	Affiliation: "Both have the affiliation %s.",
}

func (s sharedPlace) Text(p *i18n.Printer) string {
	return p.T(placeTexts[s.Group.Kind], text.Visible(s.Place))
}

func (s sharedPlace) RateText(p *i18n.Printer) string {
	return p.T("%s of %s other participants share it.", i18n.Number(p, s.Rate().Count), i18n.Number(p, s.Rate().Total))
}
