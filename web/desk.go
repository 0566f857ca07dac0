package web

import (
	"context"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Desk keeps what a jury has to do in a contest, who has done what, and how its
// chief judge has set it up. What it changes it writes into the audit log, in the
// same transaction.
type Desk interface {
	// ContestsPage lists contests, the newest first, and counts all that the filter
	// asks for.
	ContestsPage(ctx context.Context, filter contest.ContestFilter, offset, limit int) (entries []contest.ContestEntry, total int, err error)
	// PairsToReview counts, by contest, the pairs of its newest complete check that wait
	// for somebody; visible is that of contest.PairFilter.
	PairsToReview(ctx context.Context, contestIDs, visible []int64, turn contest.ReviewQueue) (map[int64]int, error)

	Participant(ctx context.Context, contestID int64, number int) (contest.Participant, error)
	// Namesakes returns the participants of other contests, of those that are
	// visible, who have the same name. None is told of by whom another is known.
	Namesakes(ctx context.Context, participantID int64, visible []int64) ([]contest.Namesake, error)
	// ChecksAgainst lists, by ID and the newest first, the newest complete checks of other
	// visible contests in which a participant has pairs, as one of an earlier
	// contest.
	ChecksAgainst(ctx context.Context, participantID int64, visible []int64) ([]int64, error)
	// ParticipantSubmissions returns a page of what a participant has handed in, and how much
	// that is in all.
	ParticipantSubmissions(ctx context.Context, participantID int64, offset, limit int) (sides []contest.Side, total int, err error)
	// Hide hides the name of a participant again.
	Hide(ctx context.Context, by review.Person, contestID int64, number int) error

	// Log adds an entry to the audit log.
	Log(ctx context.Context, entry review.Entry) error
	// AuditLog returns a page of the log of a contest, or, for 0, of all that
	// there are and were, the newest first, and how long it is in all.
	AuditLog(ctx context.Context, contestID int64, offset, limit int) (entries []review.Entry, total int, err error)

	SetBlind(ctx context.Context, by review.Person, contestID int64, blind bool) error
	// SetAgreement says how many reviewers must confirm a pair.
	SetAgreement(ctx context.Context, by review.Person, contestID int64, agreement int) error
	// Contents counts what is kept of the contest of a name, and so what goes with
	// it.
	Contents(ctx context.Context, name string) (contest.Contents, error)
	// DeleteContest removes a contest with all that belongs to it. The error is
	// contest.ErrInUse while something works on it.
	DeleteContest(ctx context.Context, by review.Person, id int64) error
}
