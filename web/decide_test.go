package web

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// caseOf reads the case of a pair from the archive.
func (j *jurySite) caseOf(rank int) review.Case {
	j.Helper()
	c, err := j.db.Case(j.Context(), review.KeyOf(j.check.ContestID, j.pairs[rank-1]))
	if err != nil {
		j.Fatal(err)
	}
	return c
}

// send sends the fields of a form.
func (j *jurySite) send(path, form string) answer {
	j.Helper()
	return j.do("POST", path, form, "Content-Type", "application/x-www-form-urlencoded", "Sec-Fetch-Site", "same-origin")
}

// location checks that an answer leads to another page, and gets that one.
func (j *jurySite) location(a answer, want string) answer {
	j.Helper()
	got := a.header.Get("Location")
	if a.status != http.StatusSeeOther || got != want {
		j.Fatalf("%d to %q, want 303 to %q\n%s", a.status, got, want, a.text())
	}
	return j.page(got)
}

func TestDecideAndUndo(t *testing.T) {
	t.Parallel()
	j := newJurySite(t)
	j.is("ann")
	id := func(rank int) string { return strconv.FormatInt(j.pairs[rank-1].ID, 10) }

	a := j.page(j.pairPath(1, "?at=1"))
	mention(t, a.text(), "The case Nobody has decided yet")
	action := attribute(a.one("form", "data-once", ""), "action")
	if want := j.pairPath(1, "/decide?at=1"); action != want {
		t.Fatalf("the panel leads to %q, want %q", action, want)
	}
	a = j.location(j.send(action, "decision=confirmed&reason=copied&note=+both%0D%0Athe+same+"), "/pairs/"+id(2)+"?at=2")
	mention(t, a.text(), "You confirmed pair 1, Participant", ", as copied, with a note.", "Confirmed by 1 of 2: another reviewer must agree.")
	c := j.caseOf(1)
	if c.State != review.Pending || len(c.Reviews) != 1 {
		t.Fatalf("case %+v", c)
	}
	said := c.Reviews[0]
	p := j.pairs[0]
	if said.Reviewer != (j.person("ann")) || said.Reason != review.Copied || said.Note != "both\nthe same" || said.Ruling ||
		said.Basis.CheckID != j.check.ID || said.Basis.Suspicion != p.Suspicion || len(said.Basis.FirstHash) != 64 || said.Basis.AlgorithmVersion != j.check.AlgorithmVersion {
		t.Errorf("review %+v", said)
	}
	mention(t, j.page(j.pairPath(1, "")).text(), "ann confirmed as copied", "both\nthe same"[:4])

	// Undone, it is as if nothing had been said, and the pair is there again.
	undo := attribute(a.all("form", "action", j.pairPath(1, "/undo?at=1"))[0], "action")
	a = j.location(j.send(undo, ""), "/pairs/"+id(1)+"?at=1")
	mention(t, a.text(), "Withdrawn: your decision on pair 1", "Nobody has decided yet")
	draft := func(a answer) [2]string {
		return [2]string{attribute(a.one("option", "selected", "", "value", "copied"), "value"), textOf(a.one("textarea"))}
	}
	if got := draft(a); got != [2]string{"copied", "both the same"} {
		t.Errorf("the panel begins with %q", got)
	}
	if c := j.caseOf(1); c.State != review.Open || len(c.Reviews) != 0 {
		t.Errorf("case %+v", c)
	}

	// What replaced another decision is undone to that.
	j.send(action, "decision=unclear&reason=template&note=before")
	a = j.page(j.send(action, "decision=dismissed&reason=coincidence&note=n").header.Get("Location"))
	mention(t, a.text(), "You dismissed pair 1", "Undo")
	// From the pages after, it can be undone too.
	a = j.page(attribute(a.one("a", "rel", "next"), "href"))
	a = j.page(attribute(a.one("a", "data-key", "z"), "href"))
	mention(t, a.text(), "You dismissed pair 1", "Undo")
	a = j.page(j.send(undo, "").header.Get("Location"))
	mention(t, a.text(), "Undone. Your decision is unclear again: pair 1")
	if c := j.caseOf(1); c.State != review.CaseUnclear || c.Reviews[0].Reason != review.Template || c.Reviews[0].Note != "before" {
		t.Errorf("case %+v", c)
	}
}

