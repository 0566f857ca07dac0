package ui_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/blind"
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
		counts, _, err := j.DB.ClusterStates(ctx, j.Check.ID, []int{first.Number}, contest.ReviewQueue{}, contest.Seal{})
		webtest.Must(t, err)
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
	webtest.Mention(t, j.Page(path).Text(), fmt.Sprintf("Your decision counts for each of its %d pairs.", all))
	j.Send(fmt.Sprintf("/pairs/%d/decide", pairs[0].ID), "decision=dismissed").WantStatus(http.StatusSeeOther, "decide one pair")
	webtest.Mention(t, j.Page(path).Text(), fmt.Sprintf("Your decision counts for the %d pairs that you have not decided. "+
		"You have decided 1 pair: this decision stays unless you overwrite it.", all-1))
	j.SignInAs("ben") // who does not see before their own decision what others decided
	webtest.Mention(t, j.Page(path).Text(), fmt.Sprintf("Your decision counts for each of its %d pairs. Reason", all))
	j.SignInAs("cid")
	webtest.Mention(t, j.Page(path).Text(), fmt.Sprintf("Your decision counts for each of its %d pairs. "+
		"Other reviewers have decided 1 of these pairs: your decision is added to theirs.", all))
	j.SignInAs("ann")
	decide("decision=confirmed&reason=copied&note=one+after+another", all-1)
	wantStates(review.StateCounts{review.Pending: all - 1, review.CaseDismissed: 1})
	webtest.Mention(t, j.Page(fmt.Sprintf("%s?decided=%d", path, all-1)).Text(), fmt.Sprintf("%d pairs were decided: confirmed.", all-1), fmt.Sprintf("%d need a second reviewer, 1 dismissed", all-1))
	webtest.Mention(t, j.Page(path).Text(), "You have decided all its pairs. To decide them again, overwrite your earlier decisions.")
	webtest.Mention(t, j.Page(fmt.Sprintf("/checks/%d/clusters", j.Check.ID)).Text(), fmt.Sprintf("%d need a second reviewer, 1 dismissed", all-1))
	c, err := j.DB.Case(ctx, review.KeyOf(j.Check.ContestID, pairs[1]))
	webtest.Must(t, err)
	r := c.Reviews[0]
	if r.Reviewer.Name != "ann" || r.Reason != review.Copied || r.Note != "one after another" || r.Ruling ||
		r.Basis.CheckID != j.Check.ID || r.Basis.Suspicion != pairs[1].Suspicion || r.Basis.FirstHash == "" {
		t.Errorf("stored review %+v, want ann's reason and note, based on this check", r)
	}
	decide("decision=unclear&again=1", all)
	wantStates(review.StateCounts{review.CaseUnclear: all})

	// Undo restores what they had decided before, as one step; what they decided since stays. The log has one entry for
	// each step.
	j.Send(fmt.Sprintf("/pairs/%d/decide", pairs[2].ID), "decision=confirmed&reason=copied").WantStatus(http.StatusSeeOther, "decide one pair")
	page := j.Page(path)
	webtest.Mention(t, page.Text(), fmt.Sprintf("You decided %d pairs of this cluster at once.", all))
	j.Send(path+"/undo", "").WantRedirect(fmt.Sprintf("%s?undone=%d", path, all-1))
	wantStates(review.StateCounts{review.Pending: all - 1, review.CaseDismissed: 1})
	webtest.Mention(t, j.Page(fmt.Sprintf("%s?undone=%d", path, all-1)).Text(), fmt.Sprintf("Undone: your decision on %d pairs.", all-1))
	j.Send(path+"/undo", "").WantRedirect(path + "?undone=0")
	wantStates(review.StateCounts{review.Pending: all - 1, review.CaseDismissed: 1})
	if got := j.CaseOf(pairs[2].Rank).Reviews[0]; got.Reason != review.Copied || got.Note != "" {
		t.Errorf("the undone decision touched a later one: %+v", got)
	}
	entries, _, err := j.DB.AuditLog(ctx, j.Check.ContestID, review.LogFilter{}, 0, 3)
	webtest.Must(t, err)
	for i, want := range []struct {
		action review.Action
		count  int
	}{{review.ActionUndo, all - 1}, {review.ActionDecide, 0}, {review.ActionDecide, all}} {
		d := entries[i].Details
		if entries[i].Action != want.action || d.Count != want.count || len(d.Pairs) != want.count || (want.count > 0) != (d.Cluster == first.Number && d.CheckID == j.Check.ID) {
			t.Errorf("entry %d of the log: %+v, want %v of %d pairs of cluster %d", i, entries[i], want.action, want.count, first.Number)
		}
	}
	left, right := pairs[0].Left.Number, pairs[0].Right.Number
	if ref := (review.ParticipantRef{ContestID: j.Check.ContestID, Number: left}); !entries[2].ChangesCase(pairs[0].Problem, review.ParticipantRef{ContestID: j.Check.ContestID, Number: right}, ref) ||
		entries[2].ChangesCase(pairs[0].Problem, ref, ref) || entries[2].ChangesCase("another", ref, review.ParticipantRef{ContestID: j.Check.ContestID, Number: right}) {
		t.Errorf("the entry of the cluster, %+v, does not tell which pairs it is about", entries[2].Details)
	}
	j.SignInAs("cid")
	webtest.Mention(t, j.Page(fmt.Sprintf("/contests/%d/log", j.Check.ContestID)).Text(),
		fmt.Sprintf("Decided: unclear, for %d pairs of cluster %d", all, first.Number), fmt.Sprintf("Undid the decision on %d pairs of cluster %d", all-1, first.Number),
		fmt.Sprintf("%s and %s", blind.Labels{}.Participant(min(left, right)), blind.Labels{}.Participant(max(left, right))))
	j.SignInAs("ann")
	decide("decision=confirmed&again=1", all)
	wantStates(review.StateCounts{review.Pending: all})

	j.SignInAs("ben")
	decide("decision=dismissed", all)
	wantStates(review.StateCounts{review.Conflict: all})
	j.Send(path+"/decide", "ruling=confirmed&again=1").WantStatus(http.StatusForbidden, "a ruling by a reviewer")
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
		j.Send(test.path+"/decide", test.form).WantStatus(test.status, "%s", name)
	}
	wantStates(review.StateCounts{review.CaseConfirmed: all})
}

