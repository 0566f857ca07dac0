package ui_test

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/request"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// A decision is stored with its reason, note and basis, leads to the next pair, and can be undone.
func TestDecideAndUndo(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	j.SignInAs("ann")
	id := func(rank int) string { return strconv.FormatInt(j.Pairs[rank-1].ID, 10) }

	a := j.Page(j.PairPath(1, "?at=1"))
	webtest.Mention(t, webtest.TextOf(a.One("h1")), "Participant 3 and Participant 42 Open")
	// Reason and note come first: a decision leads to the next pair.
	webtest.Mention(t, webtest.TextOf(a.One("section", "class", "decide")), "No reason", "m Confirm c Dismiss d Unclear x")
	webtest.Mention(t, a.Text(), "Download evidence Full Redacted for Participant 3 Redacted for Participant 42")
	action := webtest.Attribute(a.One("form", "data-once", ""), "action")
	if want := j.PairPath(1, "/decide?at=1"); action != want {
		t.Fatalf("the panel leads to %q, want %q", action, want)
	}
	a = j.Follow(j.Send(action, "decision=confirmed&reason=copied&note=+both%0D%0Athe+same+"), "/pairs/"+id(2)+"?at=2")
	webtest.Mention(t, a.Text(), "You confirmed pair 1, Participant", ", as copied, with a note.", "Needs a second reviewer: confirmed by ann, 1 of 2.")
	c := j.CaseOf(1)
	if c.State != review.Pending || len(c.Reviews) != 1 {
		t.Fatalf("the case is %+v, want it pending with one review", c)
	}
	stored := c.Reviews[0]
	p := j.Pairs[0]
	if stored.Reviewer != (j.Person("ann")) || stored.Reason != review.Copied || stored.Note != "both\nthe same" || stored.Ruling ||
		stored.Basis.CheckID != j.Check.ID || stored.Basis.Suspicion != p.Suspicion || len(stored.Basis.FirstHash) != 64 || stored.Basis.AlgorithmVersion != j.Check.AlgorithmVersion {
		t.Errorf("stored review %+v, want ann's reason and note, based on this check", stored)
	}
	webtest.Mention(t, j.Page(j.PairPath(1, "")).Text(), "ann confirmed as copied", "both\nthe same"[:4])

	// Undo withdraws the decision and returns to the pair, with the reason and the note in the form, also after many decisions of
	// others.
	other := review.KeyOf(j.Check.ContestID, j.Pairs[len(j.Pairs)-1])
	for range 200 {
		_, err := j.DB.Decide(t.Context(), j.Person("ben"), other, review.Review{Decision: review.Unclear})
		webtest.Must(t, err)
	}
	undo := webtest.Attribute(a.All("form", "action", j.PairPath(1, "/undo?at=1"))[0], "action")
	a = j.Follow(j.Send(undo, ""), "/pairs/"+id(1)+"?at=1")
	webtest.Mention(t, a.Text(), "Withdrawn: your decision on pair 1", "Participant 3 and Participant 42 Open")
	draft := func(a webtest.Answer) [2]string {
		return [2]string{webtest.Attribute(a.One("option", "selected", "", "value", "copied"), "value"), webtest.TextOf(a.One("textarea"))}
	}
	if got := draft(a); got != [2]string{"copied", "both the same"} {
		t.Errorf("the panel is filled in with %q, want the withdrawn reason and note", got)
	}
	if c := j.CaseOf(1); c.State != review.Open || len(c.Reviews) != 0 {
		t.Errorf("the case is %+v, want it open without reviews", c)
	}

	// Undo of a changed decision restores the earlier one.
	j.Send(action, "decision=unclear&reason=template&note=before")
	a = j.Page(j.Send(action, "decision=dismissed&reason=coincidence&note=n").Header.Get("Location"))
	webtest.Mention(t, a.Text(), "You dismissed pair 1", "Undo")
	// The pages of later pairs offer Undo too.
	a = j.Page(webtest.Attribute(a.One("a", "rel", "next"), "href"))
	a = j.Page(webtest.Attribute(a.One("a", "data-key", "z"), "href"))
	webtest.Mention(t, a.Text(), "You dismissed pair 1", "Undo")
	a = j.Page(j.Send(undo, "").Header.Get("Location"))
	webtest.Mention(t, a.Text(), "Undone. Your decision is unclear again: pair 1")
	if c := j.CaseOf(1); c.State != review.CaseUnclear || c.Reviews[0].Reason != review.Template || c.Reviews[0].Note != "before" {
		t.Errorf("the case is %+v, want it unclear with the earlier reason and note", c)
	}

	// The decided pair is not in the ranking of waiting pairs any more. Its page still has its position there.
	j.Send(j.PairPath(3, "/decide?at=3&state=mine"), "decision=dismissed")
	j.Page(j.PairPath(3, "?at=3&state=mine")).One("a", "href", j.PairPath(3, "?at=3&state=mine&view=tokens"))
}

