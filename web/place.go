package web

import (
	"context"
	"net/url"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// place is where a pair stands in the ranking from which it was opened.
type place struct {
	At             int   // from 1; 0 where it is not in that ranking
	Total          int   // pairs of that ranking
	Previous, Next int64 // ids of the pairs beside it, 0 where there is none
}

// nearPlace is how far from the place that an address names a pair is looked
// for. A ranking of those that wait grows shorter with every decision.
const nearPlace = 3

// placeOf reads the place of a pair from an address. Without it, it is the
// pair's rank, as the ranking is when nothing is chosen.
func placeOf(q url.Values, p contest.Pair) int {
	at, err := strconv.Atoi(q.Get("at"))
	if err != nil || at < 1 || at > 1e9 {
		return p.Rank
	}
	return at
}

// findPlace finds a pair near a place of a ranking, and its neighbours there.
func (rd reader) findPlace(ctx context.Context, pair contest.Pair, r ranking, at int) (place, error) {
	filter := r.all()
	filter.Offset = max(0, at-2-nearPlace)
	filter.Limit = at + 1 + nearPlace - filter.Offset
	near, total, err := rd.pairs(ctx, pair.CheckID, filter)
	if err != nil {
		return place{}, err
	}
	for i := range near {
		p := place{At: filter.Offset + i + 1, Total: total}
		if near[i].ID != pair.ID || p.At < at-nearPlace || p.At > at+nearPlace {
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
	return place{Total: total}, nil // not in this ranking: opened by an address of one's own making
}

// pairPath is the address of the pair at a place of a ranking.
func pairPath(id int64, r ranking, at int) string {
	q := r.onPage(1).values()
	q.Set("at", strconv.Itoa(at))
	return "/pairs/" + strconv.FormatInt(id, 10) + "?" + q.Encode()
}
