package ui

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/facts"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/request"
)

// participantsView is the view model of the ranking of a check's participants.
type participantsView struct {
	checkHead
	Name         string // text in the names of the listed participants, or the number of one participant
	Sort         contest.ParticipantSort
	Participants []contest.RankedParticipant // of this page
	Pages        pagination
}

// Participants ranks the participants of a check.
func (s *Site) Participants(w http.ResponseWriter, r *http.Request, reader loader, check contest.Check) error {
	ctx, q := r.Context(), r.URL.Query()
	view := participantsView{
		Name: request.OneLine(q.Get("name")), Sort: contest.ParticipantsBySuspicion,
		Pages: parsePagination(r.URL, request.PageSize),
	}
	sort := contest.ParticipantSort(q.Get("sort"))
	if slices.Contains([]contest.ParticipantSort{contest.ParticipantsByListed, contest.ParticipantsByConfirmed, contest.ParticipantsByNumber}, sort) {
		view.Sort = sort
	}
	var err error
	if view.checkHead, err = reader.checkHead(ctx, check); err != nil {
		return err
	}
	view.Participants, view.Pages.Total, err = reader.RankedParticipants(ctx, check, contest.ParticipantFilter{
		Participant: view.Name, Sort: view.Sort, Offset: view.Pages.offset(), Limit: request.PageSize,
	})
	if err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, participantsPage(i18n.From(ctx), view))
}

// path returns the address of the list sorted by a column.
func (v participantsView) path(sort contest.ParticipantSort) string {
	parameters := map[string]string{"name": v.Name, "sort": string(sort)}
	if sort == contest.ParticipantsBySuspicion { // the default
		delete(parameters, "sort")
	}
	return withParameters(CheckPath(v.Check.ID)+"/participants", parameters)
}

// columns returns the columns of the table, each with the address of the list sorted by it.
func (v participantsView) columns() []column {
	sorted := func(c column, by contest.ParticipantSort, order string) column {
		if c.Path, c.AriaSort = v.path(by), "none"; v.Sort == by {
			c.AriaSort = order
		}
		return c
	}
	return []column{
		sorted(heading("Participant").tooltip("By number"), contest.ParticipantsByNumber, "ascending"),
		sorted(number("Highest suspicion").tooltip("That of their most suspicious stored pair"), contest.ParticipantsBySuspicion, "descending"),
		sorted(number("Listed pairs").tooltip("Pairs that the check lists"), contest.ParticipantsByListed, "descending"),
		sorted(number("Confirmed").tooltip("Confirmed cases of the contest"), contest.ParticipantsByConfirmed, "descending"),
		{Title: "Clusters", Class: "links"},
	}
}

// outcomesView is the view model of the participants with confirmed cases.
type outcomesView struct {
	Contest      contest.Contest
	Participants []review.ParticipantOutcome
	CanSet       bool   // whether the viewer may set outcomes
	MissingNote  string // says which participants are missing; "" if none are
}

// Outcomes lists the participants of a contest who have confirmed cases, with their outcomes.
func (s *Site) Outcomes(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest) error {
	list, err := reader.Outcomes(r.Context(), c.ID)
	if err != nil {
		return err
	}
	v := outcomesView{Contest: c, Participants: list, CanSet: reader.Viewer().May(account.Chief)}
	if reader.Viewer().May(account.Reviewer) { // a viewer sees all confirmed cases, also in independent review
		if v.MissingNote, err = reader.SealText(r.Context(), c.ID); err != nil {
			return err
		}
	}
	return s.show(w, r, http.StatusOK, outcomesPage(i18n.From(r.Context()), v))
}

// errOutcomeMissing refuses a form without an outcome.
var errOutcomeMissing = httperr.BadRequest("No outcome is selected.", "Go back and choose one.")

// SetOutcome sets the outcome of a participant, and leads back to their row of the list.
func (s *Site) SetOutcome(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest) error {
	if !r.PostForm.Has("outcome") { // an empty one removes the outcome
		return errOutcomeMissing
	}
	number := request.PathNumber(r)
	err := reader.SetOutcome(r.Context(), c.ID, r.PostForm.Get("outcome"), number)
	return seeOtherUnless(err, w, r, outcomesPath(c.ID)+"#"+participantAnchor(contest.Participant{Number: number}))
}

// SetOutcomes sets the outcome of the selected participants, and leads back to the list.
func (s *Site) SetOutcomes(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest) error {
	var numbers []int
	for _, word := range r.PostForm["participant"] {
		number, _ := strconv.Atoi(word) // 0 is nobody's
		numbers = append(numbers, number)
	}
	if len(numbers) == 0 {
		return httperr.BadRequest("No participant is selected.", "Go back and select the participants.")
	}
	outcome := r.PostForm.Get("outcome")
	switch outcome {
	case "":
		return errOutcomeMissing
	case removeOutcome:
		outcome = ""
	}
	return seeOtherUnless(reader.SetOutcome(r.Context(), c.ID, outcome, numbers...), w, r, outcomesPath(c.ID))
}

func outcomesPath(contestID int64) string { return contestPath(contestID) + "/outcomes" }

// choices returns the outcomes that a participant can get: the contest's outcomes, and the present outcome.
func (v outcomesView) choices(p review.ParticipantOutcome) []string {
	if name := p.Outcome.Name; name != "" && !slices.Contains(v.Contest.Outcomes, name) {
		return append(slices.Clone(v.Contest.Outcomes), name)
	}
	return v.Contest.Outcomes
}

// placesView is the view model of the places that participants of a contest share.
type placesView struct {
	Contest contest.Contest
	Groups  []facts.Group
}

const (
	maxNamedInGroup = 20  // participants of a group that the page names
	maxGroupsShown  = 200 // groups of each kind on the page; the groups of the fewest participants come first
)

// Places lists the groups of participants of a contest who share a seat, an address, a site or an affiliation.
func (s *Site) Places(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest) error {
	groups, err := reader.Places(r.Context(), c.ID)
	if err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, placesPage(i18n.From(r.Context()), placesView{c, groups}))
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