// In a blind contest, names in a note are masked for everybody but its author, who edits the original text.
func TestOwnNoteIsNotMasked(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	name := j.Pairs[0].Left.Participant
	action := j.PairPath(1, "/decide?at=1")
	j.SignInAs("ann")
	j.Send(action, "decision=confirmed&note=this+is+"+url.QueryEscape(name))
	written := webtest.TextOf(j.Page(j.PairPath(1, "")).One("textarea"))
	if written != "this is "+name {
		t.Fatalf("the author edits %q, want the name unmasked", written)
	}
	j.Send(action, "decision=confirmed&note="+url.QueryEscape(written+"!"))
	if got := j.CaseOf(1).Reviews[0].Note; got != written+"!" {
		t.Errorf("stored note %q, want %q", got, written+"!")
	}
	j.SignInAs("cid")
	a := j.Page(j.PairPath(1, ""))
	webtest.Mention(t, a.Text(), "this is Somebody")
	if strings.Contains(strings.ToLower(a.Body), strings.ToLower(name)) {
		t.Errorf("another reviewer reads the name in:\n%s", a.Text())
	}
}

// The page of a pair links to its bundles, its cluster and both participants.
func TestPairLinks(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	j.SignInAs("vic")
	a := j.Page(j.PairPath(1, ""))
	a.One("form", "action", j.PairPath(1, "/bundle.html"))
	a.One("select", "name", "lang")
	for _, side := range []string{"left", "right"} {
		a.One("button", "name", "redact", "value", side)
	}
	if j.Pairs[0].Cluster == 0 {
		t.Fatal("the pair is in no cluster")
	}
	j.Page(webtest.Attribute(a.One("a", "href", ui.ClusterPath(j.Check.ID, j.Pairs[0].Cluster)), "href"))
	for _, link := range a.All("a", "class", "who") {
		j.Page(webtest.Attribute(link, "href"))
	}
	if len(j.Page(j.PairPath(1, "?view=tokens")).All("details", "class", "token-legend")) != 1 {
		t.Error("the view of tokens has no legend of tokens")
	}
}

// Decisions lead through a filtered, reversed ranking: down to its end, then from its top.
func TestDecideKeepsTheRanking(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	j.SignInAs("ann")
	var ranks []int // of the pairs of one problem, in reverse order
	for _, p := range slices.Backward(j.Pairs) {
		if p.Problem == "B-rivers" {
			ranks = append(ranks, p.Rank)
		}
	}
	if len(ranks) < 4 {
		t.Fatalf("the problem has %d pairs, want at least 4", len(ranks))
	}
	path := j.PairPath(ranks[1], "?at=2&order=desc&problem=B-rivers&sort=rank&view=diff")
	for i := range ranks {
		a := j.Page(path)
		want := ranks[(i+1)%len(ranks)]
		p := j.Pairs[want-1]
		if got := webtest.Attribute(a.One("form", "data-once", ""), "action"); !strings.HasPrefix(got, "/pairs/"+strconv.FormatInt(p.ID, 10)+"/decide?") {
			t.Fatalf("step %d: at %q, want rank %d", i, got, want)
		}
		path = j.Send(webtest.Attribute(a.One("form", "data-once", ""), "action"), "decision=dismissed").Header.Get("Location")
		if !strings.HasSuffix(path, "order=desc&problem=B-rivers&sort=rank&view=diff") {
			t.Fatalf("step %d leads to %q, want the same ranking and view", i, path)
		}
	}
	webtest.Mention(t, j.Page(path).Text(), "No other pair of this list waits for your review.")
	if !strings.HasPrefix(path, j.PairPath(ranks[0], "?")) {
		t.Errorf("the last decision leads to %q, want rank %d", path, ranks[0])
	}
}

