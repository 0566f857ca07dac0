package ui_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/request"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// A reviewer decides all pairs of a cluster at once; their earlier decisions stay unless the form replaces them.
// Opposite decisions make conflicts, which a chief judge settles.
func TestDecideCluster(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	ctx := t.Context()
	clusters, _, err := j.DB.Clusters(ctx, j.Check.ID, contest.ClusterFilter{MinSize: 3}, 0, 1)
	if err != nil || len(clusters) != 1 {
		t.Fatalf("got %d clusters of three or more, want 1: %v", len(clusters), err)
	}
	first := clusters[0]
	path := fmt.Sprintf("/checks/%d/clusters/%d", j.Check.ID, first.Number)
	pairs, _, err := j.DB.Pairs(ctx, j.Check.ID, contest.PairFilter{Cluster: first.Number})
	if err != nil || len(pairs) < 2 {
		t.Fatalf("the cluster has %d pairs, want at least 2: %v", len(pairs), err)
	}
	wantStates := func(want review.StateCounts) {
		t.Helper()
		counts, err := j.DB.ClusterStates(ctx, j.Check.ID, []int{first.Number}, contest.Seal{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(map[int]review.StateCounts{first.Number: want}, counts); diff != "" {
			t.Errorf("cases (-want +got):\n%s", diff)
		}
	}
	decide := func(form string, n int) {
		t.Helper()
		a := j.Send(path+"/decide", form)
		if want := fmt.Sprintf("%s?decided=%d", path, n); a.Status != http.StatusSeeOther || a.Header.Get("Location") != want {
			t.Fatalf("%s: status %d to %q, want 303 to %q: %s", form, a.Status, a.Header.Get("Location"), want, a.Text())
		}
	}
	all := len(pairs)
	wantStates(review.StateCounts{review.Open: all})

	j.SignInAs("ann")
	if a := j.Send(fmt.Sprintf("/pairs/%d/decide", pairs[0].ID), "decision=dismissed"); a.Status != http.StatusSeeOther {
		t.Fatalf("decide one pair: status %d, want 303", a.Status)
	}
	decide("decision=confirmed&reason=copied&note=one+after+another", all-1)
	wantStates(review.StateCounts{review.Pending: all - 1, review.CaseDismissed: 1})
	webtest.Mention(t, j.Page(path+"?decided=2").Text(), "2 cases were decided.", fmt.Sprintf("%d need a second reviewer, 1 dismissed", all-1))
	webtest.Mention(t, j.Page(fmt.Sprintf("/checks/%d/clusters", j.Check.ID)).Text(), fmt.Sprintf("%d need a second reviewer, 1 dismissed", all-1))
	c, err := j.DB.Case(ctx, review.KeyOf(j.Check.ContestID, pairs[1]))
	if err != nil {
		t.Fatal(err)
	}
	r := c.Reviews[0]
	if r.Reviewer.Name != "ann" || r.Reason != review.Copied || r.Note != "one after another" || r.Ruling ||
		r.Basis.CheckID != j.Check.ID || r.Basis.Suspicion != pairs[1].Suspicion || r.Basis.FirstHash == "" {
		t.Errorf("stored review %+v, want ann's reason and note, based on this check", r)
	}
	decide("decision=confirmed&again=1", all)
	wantStates(review.StateCounts{review.Pending: all})

	j.SignInAs("ben")
	decide("decision=dismissed", all)
	wantStates(review.StateCounts{review.Conflict: all})
	if a := j.Send(path+"/decide", "ruling=confirmed&again=1"); a.Status != http.StatusForbidden {
		t.Errorf("a ruling by a reviewer: status %d, want 403", a.Status)
	}
	if a := j.Page(path); a.One("input", "name", "again") == nil || len(a.All("button", "name", "ruling")) > 0 {
		t.Error("a reviewer's form has no box to overwrite their decisions, or a button for a ruling")
	}
	j.SignInAs("vic")
	if a := j.Page(path); len(a.All("input", "name", "again")) > 0 {
		t.Error("a viewer is offered to decide")
	}
	j.SignInAs("cid")
	decide("ruling=confirmed&again=1", all)
	wantStates(review.StateCounts{review.CaseConfirmed: all})

	for name, test := range map[string]struct {
		path, form string
		status     int
	}{
		"no decision":     {path, "again=1", http.StatusUnprocessableEntity},
		"unknown reason":  {path, "decision=confirmed&reason=because&again=1", http.StatusUnprocessableEntity},
		"a note too long": {path, "decision=confirmed&again=1&note=" + strings.Repeat("a", request.MaxDecision), http.StatusUnprocessableEntity},
		"unknown cluster": {fmt.Sprintf("/checks/%d/clusters/4711", j.Check.ID), "decision=confirmed", http.StatusNotFound},
		"cluster 0":       {fmt.Sprintf("/checks/%d/clusters/0", j.Check.ID), "decision=confirmed", http.StatusNotFound},
		"not a number":    {fmt.Sprintf("/checks/%d/clusters/x", j.Check.ID), "decision=confirmed", http.StatusNotFound},
		"unknown check":   {"/checks/4711/clusters/1", "decision=confirmed", http.StatusNotFound},
	} {
		if a := j.Send(test.path+"/decide", test.form); a.Status != test.status {
			t.Errorf("%s: status %d, want %d", name, a.Status, test.status)
		}
	}
	wantStates(review.StateCounts{review.CaseConfirmed: all})
}
