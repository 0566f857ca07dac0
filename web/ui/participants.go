package ui

import (
	"net/http"
	"net/url"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/web/request"
)

// participantsView is the view model of the ranking of a check's participants.
type participantsView struct {
	Check        contest.Check
	Name         string // text in the names of the listed participants, or the number of one participant
	Sort         contest.ParticipantSort
	Participants []contest.RankedParticipant // of this page
	Pages        pagination
	Blind        bool // the contest is reviewed blind
}

// participantColumns are the columns by which participants can be sorted, the first by default.
var participantColumns = []struct {
	Title, Explain i18n.Key
	Sort           contest.ParticipantSort
}{
	{"Highest suspicion", "That of their most suspicious stored pair", contest.ParticipantsBySuspicion},
	{"Listed pairs", "Pairs that the check lists", contest.ParticipantsByListed},
	{"Confirmed", "Confirmed cases of the contest", contest.ParticipantsByConfirmed},
}

// Participants ranks the participants of a check.
func (s *Site) Participants(w http.ResponseWriter, r *http.Request, reader loader, check contest.Check) error {
	ctx, q := r.Context(), r.URL.Query()
	view := participantsView{
		Check: check, Name: request.OneLine(q.Get("name")), Sort: contest.ParticipantsBySuspicion,
		Pages: parsePagination(r.URL, request.PageSize),
	}
	sort := contest.ParticipantSort(q.Get("sort"))
	if slices.Contains([]contest.ParticipantSort{contest.ParticipantsByListed, contest.ParticipantsByConfirmed, contest.ParticipantsByNumber}, sort) {
		view.Sort = sort
	}
	c, err := reader.Contest(ctx, check.ContestID)
	if err != nil {
		return err
	}
	view.Blind = c.Blind
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
	q := url.Values{}
	if v.Name != "" {
		q.Set("name", v.Name)
	}
	if sort != contest.ParticipantsBySuspicion {
		q.Set("sort", string(sort))
	}
	return withQuery(CheckPath(v.Check.ID)+"/participants", q)
}

// ariaSort returns the aria-sort attribute of a column.
func (v participantsView) ariaSort(sort contest.ParticipantSort) string {
	switch {
	case v.Sort != sort:
		return "none"
	case sort == contest.ParticipantsByNumber:
		return "ascending"
	}
	return "descending"
}