// Opposite decisions are a conflict, which a chief judge settles by a ruling.
func TestConflictWaitsForAChiefJudge(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	decide := func(who, form string) webtest.Answer {
		t.Helper()
		j.SignInAs(who)
		return j.Page(j.Send(j.PairPath(1, "/decide?at=1"), form).Header.Get("Location"))
	}
	decide("ann", "decision=confirmed")
	a := decide("ben", "decision=dismissed&reason=template")
	webtest.Mention(t, a.Text(), "You dismissed pair 1", "Conflict: confirmed by ann, dismissed by ben; needs a chief judge.")
	j.SignInAs("cid")
	a = j.Page(j.PairPath(1, ""))
	a.One("button", "name", "ruling", "value", "confirmed")
	a.One("button", "name", "ruling", "value", "dismissed")
	if boxes := a.All("input", "type", "checkbox"); len(boxes) > 0 {
		t.Errorf("a chief judge is offered %d boxes to tick, want buttons alone", len(boxes))
	}
	a = decide("cid", "ruling=dismissed&note=the+handout")
	webtest.Mention(t, a.Text(), "You ruled: dismissed, pair 1")
	if c := j.CaseOf(1); c.State != review.CaseDismissed || len(c.Reviews) != 3 {
		t.Errorf("the case is %+v, want it dismissed with three reviews", c)
	}
	webtest.Mention(t, j.Page(j.PairPath(1, "")).Text(), "Ruled: dismissed by cid (chief judge)", "ann confirmed", "ben dismissed as template", "cid dismissed ruling", "the handout")
}

// Invalid decisions and assignments are refused, and change nothing.
func TestInvalidDecisions(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	j.SignInAs("ann")
	tests := []struct {
		name, path, form string
		status           int
		text             string
	}{
		{"no decision", "/decide", "reason=copied", http.StatusUnprocessableEntity, "is not a decision"},
		{"an unknown reason", "/decide", "decision=confirmed&reason=envy", http.StatusUnprocessableEntity, "is not a reason"},
		{"a reason of a copy", "/decide", "decision=dismissed&reason=copied", http.StatusUnprocessableEntity, "The reason “copied” does not fit the decision “dismissed”."},
		{"a reason that clears", "/decide", "decision=confirmed&reason=too+simple", http.StatusUnprocessableEntity, "The reason “problem too simple” does not fit the decision “confirmed”."},
		{"a note that is too long", "/decide", "decision=confirmed&note=" + strings.Repeat("a", review.MaxNote+1), http.StatusUnprocessableEntity, "The note has 20,001 bytes, and may have at most 20,000."},
		{"a body that is too long", "/decide", "decision=confirmed&note=" + strings.Repeat("a", request.MaxDecision), http.StatusUnprocessableEntity, "The note is too long."},
		{"assigned to a name instead of an ID", "/assign", "to=ann", http.StatusBadRequest, "The form names nobody to assign the pairs to."},
		{"assigned to a viewer", "/assign", "to=" + strconv.FormatInt(j.Users["vic"].ID, 10), http.StatusBadRequest, "Pairs can be assigned to reviewers of the contest alone."},
		{"a ruling by a reviewer", "/decide", "ruling=confirmed", http.StatusForbidden, "Your role does not allow this."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a := j.Send(j.PairPath(1, test.path), test.form)
			if a.Status != test.status {
				t.Errorf("status %d, want %d", a.Status, test.status)
			}
			webtest.Mention(t, a.Text(), test.text)
		})
	}
	if c := j.CaseOf(1); c.State != review.Open || len(c.Reviews) > 0 || c.Assigned.ID != 0 {
		t.Errorf("the case is %+v, want it open, without reviews and assigned to nobody", c)
	}
	j.Send(j.PairPath(1, "/withdraw?at=1"), "").WantStatus(http.StatusSeeOther, "withdraw without a decision")
}

// A viewer sees the case, but no form to change it.
func TestCaseForViewers(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	_, err := j.DB.Decide(t.Context(), j.Person("ann"), review.KeyOf(j.Check.ContestID, j.Pairs[0]), review.Review{Decision: review.Dismissed, Reason: review.Template, Note: "look"})
	if err == nil {
		err = j.DB.Assign(t.Context(), j.Person("cid"), []review.Key{review.KeyOf(j.Check.ContestID, j.Pairs[0])}, j.Users["ben"].ID, contest.Seal{})
	}
	webtest.Must(t, err)
	j.SignInAs("vic")
	a := j.Page(j.PairPath(1, ""))
	webtest.Mention(t, a.Text(), "ann dismissed as template", "look", "Dismissed by ann", "Assigned to ben.")
	for _, form := range a.All("form", "method", "post") {
		if action := webtest.Attribute(form, "action"); action != "/signout" {
			t.Errorf("a viewer gets a form for %s", action)
		}
	}
	if len(a.All("section", "class", "decide")) > 0 {
		t.Error("a viewer can decide")
	}
}