// In a blind contest a note is masked for everybody but its author, who edits what
// they wrote and not the mask.
func TestOwnNoteIsNotMasked(t *testing.T) {
	t.Parallel()
	j := newJurySite(t)
	name := j.pairs[0].Left.Participant
	action := j.pairPath(1, "/decide?at=1")
	j.is("ann")
	j.send(action, "decision=confirmed&note=this+is+"+url.QueryEscape(name))
	written := textOf(j.page(j.pairPath(1, "")).one("textarea"))
	if written != "this is "+name {
		t.Fatalf("the author edits %q", written)
	}
	j.send(action, "decision=confirmed&note="+url.QueryEscape(written+"!"))
	if got := j.caseOf(1).Reviews[0].Note; got != written+"!" {
		t.Errorf("stored %q", got)
	}
	j.is("ben")
	a := j.page(j.pairPath(1, ""))
	mention(t, a.text(), "this is Participant")
	if strings.Contains(strings.ToLower(a.body), strings.ToLower(name)) {
		t.Errorf("another reviewer reads the name in:\n%s", a.text())
	}
}

// The page leads to what belongs to the pair.
func TestPairLeadsOn(t *testing.T) {
	t.Parallel()
	j := newJurySite(t)
	j.is("vic")
	a := j.page(j.pairPath(1, ""))
	for _, below := range []string{"/bundle.html", "/bundle.html?redact=left", "/bundle.html?redact=right"} {
		j.page(attribute(a.one("a", "href", j.pairPath(1, below)), "href"))
	}
	if j.pairs[0].Cluster == 0 {
		t.Fatal("the pair is in no cluster")
	}
	j.page(attribute(a.one("a", "href", clusterPath(j.check.ID, j.pairs[0].Cluster)), "href"))
	for _, link := range a.all("a", "class", "who") {
		j.page(attribute(link, "href"))
	}
	if len(j.page(j.pairPath(1, "?view=tokens")).all("p", "class", "token-legend")) != 1 {
		t.Error("no tokens in the third view")
	}
}

func TestDecideKeepsTheRanking(t *testing.T) {
	t.Parallel()
	j := newJurySite(t)
	j.is("ann")
	// The pairs of one problem, in the reverse order: what waits is found from
	// there down to the end, then from the top.
	var ranks []int
	for i := len(j.pairs) - 1; i >= 0; i-- {
		if j.pairs[i].Problem == "B-rivers" {
			ranks = append(ranks, j.pairs[i].Rank)
		}
	}
	if len(ranks) < 4 {
		t.Fatalf("%d pairs are too few", len(ranks))
	}
	path := j.pairPath(ranks[1], "?at=2&order=desc&problem=B-rivers&sort=rank&view=diff")
	for i := range ranks {
		a := j.page(path)
		want := ranks[(i+1)%len(ranks)]
		p := j.pairs[want-1]
		if got := attribute(a.one("form", "data-once", ""), "action"); !strings.HasPrefix(got, "/pairs/"+strconv.FormatInt(p.ID, 10)+"/decide?") {
			t.Fatalf("step %d: at %q, want rank %d", i, got, want)
		}
		path = j.send(attribute(a.one("form", "data-once", ""), "action"), "decision=dismissed").header.Get("Location")
		if !strings.HasSuffix(path, "order=desc&problem=B-rivers&sort=rank&view=diff") {
			t.Fatalf("on to %q", path)
		}
	}
	mention(t, j.page(path).text(), "No other pair of this ranking waits for you.")
	if !strings.HasPrefix(path, j.pairPath(ranks[0], "?")) {
		t.Errorf("after the last at %q", path)
	}
}

