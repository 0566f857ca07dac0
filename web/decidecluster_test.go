package web

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// A cluster is decided as a whole, but for what somebody decided of one of its
// pairs before; who disagrees makes conflicts, which a chief judge settles.
func TestDecideCluster(t *testing.T) {
	t.Parallel()
	j := newJurySite(t)
	ctx := t.Context()
	clusters, _, err := j.db.Clusters(ctx, j.check.ID, contest.ClusterFilter{MinSize: 3}, 0, 1)
	if err != nil || len(clusters) != 1 {
		t.Fatalf("no cluster of three: %v", err)
	}
	first := clusters[0]
	path := fmt.Sprintf("/checks/%d/clusters/%d", j.check.ID, first.Number)
	pairs, _, err := j.db.Pairs(ctx, j.check.ID, contest.PairFilter{Cluster: first.Number})
	if err != nil || len(pairs) < 2 {
		t.Fatalf("%d pairs, %v", len(pairs), err)
	}
	count := func(want review.StateCounts) {
		t.Helper()
		counts, err := j.db.ClusterStates(ctx, j.check.ID, []int{first.Number})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(map[int]review.StateCounts{first.Number: want}, counts); diff != "" {
			t.Errorf("cases (-want +got):\n%s", diff)
		}
	}
	decide := func(form string, n int) {
		t.Helper()
		a := j.send(path+"/decide", form)
		if want := fmt.Sprintf("%s?decided=%d", path, n); a.status != http.StatusSeeOther || a.header.Get("Location") != want {
			t.Fatalf("%s: %d to %q, want %q: %s", form, a.status, a.header.Get("Location"), want, a.text())
		}
	}
	all := len(pairs)
	count(review.StateCounts{review.Open: all})

	j.is("ann")
	if a := j.send(fmt.Sprintf("/pairs/%d/decide", pairs[0].ID), "decision=dismissed"); a.status != http.StatusSeeOther {
		t.Fatalf("decide one: %d", a.status)
	}
	decide("decision=confirmed&reason=copied&note=one+after+another", all-1)
	count(review.StateCounts{review.Pending: all - 1, review.CaseDismissed: 1})
	mention(t, j.page(path+"?decided=2").text(), "2 cases were decided.", fmt.Sprintf("%d pending, 1 dismissed", all-1))
	mention(t, j.page(fmt.Sprintf("/checks/%d/clusters", j.check.ID)).text(), fmt.Sprintf("%d pending, 1 dismissed", all-1))
	c, err := j.db.Case(ctx, review.KeyOf(j.check.ContestID, pairs[1]))
	if err != nil {
		t.Fatal(err)
	}
	r := c.Reviews[0]
	if r.Reviewer.Name != "ann" || r.Reason != review.Copied || r.Note != "one after another" || r.Ruling ||
		r.Basis.CheckID != j.check.ID || r.Basis.Suspicion != pairs[1].Suspicion || r.Basis.FirstHash == "" {
		t.Errorf("noted %+v", r)
	}
	decide("decision=confirmed&again=1", all)
	count(review.StateCounts{review.Pending: all})

	j.is("ben")
	decide("decision=dismissed", all)
	count(review.StateCounts{review.Conflict: all})
	if a := j.send(path+"/decide", "decision=confirmed&ruling=1&again=1"); a.status != http.StatusForbidden {
		t.Errorf("a reviewer settles: %d", a.status)
	}
	if a := j.page(path); a.one("input", "name", "again") == nil || len(a.all("input", "name", "ruling")) > 0 {
		t.Error("the form of a reviewer is not theirs")
	}
	j.is("vic")
	if a := j.page(path); len(a.all("input", "name", "again")) > 0 {
		t.Error("a viewer is offered to decide")
	}
	j.is("cid")
	decide("decision=confirmed&ruling=1&again=1", all)
	count(review.StateCounts{review.CaseConfirmed: all})

	for name, test := range map[string]struct {
		path, form string
		status     int
	}{
		"no decision":     {path, "again=1", http.StatusUnprocessableEntity},
		"no such reason":  {path, "decision=confirmed&reason=because&again=1", http.StatusUnprocessableEntity},
		"a note too long": {path, "decision=confirmed&again=1&note=" + strings.Repeat("a", maxDecision), http.StatusUnprocessableEntity},
		"no such cluster": {fmt.Sprintf("/checks/%d/clusters/4711", j.check.ID), "decision=confirmed", http.StatusNotFound},
		"cluster 0":       {fmt.Sprintf("/checks/%d/clusters/0", j.check.ID), "decision=confirmed", http.StatusNotFound},
		"no number":       {fmt.Sprintf("/checks/%d/clusters/x", j.check.ID), "decision=confirmed", http.StatusNotFound},
		"no such check":   {"/checks/4711/clusters/1", "decision=confirmed", http.StatusNotFound},
	} {
		if a := j.send(test.path+"/decide", test.form); a.status != test.status {
			t.Errorf("%s: %d, want %d", name, a.status, test.status)
		}
	}
	count(review.StateCounts{review.CaseConfirmed: all})
}