// A pair can be assigned to a reviewer, and to nobody again.
func TestAssign(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	j.SignInAs("ann")
	to := strconv.FormatInt(j.Users["ben"].ID, 10)
	a := j.Follow(j.Send(j.PairPath(1, "/assign?at=1"), "to="+to), j.PairPath(1, "?at=1"))
	if got := webtest.TextOf(a.All("option", "value", to, "selected", "")[0]); got != "ben" {
		t.Errorf("assigned to %q, want ben", got)
	}
	j.Send(j.PairPath(1, "/assign?at=1"), "to=0")
	if c := j.CaseOf(1); c.Assigned.ID != 0 {
		t.Errorf("the case is still assigned to %+v, want nobody", c.Assigned)
	}
}

// The page says which programs have changed since a review.
func TestProgramsThatChangedSince(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	j.SignInAs("ann")
	p := j.Pairs[0]
	basis := func(left, right string) review.Basis {
		hashes := map[int64]string{p.Left.SubmissionID: left, p.Right.SubmissionID: right}
		return access.BasisOf(p, j.Check, hashes)
	}
	hashes, err := j.DB.ProgramHashes(t.Context(), []int64{p.Left.SubmissionID, p.Right.SubmissionID})
	webtest.Must(t, err)
	left, right := hashes[p.Left.SubmissionID], hashes[p.Right.SubmissionID]
	for _, test := range []struct {
		name  string
		basis review.Basis
		want  string
	}{
		{"no program changed", basis(left, right), ""},
		{"the left program changed", basis("another hash", right), "The left program has changed since."},
		{"the right program changed", basis(left, "another hash"), "The right program has changed since."},
		{"both programs changed", basis("one", "another"), "Both programs have changed since."},
	} {
		t.Run(test.name, func(t *testing.T) {
			by := j.Person("ann")
			_, err := j.DB.Decide(t.Context(), by, review.KeyOf(j.Check.ContestID, p), review.Review{Decision: review.Confirmed, Basis: test.basis})
			webtest.Must(t, err)
			text := j.Page(j.PairPath(1, "")).Text()
			if got := strings.Contains(text, "changed since"); got != (test.want != "") || !strings.Contains(text, test.want) {
				t.Errorf("want %q, or no such sentence if it is empty, in:\n%s", test.want, text)
			}
		})
	}
}

// In blind review no view of a pair shows a name, until a chief judge reveals it to all.
func TestBlindPair(t *testing.T) {
	t.Parallel()
	j := webtest.NewJurySite(t)
	j.SignInAs("cid")
	p := j.Pairs[0]
	by := j.Person("ann")
	_, err := j.DB.Decide(t.Context(), by, review.KeyOf(j.Check.ContestID, p), review.Review{Decision: review.Confirmed, Note: "this is " + p.Left.Participant + "!"})
	webtest.Must(t, err)
	wantHidden := func(a webtest.Answer, sides ...contest.Side) {
		t.Helper()
		for _, side := range sides {
			if strings.Contains(strings.ToLower(a.Body), strings.ToLower(side.Participant)) {
				t.Errorf("%s is named in:\n%s", side.Participant, a.Text())
			}
		}
	}
	for _, view := range []string{"", "?view=diff", "?view=tokens"} {
		wantHidden(j.Page(j.PairPath(1, view)), p.Left, p.Right)
	}
	a := j.Page(j.PairPath(1, ""))
	webtest.Mention(t, a.Text(), "this is Somebody!", "Affiliation, site, address and seat are hidden with the names.")

	a = j.Follow(j.Send(j.PairPath(1, "/reveal?at=1"), "side=left"), j.PairPath(1, "?at=1"))
	webtest.Mention(t, webtest.TextOf(a.One("h1")), p.Left.Participant, "Participant "+strconv.Itoa(p.Right.Number))
	wantHidden(a, p.Right)
	entries, _, err := j.DB.AuditLog(t.Context(), j.Check.ContestID, review.LogFilter{}, 0, 1)
	if err != nil || len(entries) != 1 || entries[0].Action != review.ActionReveal || entries[0].Actor.Name != "cid" || entries[0].First.Number != p.Left.Number {
		t.Errorf("the log has %+v, want the reveal of participant %d by cid: %v", entries, p.Left.Number, err)
	}
}
