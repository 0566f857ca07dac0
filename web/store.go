package web

import (
	"context"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Store reads what the pages show, and keeps what the jury says, for everybody alike: who may see what is the
// reader's to say. An id that is not there gives an error that
// is contest.ErrNotFound.
type Store interface {
	Accounts
	Jury
	Desk

	Contests(ctx context.Context) ([]contest.Contest, error)
	Contest(ctx context.Context, id int64) (contest.Contest, error)
	Handouts
	Live
	Tellings
	// Checks lists the checks of a contest, newest first.
	Checks(ctx context.Context, contestID int64) ([]contest.Check, error)
	Check(ctx context.Context, id int64) (contest.Check, error)
	// Pairs returns one page of a check's pairs, and how many pairs the filter
	// lets through on all pages.
	Pairs(ctx context.Context, checkID int64, filter contest.PairFilter) (pairs []contest.Pair, total int, err error)
	Pair(ctx context.Context, id int64) (contest.Pair, error)
	// RelatedPairs lists the other pairs of the same two participants: those of the
	// same check, then those of the visible contests' newest complete checks.
	RelatedPairs(ctx context.Context, p contest.Pair, visible []int64) ([]contest.RelatedPair, error)
	// NextPairOf returns the most suspicious of a participant's pairs that come after a
	// rank in a check; the zero pair where there is none. Visible is that of
	// contest.PairFilter.
	NextPairOf(ctx context.Context, checkID, participantID int64, rank int, visible []int64) (contest.Pair, error)
	// Clusters returns clusters of a check, from an offset on, without pairs and
	// with those alone of their members who were first, and how many there are;
	// limit 0 is no limit. Cluster returns one with all of both.
	Clusters(ctx context.Context, checkID int64, filter contest.ClusterFilter, offset, limit int) (clusters []contest.Cluster, total int, err error)
	Cluster(ctx context.Context, checkID int64, number int) (contest.Cluster, error)
	// Submissions returns those submissions of a contest that a filter asks for, by ID, from
	// the one after an ID on, at most limit of them.
	Submissions(ctx context.Context, contestID int64, filter contest.SubmissionFilter, after int64, limit int) ([]contest.SubmissionRow, error)
	Histograms(ctx context.Context, checkID int64) ([]contest.Histogram, error)
	// Skipped returns what a check did not compare, from an offset on, and how much
	// there is in all; limit 0 is no limit.
	Skipped(ctx context.Context, checkID int64, offset, limit int) (skipped []contest.SkippedItem, total int, err error)
	// SidesByPath returns those submissions of a contest that have one of the paths, by
	// path.
	SidesByPath(ctx context.Context, contestID int64, paths []string) (map[string]contest.Side, error)
	// Participants returns all of a contest, with their names.
	Participants(ctx context.Context, contestID int64) ([]contest.Participant, error)
}
