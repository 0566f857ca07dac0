package ui

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/request"
)

// manyPairs is the number of pairs above which a decision on a cluster needs a confirmation.
const manyPairs = 50

// DecideCluster reviews all pairs of a cluster. The viewer's earlier reviews stay unless the form replaces them. A
// decision on many pairs needs a confirmation. It names the number of pairs; if that has changed since, the page asks again.
func (s *Site) DecideCluster(w http.ResponseWriter, r *http.Request, reader loader, check contest.Check) error {
	if err := parseReviewForm(w, r); err != nil {
		return err
	}
	number, pairs, err := clusterPairs(r, reader, check)
	if err != nil {
		return err
	}
	newReview, err := parseReview(r, reader.Viewer())
	if err != nil {
		return err
	}
	replaces := r.PostFormValue("again") != ""
	reviews, err := reader.ClusterReviews(r.Context(), check, pairs, newReview, replaces)
	if err != nil {
		return err
	}
	if n := len(reviews); n > manyPairs && r.PostFormValue("sure") != strconv.Itoa(n) {
		return s.show(w, r, http.StatusOK, confirmClusterPage(i18n.From(r.Context()), confirmClusterView{check, number, n, newReview, replaces}))
	}
	at, err := reader.DecideCluster(r.Context(), check, number, reviews)
	if err != nil {
		return err
	}
	if reader.Viewer().Scope == "" && len(reviews) > 0 { // requests with a token have no session
		s.Auth.Sessions.Put(r.Context(), clusterDecisionKey, fmt.Sprintf("%d %d %d %d %s", check.ID, number, at.UnixMicro(), len(reviews), newReview.Decision))
	}
	return seeOther(w, r, clusterPath(check.ID, number)+"?decided="+strconv.Itoa(len(reviews)))
}

// UndoCluster undoes the viewer's last decision on a whole cluster, as one step.
func (s *Site) UndoCluster(w http.ResponseWriter, r *http.Request, reader loader, check contest.Check) error {
	number, pairs, err := clusterPairs(r, reader, check)
	if err != nil {
		return err
	}
	undone := 0
	if d, ok := s.clusterDecision(r.Context()); ok && d.check == check.ID && d.number == number {
		if undone, err = reader.UndoCluster(r.Context(), check, number, pairs, time.UnixMicro(d.at)); err != nil {
			return err
		}
		s.Auth.Sessions.Remove(r.Context(), clusterDecisionKey)
	}
	return seeOther(w, r, clusterPath(check.ID, number)+"?undone="+strconv.Itoa(undone))
}

// clusterPairs returns the number of the cluster of a request, and its pairs.
func clusterPairs(r *http.Request, reader loader, check contest.Check) (number int, pairs []contest.Pair, err error) {
	if number = request.PathNumber(r); number == 0 { // a filter with 0 would select all pairs
		return 0, nil, httperr.NotFound("There is no such cluster.")
	}
	pairs, _, err = reader.Pairs(r.Context(), check.ID, contest.PairFilter{Cluster: number})
	if err == nil && len(pairs) == 0 {
		err = httperr.NotFound("There is no such cluster.")
	}
	return number, pairs, err
}

// clusterDecisionKey is the key of a clusterDecision in a session.
const clusterDecisionKey = "cluster decision"

// clusterDecision is the viewer's last decision on a whole cluster, which their session stores to offer Undo.
type clusterDecision struct {
	check    int64
	number   int
	at       int64 // microseconds since 1970
	count    int   // pairs
	decision review.Decision
}

func (s *Site) clusterDecision(ctx context.Context) (d clusterDecision, ok bool) {
	_, err := fmt.Sscan(s.Auth.Sessions.GetString(ctx, clusterDecisionKey), &d.check, &d.number, &d.at, &d.count, &d.decision)
	return d, err == nil
}

// clusterNotice says what was decided or undone just now, and how many pairs the viewer can undo.
func (s *Site) clusterNotice(r *http.Request, check contest.Check, number int) (notice string, undo int) {
	d, ok := s.clusterDecision(r.Context())
	if ok && d.check == check.ID && d.number == number {
		undo = d.count
	}
	p, q := i18n.From(r.Context()), r.URL.Query()
	if n, err := strconv.Atoi(q.Get("decided")); err == nil && n > 0 && n == undo {
		return p.T("%d pairs were decided: %s.", n, d.decision.Name(p)), undo
	} else if err == nil && n >= 0 {
		return p.T("%d pairs were decided.", n), undo
	}
	if n, err := strconv.Atoi(q.Get("undone")); err == nil && n > 0 {
		return p.T("Undone: your decision on %d pairs.", n), undo
	} else if err == nil && n == 0 {
		return p.T("There is nothing to undo."), undo
	}
	return "", undo
}

// confirmClusterView is the view model of the question before a decision on many pairs.
type confirmClusterView struct {
	Check    contest.Check
	Number   int // of the cluster
	Pairs    int
	Review   review.Review
	Replaces bool // the decision replaces the viewer's earlier decisions
}

// button returns the button that was pressed.
func (v confirmClusterView) button() (b decisionButton, field string) {
	buttons, field := decisionButtons(), "decision"
	if v.Review.Ruling {
		buttons, field = rulingButtons(), "ruling"
	}
	for _, b = range buttons {
		if b.Decision == v.Review.Decision {
			return b, field
		}
	}
	return decisionButton{Decision: v.Review.Decision}, field
}
