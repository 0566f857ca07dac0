package web

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
)

// pairView is what the page of a pair shows.
type pairView struct {
	Check    contest.Check
	Pair     contest.Pair
	Ranking  ranking // from which the pair was opened
	Place    place
	Diff     bool // the line diff instead of the matches
	Evidence evidence.View
	// Explanation says in sentences what the suspicion rests on.
	Explanation []string
	Usual       contest.Histogram // of the pairs of its problem and language
}

// place is where a pair stands in the ranking from which it was opened.
type place struct {
	At             int // from 1; 0 where it is not in that ranking
	Total          int
	Previous, Next int64 // ids of the pairs beside it, 0 where there is none
}

// pair shows both programs of a pair side by side.
func (s *Server) pair(w http.ResponseWriter, r *http.Request) error {
	ctx, q := r.Context(), r.URL.Query()
	id, err := pathID(r)
	if err != nil {
		return err
	}
	rd := s.read(r)
	pair, check, err := rd.pair(ctx, id)
	if err != nil {
		return err
	}
	view := pairView{
		Check:   check,
		Pair:    pair,
		Ranking: parseRanking(q, check.Parameters.Threshold),
		Diff:    q.Get("view") == "diff",
	}
	if view.Place, err = rd.findPlace(ctx, pair, view.Ranking, q); err != nil {
		return err
	}
	view.Ranking = view.Ranking.onPage(1 + max(0, view.Place.At-1)/pageSize)
	if view.Evidence, err = rd.evidence(ctx, pair); err != nil {
		return err
	}
	histograms, err := s.Store.Histograms(ctx, check.ID)
	if err != nil {
		return err
	}
	view.Usual, _ = contest.HistogramOf(pair, histograms)
	view.Explanation = evidence.Explain(pair, view.Usual, check.Parameters)
	return s.show(w, r, http.StatusOK, pairPage(view))
}

// findPlace finds the neighbours of a pair. Its own place stands in the
// address; without that it is its rank, as the ranking is when nothing is
// chosen. A complete check does not change, so places stay.
func (rd reader) findPlace(ctx context.Context, pair contest.Pair, r ranking, q url.Values) (place, error) {
	at, err := strconv.Atoi(q.Get("at"))
	if err != nil || at < 1 || at > 1e9 {
		at = pair.Rank
	}
	filter := r.all()
	filter.Offset, filter.Limit = max(0, at-2), 3
	near, total, err := rd.pairs(ctx, pair.CheckID, filter)
	if err != nil {
		return place{}, err
	}
	own := at - 1 - filter.Offset
	if own >= len(near) || near[own].ID != pair.ID {
		return place{}, nil // not in this ranking: opened by an address of one's own making
	}
	p := place{At: at, Total: total}
	if own > 0 {
		p.Previous = near[own-1].ID
	}
	if own+1 < len(near) {
		p.Next = near[own+1].ID
	}
	return p, nil
}

// pairPath is the address of the pair at a place of a ranking.
func pairPath(id int64, r ranking, at int) string {
	q := r.onPage(1).values()
	q.Set("at", strconv.Itoa(at))
	return "/pairs/" + strconv.FormatInt(id, 10) + "?" + q.Encode()
}

// path is the address of another pair of the same ranking, in the same view.
func (v pairView) path(id int64, at int, diff bool) string {
	path := pairPath(id, v.Ranking, at)
	if diff {
		path += "&view=diff"
	}
	return path
}

// here is the address of this pair in one of its two views.
func (v pairView) here(diff bool) string { return v.path(v.Pair.ID, v.Place.At, diff) }

// handedIn says which attempt a side is, and when it came.
func handedIn(s contest.Side) string {
	text := "attempt " + integer(s.Attempt)
	if s.Verdict != contest.VerdictUnknown {
		text += " (" + string(s.Verdict) + ")"
	}
	if !s.Time.IsZero() {
		text += " of " + moment(s.Time)
	}
	return text
}

// earlier says of which earlier contest a side is, if it is of one.
func earlier(s contest.Side) string {
	if text := evidence.Earlier(s); text != "" {
		return " (" + text + ")"
	}
	return ""
}
