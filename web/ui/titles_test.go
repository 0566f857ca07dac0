package ui_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/ui"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// What a judge system tells is shown wherever its subject is; what it calls
// submissions is not where names are hidden, for it leads to them there.
func TestToldPages(t *testing.T) {
	t.Parallel()
	in := webtest.NewInstallation(t)
	c := in.Checked("finals")
	in.Told(c, contest.About{System: "Contest API 2023-06", SystemID: "wf-26", Title: "World Finals", StartsAt: webtest.AlertedAt, Duration: 5 * time.Hour,
		Problems: []contest.Problem{{Name: "A", Title: "Asteroid Rangers", SystemID: "asteroids-91"}}}, "sub-171", "sub-172")
	u := in.User("vera", false)
	in.Member(c.Contest, u.ID, account.Viewer)
	in.SignIn("vera")
	alert := in.Alerted(c.Contest, c.Submissions[0], c.Submissions[1], 0.75)
	type shown struct {
		path string
		open []string // in any case
		not  []string // where names are hidden
	}
	pages := []shown{
		{fmt.Sprintf("/contests/%d", c.Contest), []string{"Title World Finals", "Began 2026-03-01", "Lasted 5 h", "Contest API 2023-06", "Asteroid Rangers"}, []string{"contest wf-26"}},
		{ui.CheckPath(c.Check), []string{"Asteroid Rangers"}, nil},
		{ui.PairPath(c.Pairs[0]), []string{"Problem A — Asteroid Rangers", "GNU C++17", "WA, then AC"}, []string{"sub-171", "sub-172"}},
		{ui.SubmissionPath(c.Submissions[0].ID), []string{"Problem A — Asteroid Rangers", "GNU C++17", "rejudged: WA, then AC"}, []string{"sub-171"}},
		{ui.LivePath(c.Contest), []string{"Asteroid Rangers"}, nil},
		{ui.AlertPath(alert), []string{"problem A — Asteroid Rangers"}, nil},
	}
	for _, p := range pages {
		text := in.Page(p.path).Text()
		webtest.Mention(t, text, p.open...)
		for _, secret := range p.not {
			if strings.Contains(text, secret) {
				t.Errorf("%s of a blind contest tells %q", p.path, secret)
			}
		}
	}
	in.Uncovered(c.Contest)
	for _, p := range pages {
		webtest.Mention(t, in.Page(p.path).Text(), append(p.open, p.not...)...)
	}
}
