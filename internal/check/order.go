package check

import (
	"cmp"
	"context"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// numbers are those of a contest's participants, by their names. Whatever has to
// stand in some order, such as the sides of a pair and pairs that are equal in all
// else, follows them: in a contest whose names are hidden, an order that followed
// the names would give them away.
type numbers map[string]int

func numbersOf(ctx context.Context, s Store, contestID int64) (numbers, error) {
	participants, err := s.Participants(ctx, contestID)
	if err != nil {
		return nil, err
	}
	n := make(numbers, len(participants))
	for _, p := range participants {
		n[p.Name] = p.Number
	}
	return n, nil
}

// sort orders submissions of the contest as inOrder does.
func (n numbers) sort(submissions []contest.Submission) {
	slices.SortStableFunc(submissions, func(a, b contest.Submission) int {
		return cmp.Or(cmp.Compare(n[a.Participant], n[b.Participant]), bySubmission(a, b))
	})
}

// inOrder orders programs by contest, that which is checked first, and by the
// numbers of their participants.
func inOrder(a, b *solution) int {
	return cmp.Or(
		cmp.Compare(a.contest, b.contest),
		cmp.Compare(a.number, b.number),
		bySubmission(a.submission, b.submission),
	)
}

// bySubmission orders submissions of one participant. A contest that was read in
// twice, in two ways, may have a path twice.
func bySubmission(a, b contest.Submission) int {
	return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Problem, b.Problem), cmp.Compare(a.ID, b.ID))
}