// Undo of a decision on a cluster leaves out the pairs that were appealed since.
func TestUndoClusterAfterAppeal(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	clusters, _, err := j.DB.Clusters(t.Context(), j.Check.ID, contest.ClusterFilter{MinSize: 3}, 0, 1)
	if err != nil || len(clusters) != 1 {
		t.Fatalf("got %d clusters of three or more, want 1: %v", len(clusters), err)
	}
	number := clusters[0].Number
	path := fmt.Sprintf("/checks/%d/clusters/%d", j.Check.ID, number)
	pairs, _, err := j.DB.Pairs(t.Context(), j.Check.ID, contest.PairFilter{Cluster: number})
	webtest.Must(t, err)
	j.SignInAs("cid")
	j.Send(path+"/decide", "ruling=confirmed").WantRedirect(fmt.Sprintf("%s?decided=%d", path, len(pairs)))
	appealed := review.KeyOf(j.Check.ContestID, pairs[0])
	_, err = j.DB.Appeal(t.Context(), j.Person("cid"), appealed, "")
	webtest.Must(t, err)
	j.Send(path+"/undo", "").WantRedirect(fmt.Sprintf("%s?undone=%d", path, len(pairs)-1))
	counts, _, err := j.DB.ClusterStates(t.Context(), j.Check.ID, []int{number}, contest.ReviewQueue{}, contest.Seal{})
	webtest.Must(t, err)
	want := review.StateCounts{review.Appealed: 1, review.Open: len(pairs) - 1}
	if diff := cmp.Diff(want, counts[number]); diff != "" {
		t.Errorf("cases (-want +got):\n%s", diff)
	}
	if c, err := j.DB.Case(t.Context(), appealed); err != nil || len(c.Reviews) != 1 {
		t.Errorf("the appealed case has %d reviews, %v; want the ruling", len(c.Reviews), err)
	}
}

// A decision on more than 50 pairs asks again, with their number, and holds for exactly that number.
func TestDecideManyAsksAgain(t *testing.T) {
	t.Parallel()
	g := newClusterSite(t, 60) // a chain of 59 pairs
	path := fmt.Sprintf("/checks/%d/clusters/1", g.checkID)
	decide := func(form string) webtest.Answer {
		return g.Do("POST", path+"/decide", form, "Content-Type", "application/x-www-form-urlencoded")
	}
	decided := func() int {
		t.Helper()
		counts, _, err := g.DB.ClusterStates(t.Context(), g.checkID, []int{1}, contest.ReviewQueue{}, contest.Seal{})
		webtest.Must(t, err)
		return 59 - counts[1][review.Open]
	}
	decide("ruling=confirmed&note="+strings.Repeat("a", request.MaxDecision)).WantStatus(http.StatusUnprocessableEntity, "a note too long")
	for _, sure := range []string{"", "&sure=58", "&sure=yes"} {
		a := decide("ruling=dismissed&reason=template&note=a+%22b%22%0D%0Ac" + sure)
		if a.Status != http.StatusOK || decided() != 0 {
			t.Fatalf("%q: status %d, and %d pairs are decided; want a question", sure, a.Status, decided())
		}
		webtest.Mention(t, a.Text(), "Rule all: dismissed: 59 pairs?", "You can undo it as one step.")
		for name, want := range map[string]string{"sure": "59", "reason": "template", "note": "a \"b\"\nc"} {
			if input := a.One("input", "name", name); input == nil || webtest.Attribute(input, "value") != want {
				t.Errorf("the question's field %s is not %q", name, want)
			}
		}
		a.One("button", "name", "ruling", "value", "dismissed")
	}
	decide("ruling=dismissed&reason=template&sure=59").WantRedirect(path + "?decided=59")
	if n := decided(); n != 59 {
		t.Errorf("%d pairs are decided, want 59", n)
	}
	g.Do("POST", path+"/undo", "", "Content-Type", "application/x-www-form-urlencoded").WantRedirect(path + "?undone=59")
	if n := decided(); n != 0 {
		t.Errorf("%d pairs are decided after undo, want none", n)
	}
}
