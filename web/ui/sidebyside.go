package ui

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/web/request"
)

// maxNamed is how many participants the page offers if the typed text names several.
const maxNamed = 20

// sideBySideView is the view model of two submissions of a contest side by side.
type sideBySideView struct {
	Contest  contest.Contest
	Check    contest.Check // the newest complete check; zero if there is none
	Sides    [2]contest.Side
	Others   [2][]contest.Side // other attempts of each participant at the problem
	Pair     *contest.Pair     // of both participants at the problem, with other attempts; nil if the check stores none
	Evidence evidence.View
	Titles   titles
}

// SideBySide shows a submission beside the submission "with" of another participant of the contest. If the newest check
// stores both submissions as a pair, it leads to that pair.
func (s *Site) SideBySide(w http.ResponseWriter, r *http.Request) error {
	ctx, q, reader := r.Context(), r.URL.Query(), s.loaderFor(r)
	id, err := request.PathID(r, "id")
	if err != nil {
		return err
	}
	if !q.Has("with") {
		return s.chooseOther(w, r, reader, id)
	}
	with, err := strconv.ParseInt(q.Get("with"), 10, 64)
	if err != nil {
		return httperr.NotFound("There is no such page.")
	}
	var view sideBySideView
	for i, id := range []int64{id, with} {
		if view.Sides[i], view.Others[i], err = reader.Submission(ctx, id); err != nil {
			return err
		}
	}
	left, right := view.Sides[0], view.Sides[1]
	if right.ContestID != left.ContestID || right.Problem != left.Problem || right.ParticipantID == left.ParticipantID {
		return httperr.BadRequest("This page shows programs of two participants of one contest for one problem.",
			"Choose a program of another participant of this contest for the same problem.")
	}
	if view.Contest, err = reader.Contest(ctx, left.ContestID); err != nil {
		return err
	}
	if view.Check, err = reader.NewestCheck(ctx, left.ContestID); err != nil {
		return err
	}
	if view.Pair, err = reader.pairAt(ctx, view.Check, left, right.Number); err != nil {
		return err
	}
	if p := view.Pair; p != nil && p.SideOf(left.ParticipantID).SubmissionID == left.SubmissionID && p.SideOf(right.ParticipantID).SubmissionID == right.SubmissionID {
		return seeOther(w, r, pairPath(p.ID))
	}
	if view.Titles, err = reader.Titles(ctx, left.ContestID); err != nil {
		return err
	}
	if view.Evidence, err = reader.SideBySide(ctx, view.Check.ID, left, right); err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, sideBySidePage(i18n.From(ctx), view))
}

// chooseView is the view model of the page that asks whose submission to show beside a submission.
type chooseView struct {
	Contest contest.Contest
	Check   contest.Check // the newest complete check; zero if there is none
	Side    contest.Side
	Typed   string
	Named   []contest.RankedParticipant // whom Typed names, at most maxNamed
	Total   int                         // number of all whom Typed names
	Chosen  *contest.Participant        // the participant of Side, or somebody without a submission for the problem; nil if nobody is chosen
}

// chooseOther leads to a submission beside one of another participant. "number" is the number of the participant, or else
// "participant" the name or a part of it. If they name no single participant with a submission for the problem, the page asks.
func (s *Site) chooseOther(w http.ResponseWriter, r *http.Request, reader loader, id int64) error {
	ctx, q := r.Context(), r.URL.Query()
	view := chooseView{Typed: request.OneLine(q.Get("participant"))}
	var err error
	if view.Side, _, err = reader.Submission(ctx, id); err != nil {
		return err
	}
	if view.Contest, err = reader.Contest(ctx, view.Side.ContestID); err != nil {
		return err
	}
	if view.Check, err = reader.NewestCheck(ctx, view.Side.ContestID); err != nil {
		return err
	}
	if number, err := strconv.Atoi(q.Get("number")); err == nil {
		chosen, err := reader.Participant(ctx, view.Contest.ID, number)
		if err != nil {
			return err
		}
		view.Chosen = &chosen
	} else if err := reader.findNamed(ctx, &view); err != nil {
		return err
	}
	if view.Chosen != nil && view.Chosen.ID != view.Side.ParticipantID {
		other, err := reader.submissionBeside(ctx, view.Check, view.Side, view.Chosen.Number)
		if err != nil {
			return err
		}
		if other != 0 {
			return seeOther(w, r, sideBySidePath(id, other))
		}
	}
	return s.show(w, r, http.StatusOK, choosePage(i18n.From(ctx), view))
}

// findNamed finds the participants whom the typed text names, and chooses the only one, or the only one with exactly this name
// or, in a blind contest, number.
func (reader loader) findNamed(ctx context.Context, view *chooseView) (err error) {
	if view.Typed == "" || view.Check.ID == 0 {
		return nil
	}
	view.Named, view.Total, err = reader.RankedParticipants(ctx, view.Check, contest.ParticipantFilter{
		Participant: view.Typed, Sort: contest.ParticipantsByNumber, Limit: maxNamed,
	})
	var exact []contest.RankedParticipant
	for _, p := range view.Named {
		isNumber := view.Contest.Blind && strconv.Itoa(p.Number) == view.Typed
		if view.Total == 1 || isNumber || strings.EqualFold(p.Name, view.Typed) {
			exact = append(exact, p)
		}
	}
	if len(exact) == 1 {
		view.Chosen = &exact[0].Participant
	}
	return err
}

// submissionBeside returns the ID of the submission of a participant to show beside a side: the one that the check paired
// with the side's participant at the problem, or else the participant's last one for the problem; 0 if there is none.
func (reader loader) submissionBeside(ctx context.Context, check contest.Check, side contest.Side, number int) (int64, error) {
	pair, err := reader.pairAt(ctx, check, side, number)
	if err != nil {
		return 0, err
	}
	if pair != nil {
		return otherSide(*pair, side).SubmissionID, nil
	}
	rows, err := reader.Submissions(ctx, side.ContestID, contest.SubmissionFilter{Problem: side.Problem, Number: number}, 0, 0)
	if err != nil || len(rows) == 0 {
		return 0, err
	}
	last := slices.MaxFunc(rows, func(a, b contest.SubmissionRow) int { return a.Attempt - b.Attempt })
	return last.SubmissionID, nil
}

// pairAt returns the pair that a check stored of a side's participant with another participant of the contest at the side's
// problem; nil if there is none.
func (reader loader) pairAt(ctx context.Context, check contest.Check, side contest.Side, number int) (*contest.Pair, error) {
	if check.ID == 0 {
		return nil, nil
	}
	list, _, err := reader.Pairs(ctx, check.ID, contest.PairFilter{Problem: side.Problem, Number: side.Number, Sides: contest.OwnSides})
	for _, p := range list {
		if otherSide(p, side).Number == number {
			return &p, nil
		}
	}
	return nil, err
}

// sideBySidePath returns the address of the page of two submissions; if other is 0, of the page that asks for the other
// participant.
func sideBySidePath(id, other int64) string {
	return withParameters(submissionPath(id)+"/beside", map[string]string{"with": orEmpty(other)})
}
