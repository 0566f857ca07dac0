package web

import (
	"net/http"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/httperr"
)

// decideCluster stores what the viewer says of all pairs of a cluster. Those that
// they have decided already keep that, unless the form says otherwise.
func (s *Server) decideCluster(w http.ResponseWriter, r *http.Request) error {
	check, err := s.completeCheck(r)
	if err != nil {
		return err
	}
	number := pathNumber(r)
	if number == 0 { // which would be no filter
		return httperr.NotFound("There is no such cluster.")
	}
	if err := parseDecision(w, r); err != nil {
		return err
	}
	ctx, rd := r.Context(), s.read(r)
	said, err := saidIn(r, rd.viewer)
	if err != nil {
		return err
	}
	pairs, _, err := rd.pairs(ctx, check.ID, contest.PairFilter{Cluster: number})
	if err != nil {
		return err
	}
	if len(pairs) == 0 {
		return httperr.NotFound("There is no such cluster.")
	}
	decided, err := rd.decideEach(r, check, pairs, said)
	if err != nil {
		return err
	}
	if _, err := s.Store.DecideAll(ctx, rd.viewer.person(), decided); err != nil {
		return explainRefusal(err)
	}
	http.Redirect(w, r, clusterPath(check.ID, number)+"?decided="+strconv.Itoa(len(decided)), http.StatusSeeOther)
	return nil
}

// decideEach writes out what is said of each of some pairs of a check, once for
// each case.
func (rd reader) decideEach(r *http.Request, check contest.Check, pairs []contest.Pair, said review.Review) ([]review.NewReview, error) {
	cases, err := rd.Store.CasesByPairs(r.Context(), check.ContestID, pairs)
	if err != nil {
		return nil, err
	}
	var submissions []int64
	for _, p := range pairs {
		submissions = append(submissions, p.Left.SubmissionID, p.Right.SubmissionID)
	}
	hashes, err := rd.Store.ProgramHashes(r.Context(), submissions)
	if err != nil {
		return nil, err
	}
	again := r.PostFormValue("again") != ""
	seen := make(map[review.Key]bool)
	var decided []review.NewReview
	for _, p := range pairs {
		key := review.KeyOf(check.ContestID, p)
		if seen[key] || !again && reviewBy(cases[key], rd.viewer).Decision != "" {
			continue
		}
		seen[key] = true
		said.Basis = basisOf(p, check, hashes)
		decided = append(decided, review.NewReview{Key: key, Review: said})
	}
	return decided, nil
}
