package ui

import (
	"net/http"
	"slices"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/web/request"
)

// outcomesView is the view model of the participants with confirmed cases.
type outcomesView struct {
	Contest      contest.Contest
	Participants []access.ParticipantOutcome
	CanSet       bool // whether the viewer may set outcomes
}

// Outcomes lists the participants of a contest who have confirmed cases, with their outcomes.
func (s *Site) Outcomes(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest) error {
	list, err := reader.Outcomes(r.Context(), c.ID)
	if err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, outcomesPage(i18n.From(r.Context()), outcomesView{c, list, reader.Viewer().May(account.Chief)}))
}

// SetOutcome sets the outcome of a participant, and leads back to the list.
func (s *Site) SetOutcome(w http.ResponseWriter, r *http.Request) error {
	id, err := request.PathID(r)
	if err != nil {
		return err
	}
	return seeOtherUnless(s.read(r).SetOutcome(r.Context(), id, request.PathNumber(r), r.PostFormValue("outcome")), w, r, outcomesPath(contest.Contest{ID: id}))
}

func outcomesPath(c contest.Contest) string { return contestPath(c) + "/outcomes" }

// choices returns the outcomes that a participant can get: the contest's outcomes, and the present outcome.
func (v outcomesView) choices(p access.ParticipantOutcome) []string {
	if name := p.Outcome.Name; name != "" && !slices.Contains(v.Contest.Outcomes, name) {
		return append(slices.Clone(v.Contest.Outcomes), name)
	}
	return v.Contest.Outcomes
}
