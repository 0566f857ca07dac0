package web

import (
	"context"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// turn says what waits for the viewer. For those who only look on, that is all
// that waits for anybody.
func (rd reader) turn(ctx context.Context) (contest.ReviewQueue, error) {
	turn := contest.ReviewQueue{User: rd.viewer.ID}
	if rd.viewer.Administrator {
		return turn, nil
	}
	roles, err := rd.Store.Roles(ctx, rd.viewer.ID)
	turn.CanSettle = []int64{}
	for id, role := range roles {
		if role.May(account.Chief) || !role.May(account.Reviewer) {
			turn.CanSettle = append(turn.CanSettle, id)
		}
	}
	return turn, err
}

// nextWaiting finds the pair of a ranking that is the next to wait for the
// viewer, after the place at, from 1, where the given pair stands or stood:
// down to the end of the ranking, then from its top. It returns 0 where none
// waits any more.
func (rd reader) nextWaiting(ctx context.Context, from contest.Pair, contestID int64, r ranking, at int) (id int64, place int, err error) {
	// A ranking of those that wait lacks the pair by now, and another stands in
	// its place.
	for _, part := range [][2]int{{at - 1, -1}, {0, at - 1}} {
		if id, place, err = rd.waitingIn(ctx, from, contestID, r, part[0], part[1]); id != 0 || err != nil {
			return id, place, err
		}
	}
	return 0, 0, nil
}

// waitingIn is nextWaiting for the pairs from an offset on, up to another; -1 is
// the end. The first batch mostly has one; each further one is larger.
func (rd reader) waitingIn(ctx context.Context, from contest.Pair, contestID int64, r ranking, offset, end int) (id int64, place int, err error) {
	for size := 20; end < 0 || offset < end; size *= 4 {
		filter := r.all()
		filter.Offset, filter.Limit = offset, size
		if end >= 0 {
			filter.Limit = min(size, end-offset)
		}
		pairs, _, err := rd.pairs(ctx, from.CheckID, filter)
		if err != nil || len(pairs) == 0 {
			return 0, 0, err
		}
		cases, err := rd.Store.CasesByPairs(ctx, contestID, pairs)
		if err != nil {
			return 0, 0, err
		}
		for i, p := range pairs {
			if p.ID != from.ID && waitsFor(cases[review.KeyOf(contestID, p)], rd.viewer) {
				return p.ID, offset + i + 1, nil
			}
		}
		offset += len(pairs)
	}
	return 0, 0, nil
}