func TestConflictWaitsForAChiefJudge(t *testing.T) {
	t.Parallel()
	j := newJurySite(t)
	decide := func(who, form string) answer {
		t.Helper()
		j.is(who)
		return j.page(j.send(j.pairPath(1, "/decide?at=1"), form).header.Get("Location"))
	}
	decide("ann", "decision=confirmed")
	a := decide("ben", "decision=dismissed&reason=template")
	mention(t, a.text(), "You dismissed pair 1", "Conflict: confirmed by ann, dismissed by ben; it waits for a chief judge.")
	j.is("cid")
	a = j.page(j.pairPath(1, ""))
	if box := a.one("input", "name", "ruling"); attribute(box, "value") != "1" || len(a.all("input", "name", "ruling", "checked", "")) != 1 {
		t.Error("a chief judge is not offered to settle the conflict")
	}
	a = decide("cid", "decision=dismissed&ruling=1&note=the+handout")
	mention(t, a.text(), "You settled as dismissed: pair 1")
	if c := j.caseOf(1); c.State != review.CaseDismissed || len(c.Reviews) != 3 {
		t.Errorf("case %+v", c)
	}
	mention(t, j.page(j.pairPath(1, "")).text(), "Dismissed by ruling of cid", "ann confirmed", "ben dismissed as template", "cid dismissed ruling", "the handout")
}

func TestDecisionsThatMakeNoSense(t *testing.T) {
	t.Parallel()
	j := newJurySite(t)
	j.is("ann")
	tests := []struct {
		name, path, form string
		status           int
		text             string
	}{
		{"no decision", "/decide", "reason=copied", http.StatusUnprocessableEntity, "is no decision"},
		{"an unknown reason", "/decide", "decision=confirmed&reason=envy", http.StatusUnprocessableEntity, "is no reason"},
		{"a note that is too long", "/decide", "decision=confirmed&note=" + strings.Repeat("a", review.MaxNote+1), http.StatusUnprocessableEntity, "The note has 20001 bytes, and may have 20000."},
		{"a body that is too long", "/decide", "decision=confirmed&note=" + strings.Repeat("a", maxDecision), http.StatusUnprocessableEntity, "The note is too long."},
		{"assigned to no number", "/assign", "to=ann", http.StatusBadRequest, "Nobody was named."},
		{"assigned to a viewer", "/assign", "to=" + strconv.FormatInt(j.users["vic"].ID, 10), http.StatusBadRequest, "They are no reviewer of this contest."},
		{"a ruling by a reviewer", "/decide", "decision=confirmed&ruling=1", http.StatusForbidden, "Your role does not allow this."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a := j.send(j.pairPath(1, test.path), test.form)
			if a.status != test.status {
				t.Errorf("status %d, want %d", a.status, test.status)
			}
			mention(t, a.text(), test.text)
		})
	}
	if c := j.caseOf(1); c.State != review.Open || len(c.Reviews) > 0 || c.Assigned.ID != 0 {
		t.Errorf("case %+v", c)
	}
	if a := j.send(j.pairPath(1, "/withdraw?at=1"), ""); a.status != http.StatusSeeOther {
		t.Errorf("to withdraw nothing: status %d", a.status)
	}
}

// A viewer sees the case, and nothing to change it with.
func TestCaseForViewers(t *testing.T) {
	t.Parallel()
	j := newJurySite(t)
	_, err := j.db.Decide(t.Context(), j.person("ann"), review.KeyOf(j.check.ContestID, j.pairs[0]), review.Review{Decision: review.Confirmed, Reason: review.Copied, Note: "look"})
	if err == nil {
		err = j.db.Assign(t.Context(), j.person("cid"), []review.Key{review.KeyOf(j.check.ContestID, j.pairs[0])}, j.users["ben"].ID)
	}
	if err != nil {
		t.Fatal(err)
	}
	j.is("vic")
	a := j.page(j.pairPath(1, ""))
	mention(t, a.text(), "ann confirmed as copied", "look", "Confirmed by 1 of 2: another reviewer must agree", "Assigned to ben.")
	for _, form := range a.all("form", "method", "post") {
		if action := attribute(form, "action"); action != "/signout" {
			t.Errorf("a form that leads to %s", action)
		}
	}
	if len(a.all("section", "class", "decide")) > 0 {
		t.Error("a viewer can decide")
	}
}

