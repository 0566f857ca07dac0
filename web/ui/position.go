package ui

import (
	"context"
	"net/url"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/request"
)

// position is where a pair stands in the ranking from which it was opened.
type position struct {
	At             int   // from 1; 0 where it is not in that ranking
	Total          int   // pairs of that ranking
	Previous, Next int64 // ids of the pairs beside it, 0 where there is none
}

// positionSlack is how far from the position in the URL a pair is searched; filtered lists shrink with every decision.
const positionSlack = 3

// positionOf reads the position of a pair from an address, by default the pair's rank.
func positionOf(q url.Values, p contest.Pair) int {
	at, err := strconv.Atoi(q.Get("at"))
	if err != nil || at < 1 || at > 1e9 {
		return p.Rank
	}
	return at
}

// findPosition finds a pair near a position of a ranking, and its neighbours there.
func (rd loader) findPosition(ctx context.Context, pair contest.Pair, r request.PairQuery, at int) (position, error) {
	filter := r.Filter()
	filter.Offset = max(0, at-2-positionSlack)
	filter.Limit = at + 1 + positionSlack - filter.Offset
	near, total, err := rd.Pairs(ctx, pair.CheckID, filter)
	if err != nil {
		return position{}, err
	}
	for i := range near {
		p := position{At: filter.Offset + i + 1, Total: total}
		if near[i].ID != pair.ID || p.At < at-positionSlack || p.At > at+positionSlack {
			continue
		}
		if i > 0 {
			p.Previous = near[i-1].ID
		}
		if i+1 < len(near) {
			p.Next = near[i+1].ID
		}
		return p, nil
	}
	return position{Total: total}, nil // not in this ranking: opened by an address of one's own making
}

// pairPathIn is the address of the pair at a position of a ranking.
func pairPathIn(id int64, r request.PairQuery, at int) string {
	q := r.WithPage(1).Values()
	q.Set("at", strconv.Itoa(at))
	return "/pairs/" + strconv.FormatInt(id, 10) + "?" + q.Encode()
}

// nextUnreviewed finds the next pair of a ranking that needs a review by the viewer, after the position at (from 1)
// of the given pair: down to the end, then from the top. It returns 0 for none.
func (rd loader) nextUnreviewed(ctx context.Context, from contest.Pair, contestID int64, r request.PairQuery, at int) (id int64, position int, err error) {
	// A ranking of pairs to review lacks the pair by now, and has another at its
	// position.
	for _, part := range [][2]int{{at - 1, -1}, {0, at - 1}} {
		if id, position, err = rd.unreviewedIn(ctx, from, contestID, r, part[0], part[1]); id != 0 || err != nil {
			return id, position, err
		}
	}
	return 0, 0, nil
}

// unreviewedIn is nextUnreviewed from an offset to another; -1 is the end. Batches grow, as the first mostly has one.
func (rd loader) unreviewedIn(ctx context.Context, from contest.Pair, contestID int64, r request.PairQuery, offset, end int) (id int64, position int, err error) {
	for size := 20; end < 0 || offset < end; size *= 4 {
		filter := r.Filter()
		filter.Offset, filter.Limit = offset, size
		if end >= 0 {
			filter.Limit = min(size, end-offset)
		}
		pairs, _, err := rd.Pairs(ctx, from.CheckID, filter)
		if err != nil || len(pairs) == 0 {
			return 0, 0, err
		}
		cases, err := rd.States(ctx, contestID, pairs)
		if err != nil {
			return 0, 0, err
		}
		for i, p := range pairs {
			if p.ID != from.ID && rd.NeedsReview(cases[review.KeyOf(contestID, p)]) {
				return p.ID, offset + i + 1, nil
			}
		}
		offset += len(pairs)
	}
	return 0, 0, nil
}
