package ui

import (
	"net/http"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/httperr"
	"github.com/ojcheck/ojcheck/web/request"
)

// decideCluster stores what the viewer says of all pairs of a cluster. Those that
// they have decided already keep that, unless the form says otherwise.
func (s *Site) DecideCluster(w http.ResponseWriter, r *http.Request) error {
	check, err := request.ByID(r, s.read(r).CompleteCheck)
	if err != nil {
		return err
	}
	number := request.PathNumber(r)
	if number == 0 { // which would be no filter
		return httperr.NotFound("There is no such cluster.")
	}
	if err := parseReviewForm(w, r); err != nil {
		return err
	}
	ctx, rd := r.Context(), s.read(r)
	given, err := parseReview(r, rd.Viewer())
	if err != nil {
		return err
	}
	pairs, _, err := rd.Pairs(ctx, check.ID, contest.PairFilter{Cluster: number})
	if err != nil {
		return err
	}
	if len(pairs) == 0 {
		return httperr.NotFound("There is no such cluster.")
	}
	count, err := rd.DecideAll(ctx, check, pairs, given, r.PostFormValue("again") != "")
	if err != nil {
		return err
	}
	http.Redirect(w, r, clusterPath(check.ID, number)+"?decided="+strconv.Itoa(count), http.StatusSeeOther)
	return nil
}