func TestAssign(t *testing.T) {
	t.Parallel()
	j := newJurySite(t)
	j.is("ann")
	to := strconv.FormatInt(j.users["ben"].ID, 10)
	a := j.location(j.send(j.pairPath(1, "/assign?at=1"), "to="+to), j.pairPath(1, "?at=1"))
	if got := textOf(a.all("option", "value", to, "selected", "")[0]); got != "ben" {
		t.Errorf("assigned to %q", got)
	}
	j.send(j.pairPath(1, "/assign?at=1"), "to=0")
	if c := j.caseOf(1); c.Assigned.ID != 0 {
		t.Errorf("still assigned to %+v", c.Assigned)
	}
}

func TestProgramsThatChangedSince(t *testing.T) {
	t.Parallel()
	j := newJurySite(t)
	j.is("ann")
	p := j.pairs[0]
	basis := func(left, right string) review.Basis {
		hashes := map[int64]string{p.Left.SubmissionID: left, p.Right.SubmissionID: right}
		return access.BasisOf(p, j.check, hashes)
	}
	hashes, err := j.db.ProgramHashes(t.Context(), []int64{p.Left.SubmissionID, p.Right.SubmissionID})
	if err != nil {
		t.Fatal(err)
	}
	left, right := hashes[p.Left.SubmissionID], hashes[p.Right.SubmissionID]
	for _, test := range []struct {
		name  string
		basis review.Basis
		want  string
	}{
		{"neither", basis(left, right), ""},
		{"left", basis("other", right), "The left program has changed since."},
		{"right", basis(left, "other"), "The right program has changed since."},
		{"both", basis("one", "another"), "Both programs have changed since."},
	} {
		t.Run(test.name, func(t *testing.T) {
			by := j.person("ann")
			_, err := j.db.Decide(t.Context(), by, review.KeyOf(j.check.ContestID, p), review.Review{Decision: review.Confirmed, Basis: test.basis})
			if err != nil {
				t.Fatal(err)
			}
			text := j.page(j.pairPath(1, "")).text()
			if got := strings.Contains(text, "changed since"); got != (test.want != "") || !strings.Contains(text, test.want) {
				t.Errorf("want %q in:\n%s", test.want, text)
			}
		})
	}
}

// Under blind review no name is anywhere on the page, until a chief judge
// uncovers it for all.
func TestBlindPair(t *testing.T) {
	t.Parallel()
	j := newJurySite(t)
	j.is("cid")
	p := j.pairs[0]
	by := j.person("ann")
	_, err := j.db.Decide(t.Context(), by, review.KeyOf(j.check.ContestID, p), review.Review{Decision: review.Confirmed, Note: "this is " + p.Left.Participant + "!"})
	if err != nil {
		t.Fatal(err)
	}
	hidden := func(a answer, sides ...contest.Side) {
		t.Helper()
		for _, side := range sides {
			if strings.Contains(strings.ToLower(a.body), strings.ToLower(side.Participant)) {
				t.Errorf("%s is named in:\n%s", side.Participant, a.text())
			}
		}
	}
	for _, view := range []string{"", "?view=diff", "?view=tokens"} {
		hidden(j.page(j.pairPath(1, view)), p.Left, p.Right)
	}
	a := j.page(j.pairPath(1, ""))
	mention(t, a.text(), "this is Participant "+strconv.Itoa(p.Left.Number)+"!", "Affiliation, site, address and seat are hidden with the names.")

	a = j.location(j.send(j.pairPath(1, "/uncover?at=1"), "side=left"), j.pairPath(1, "?at=1"))
	mention(t, textOf(a.one("h1")), p.Left.Participant, "Participant "+strconv.Itoa(p.Right.Number))
	hidden(a, p.Right)
	entries, _, err := j.db.AuditLog(t.Context(), j.check.ContestID, 0, 1)
	if err != nil || len(entries) != 1 || entries[0].Action != review.ActionReveal || entries[0].Actor.Name != "cid" || entries[0].First.Number != p.Left.Number {
		t.Errorf("log: %+v, %v", entries, err)
	}
}
