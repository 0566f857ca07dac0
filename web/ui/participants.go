package ui

import (
	"net/http"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
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

// isNotRare reports whether the check does not list the most suspicious pair of a participant because of its chance.
func (v participantsView) isNotRare(ranked contest.RankedParticipant) bool {
	parameters := v.Check.Parameters
	return ranked.Suspicion >= parameters.Threshold &&
		!parameters.Lists(contest.Scores{Suspicion: ranked.Suspicion, Chance: ranked.Chance})
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
