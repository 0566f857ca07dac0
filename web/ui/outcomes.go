package ui

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/request"
)

// outcomesView is the view model of the participants with confirmed cases.
type outcomesView struct {
	Contest      contest.Contest
	Participants []review.ParticipantOutcome
	CanSet       bool   // whether the viewer may set outcomes
	MissingNote  string // says which participants are missing; "" if none are
	InputError   string // why no outcome was set
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
	if r.URL.Query().Get("done") == "0" {
		v.InputError = i18n.From(r.Context()).T("No participant is selected.")
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

// SetOutcomes sets the outcome of the selected participants, and leads back to the list, which says so if none is selected.
func (s *Site) SetOutcomes(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest) error {
	var numbers []int
	for _, word := range r.PostForm["participant"] {
		number, _ := strconv.Atoi(word) // 0 is nobody's
		numbers = append(numbers, number)
	}
	if len(numbers) == 0 {
		return seeOther(w, r, outcomesPath(c.ID)+"?done=0")
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
