package web

import (
	"context"
	"fmt"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// fakeDesk is a jury that has done nothing yet.
type fakeDesk struct{}

func (fakeDesk) PairsToReview(_ context.Context, contests, _ []int64, _ contest.ReviewQueue) (map[int64]int, error) {
	return map[int64]int{contests[0]: 7}, nil
}

func (fakeDesk) Participant(_ context.Context, contestID int64, number int) (contest.Participant, error) {
	if number != 1 {
		return contest.Participant{}, fmt.Errorf("fake: %w", contest.ErrNotFound)
	}
	return contest.Participant{ID: 1, ContestID: contestID, Number: number, Name: hostile}, nil
}

func (fakeDesk) Namesakes(context.Context, int64, []int64) ([]contest.Namesake, error) {
	return nil, nil
}

func (fakeDesk) ChecksAgainst(context.Context, int64, []int64) ([]int64, error) { return nil, nil }

func (fakeDesk) ParticipantSubmissions(context.Context, int64, int, int) ([]contest.Side, int, error) {
	return []contest.Side{{SubmissionID: 2, Participant: hostile, Number: 1, Problem: "A", Path: "A/" + hostile + "/02-WA.cpp", Language: "cpp", Verdict: "WA", Attempt: 2}}, 1, nil
}

func (fakeDesk) Hide(context.Context, review.Person, int64, int) error { return nil }

func (fakeDesk) Log(context.Context, review.Entry) error { return nil }

func (fakeDesk) AuditLog(_ context.Context, contestID int64, _, _ int) ([]review.Entry, int, error) {
	return []review.Entry{{ID: 1, Actor: review.Person{ID: 1, Name: hostile}, ContestID: contestID, Action: review.ActionDecide, Problem: "A", Note: hostile,
		First: review.ParticipantRef{ContestID: contestID, Number: 1}, Second: review.ParticipantRef{ContestID: contestID, Number: 2},
		Details: review.Details{Decision: review.Confirmed, Reason: review.Copied, State: review.Pending}}}, 1, nil
}

func (fakeDesk) SetBlind(context.Context, review.Person, int64, bool) error    { return nil }
func (fakeDesk) SetAgreement(context.Context, review.Person, int64, int) error { return nil }

func (fakeDesk) Contents(_ context.Context, name string) (contest.Contents, error) {
	return contest.Contents{ID: contestID, Name: name}, nil
}

func (fakeDesk) DeleteContest(context.Context, review.Person, int64) error { return nil }
