package access

import (
	"cmp"
	"context"
	"slices"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
)

// Outcomes lists the participants of a contest with the confirmed cases that the viewer may see, sorted by name. Chief
// judges also see the outcomes of participants whose cases are no longer confirmed.
//
// If a case has participants of two contests and only one of them is hidden, the list omits the visible one, because the
// visible one would identify the hidden one.
func (r *Reader) Outcomes(ctx context.Context, contestID int64) ([]review.ParticipantOutcome, error) {
	cases, err := r.storedCases(ctx, contestID, review.Filter{State: review.CaseConfirmed})
	if err != nil {
		return nil, err
	}
	outcomes, err := r.store.Outcomes(ctx, contestID)
	if err != nil {
		return nil, err
	}
	pairs, err := r.newestPairs(ctx, contestID)
	if err != nil {
		return nil, err
	}
	byID := make(map[int64]*review.ParticipantOutcome)
	entry := func(p contest.Participant) *review.ParticipantOutcome {
		if byID[p.ID] == nil {
			byID[p.ID] = &review.ParticipantOutcome{Participant: blind.LabelsFrom(ctx).HideParticipant(p), Outcome: outcomes[p.ID]}
		}
		return byID[p.ID]
	}
	for _, c := range cases {
		first, second := c.FirstParticipant, c.SecondParticipant
		for _, sides := range [][2]contest.Participant{{first, second}, {second, first}} {
			own, other := sides[0], sides[1]
			shown := own
			blind.HideCounterpart(&shown, &other)
			if own.ContestID != contestID || shown.Hidden != own.Hidden {
				continue
			}
			e := entry(own)
			hidden := blind.LabelsFrom(ctx).HideParticipant(other)
			e.Cases = append(e.Cases, review.ConfirmedCase{Problem: c.Problem, Other: hidden, EarlierContest: c.EarlierContest, PairID: pairs[c.Key].ID})
		}
	}
	if r.Role(contestID).May(account.Chief) && len(outcomes) > 0 {
		listed := 0 // sides of confirmed cases
		for _, e := range byID {
			listed += len(e.Cases)
		}
		confirmed, err := r.confirmedSides(ctx, contestID)
		if err != nil {
			return nil, err
		}
		people, err := r.participants(ctx, contestID)
		if err != nil {
			return nil, err
		}
		for _, p := range people {
			if outcomes[p.ID].Name != "" {
				// NoneConfirmed for only some participants would tell who has a case that the list omits.
				e := entry(p)
				e.NoneConfirmed = len(e.Cases) == 0 && listed == confirmed
			}
		}
	}
	list := make([]review.ParticipantOutcome, 0, len(byID))
	for _, e := range byID {
		list = append(list, *e)
	}
	slices.SortFunc(list, func(a, b review.ParticipantOutcome) int {
		return cmp.Or(text.CompareNatural(a.Name, b.Name), a.Number-b.Number)
	})
	return list, nil
}

// confirmedSides returns how many sides of confirmed cases are participants of the contest: one or two for each case.
func (r *Reader) confirmedSides(ctx context.Context, contestID int64) (sides int, err error) {
	cases, err := r.store.Cases(ctx, contestID, review.Filter{State: review.CaseConfirmed})
	for _, c := range cases {
		for _, p := range []contest.Participant{c.FirstParticipant, c.SecondParticipant} {
			if p.ContestID == contestID {
				sides++
			}
		}
	}
	return sides, err
}

// newestPairs returns the decided or assigned pairs of the newest complete check of a contest, by case.
func (r *Reader) newestPairs(ctx context.Context, contestID int64) (map[review.Key]contest.Pair, error) {
	newest, err := r.NewestCheck(ctx, contestID)
	if err != nil || newest.ID == 0 {
		return nil, err
	}
	return r.PairsByCase(ctx, contestID, newest.ID)
}

var errNoVisibleCase = httperr.NotStored(i18n.Errorf("Only a participant with a confirmed pair that you may see can get an outcome."))

// SetOutcome sets the outcome of the participants with these numbers; "" removes it. Only chief judges may do so, and only for
// participants with a case in the result of Outcomes. Otherwise the answer would tell whether there is a case that Outcomes omits.
// After an error, nothing is changed.
func (r *Reader) SetOutcome(ctx context.Context, contestID int64, outcome string, numbers ...int) error {
	if err := r.require(contestID, account.Chief); err != nil {
		return err
	}
	if outcome != "" {
		list, err := r.Outcomes(ctx, contestID)
		if err != nil {
			return err
		}
		var others []int // who do not have this outcome
		for _, number := range numbers {
			i := slices.IndexFunc(list, func(o review.ParticipantOutcome) bool { return o.Number == number })
			switch {
			case i >= 0 && list[i].Outcome.Name == outcome:
				continue
			case i < 0 || len(list[i].Cases) == 0:
				return errNoVisibleCase
			}
			others = append(others, number)
		}
		numbers = others
	}
	return explainAs(r.store.SetOutcome(ctx, r.viewer.Person(), contestID, outcome, numbers...), httperr.NotStored)
}

// ExplainOutcomes turns the error of review.CleanOutcomes into an httperr.Error, which pages show.
func ExplainOutcomes(err error) error { return explainAs(err, httperr.NotStored) }
