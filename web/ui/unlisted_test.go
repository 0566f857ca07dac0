package ui_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// A check counts the decided pairs that it does not list. A page has them, with links to their evidence.
func TestUnlistedPairs(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	ctx, last := t.Context(), j.Pairs[len(j.Pairs)-1]
	for _, p := range []contest.Pair{j.Pairs[0], last} {
		if _, err := j.DB.Decide(ctx, j.Person("ann"), review.KeyOf(j.Check.ContestID, p), review.Review{
			Decision: review.Dismissed, Reason: review.Template, Basis: review.Basis{CheckID: j.Check.ID}}); err != nil {
			t.Fatal(err)
		}
	}
	checkWith := func(threshold, keep float64) int64 {
		t.Helper()
		p := check.Defaults()
		p.Threshold, p.Keep = threshold, keep
		store := webtest.CheckStore{DB: j.DB}
		request, err := check.StoredRequest(ctx, store, j.Check.ContestID, "finals", p)
		if err != nil {
			t.Fatal(err)
		}
		id, err := (&check.Checker{Store: store}).Check(ctx, *request, func(check.Stage, int, int) {})
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	j.SignInAs("vic")
	const note = "1 decided pair is not in the list of this check."
	for _, test := range []struct {
		check      int64
		suspicion  string
		storesPair bool
	}{
		{checkWith(last.Suspicion+0.01, 0.15), i18n.English().Score(last.Suspicion), true},
		{checkWith(last.Suspicion+0.01, last.Suspicion+0.01), "not found", false},
	} {
		path := ui.CheckPath(test.check) + "/unlisted"
		page := j.Page(ui.CheckPath(test.check))
		webtest.Mention(t, page.Text(), note)
		page.One("a", "href", path)
		list := j.Page(path)
		rows := list.All("tr")
		if len(rows) != 2 {
			t.Fatalf("%d rows, want a head and the last pair: %s", len(rows), list.Text())
		}
		webtest.Mention(t, webtest.TextOf(rows[1]), last.Problem+" Participant ", test.suspicion, "Dismissed", "ann: dismissed")
		wantPair := last.ID
		if test.storesPair {
			pairs, _, err := j.DB.Pairs(ctx, test.check, contest.PairFilter{State: "dismissed"})
			if err != nil || len(pairs) != 2 {
				t.Fatalf("the check has %d decided pairs, %v; want 2", len(pairs), err)
			}
			wantPair = pairs[1].ID
		}
		list.One("a", "href", fmt.Sprintf("/pairs/%d", wantPair))
	}
	if first := j.Page(ui.CheckPath(j.Check.ID)); strings.Contains(first.Text(), "not in the list of this check") {
		t.Errorf("the first check lists both pairs: %s", first.Text())
	}
	webtest.Mention(t, j.Page(ui.CheckPath(j.Check.ID)+"/unlisted").Text(), "This check lists all decided pairs.")
}
