package web

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

func TestTitles(t *testing.T) {
	t.Parallel()
	list := titles{"A": "Asteroid Rangers", "B": "Bottles", "C + D": "Two letters"}
	for problem, want := range map[string]string{
		"A": "A — Asteroid Rangers", "Z": "Z", "A + B": "A + B — Asteroid Rangers + Bottles", "A + Z": "A + Z", "C + D": "C + D — Two letters", "": "",
	} {
		if got := list.full(problem); got != want {
			t.Errorf("%q is %q, want %q", problem, got, want)
		}
	}
}

// told stores what a judge system tells of a contest, whose submissions are
// called so there.
func (in *installation) told(c checked, about contest.About, ids ...string) {
	in.Helper()
	again := make([]contest.Submission, len(c.submissions))
	copy(again, c.submissions)
	for i, id := range ids {
		again[i].SystemID, again[i].LanguageVersion = id, "GNU C++17"
		again[i].Judgements = []contest.Judgement{{Verdict: "WA", At: alertedAt}, {Verdict: "AC", Solved: true, At: alertedAt.Add(time.Hour), Current: true}}
	}
	stored, err := in.db.Contest(in.Context(), c.contest)
	if err == nil {
		_, _, err = in.db.Import(in.Context(), review.CommandLine, "", stored.Name, "told", again, nil, nil)
	}
	if err == nil {
		err = in.db.SaveAbout(in.Context(), c.contest, about)
	}
	if err != nil {
		in.Fatal(err)
	}
}

// What a judge system tells is shown wherever its subject is; what it calls
// submissions is not where names are hidden, for it leads to them there.
func TestToldPages(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	c := in.checked("finals")
	in.told(c, contest.About{System: "Contest API 2023-06", SystemID: "wf-26", Title: "World Finals", StartsAt: alertedAt, Duration: 5 * time.Hour,
		Problems: []contest.Problem{{Name: "A", Title: "Asteroid Rangers", SystemID: "asteroids-91"}}}, "sub-171", "sub-172")
	u := in.user("vera", false)
	in.member(c.contest, u.ID, account.Viewer)
	in.signIn("vera")
	alert := in.alerted(c.contest, c.submissions[0], c.submissions[1], 0.75)
	type shown struct {
		path string
		open []string // in any case
		not  []string // where names are hidden
	}
	pages := []shown{
		{fmt.Sprintf("/contests/%d", c.contest), []string{"Title World Finals", "Began 2026-03-01", "Lasted 5 h", "Contest API 2023-06", "Asteroid Rangers"}, []string{"contest wf-26"}},
		{checkPath(c.check), []string{"Asteroid Rangers"}, nil},
		{pairAlone(c.pairs[0]), []string{"Problem A — Asteroid Rangers", "GNU C++17", "WA, then AC"}, []string{"sub-171", "sub-172"}},
		{submissionPath(c.submissions[0].ID), []string{"Problem A — Asteroid Rangers", "GNU C++17", "rejudged: WA, then AC"}, []string{"sub-171"}},
		{livePath(c.contest), []string{"Asteroid Rangers"}, nil},
		{alertPath(alert), []string{"problem A — Asteroid Rangers"}, nil},
	}
	for _, p := range pages {
		text := in.page(p.path).text()
		mention(t, text, p.open...)
		for _, secret := range p.not {
			if strings.Contains(text, secret) {
				t.Errorf("%s of a blind contest tells %q", p.path, secret)
			}
		}
	}
	in.uncovered(c.contest)
	for _, p := range pages {
		mention(t, in.page(p.path).text(), append(p.open, p.not...)...)
	}
}
