package webtest

import (
	"context"
	"fmt"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// FakeContests is a jury that has done nothing yet.
type FakeContests struct{}

func (FakeContests) PairsToReview(_ context.Context, contests, _ []int64, _ contest.ReviewQueue) (map[int64]int, error) {
	return map[int64]int{contests[0]: 7}, nil
}

func (FakeContests) Participant(_ context.Context, contestID int64, number int) (contest.Participant, error) {
	if number != 1 {
		return contest.Participant{}, fmt.Errorf("fake: %w", contest.ErrNotFound)
	}
	return contest.Participant{ID: 1, ContestID: contestID, Number: number, Name: Hostile}, nil
}

func (FakeContests) Namesakes(context.Context, int64, []int64) ([]contest.Namesake, error) {
	return nil, nil
}

func (FakeContests) ChecksAgainst(context.Context, int64, []int64) ([]int64, error) { return nil, nil }

func (FakeContests) ParticipantSubmissions(context.Context, int64, int, int) ([]contest.Side, int, error) {
	return []contest.Side{{SubmissionID: 2, Participant: Hostile, Number: 1, Problem: "A", Path: "A/" + Hostile + "/02-WA.cpp", Language: "cpp", Verdict: "WA", Attempt: 2}}, 1, nil
}

func (FakeContests) Hide(context.Context, review.Person, int64, int) error { return nil }

func (FakeContests) Log(context.Context, review.Entry) error { return nil }

func (FakeContests) AuditLog(_ context.Context, contestID int64, _, _ int) ([]review.Entry, int, error) {
	return []review.Entry{{ID: 1, Actor: review.Person{ID: 1, Name: Hostile}, ContestID: contestID, Action: review.ActionDecide, Problem: "A", Note: Hostile,
		First: review.ParticipantRef{ContestID: contestID, Number: 1}, Second: review.ParticipantRef{ContestID: contestID, Number: 2},
		Details: review.Details{Decision: review.Confirmed, Reason: review.Copied, State: review.Pending}}}, 1, nil
}

func (FakeContests) SetBlind(context.Context, review.Person, int64, bool) error    { return nil }
func (FakeContests) SetAgreement(context.Context, review.Person, int64, int) error { return nil }

func (FakeContests) Contents(_ context.Context, name string) (contest.Contents, error) {
	return contest.Contents{ID: ContestID, Name: name}, nil
}

func (FakeContests) DeleteContest(context.Context, review.Person, int64) error { return nil }
