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

// Pages show the metadata of the judge system. In a blind contest they leave out its IDs, with which anybody could look
// up the names there.
func TestMetadataOnPages(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	c := in.AddChecked("finals")
	in.AddMetadata(c, contest.Metadata{System: "Contest API 2023-06", SystemID: "wf-26", Title: "World Finals", StartsAt: webtest.AlertedAt, Duration: 5 * time.Hour,
		Problems: []contest.Problem{{Name: "A", Title: "Asteroid Rangers", SystemID: "asteroids-91"}}}, "sub-171", "sub-172")
	in.AddMember(c.Contest, "vera", account.Viewer)
	in.SignIn("vera")
	alert := in.AddAlert(c.Contest, c.Submissions[0], c.Submissions[1], 0.75)
	type expectation struct {
		path   string
		always []string // shown in every contest
		ids    []string // shown if the contest is not blind
	}
	pages := []expectation{
		{fmt.Sprintf("/contests/%d", c.Contest), []string{"Title World Finals", "Began 2026-03-01", "Lasted 5 h", "Contest API 2023-06", "Asteroid Rangers"}, []string{"contest wf-26"}},
		{ui.CheckPath(c.Check), []string{"Asteroid Rangers"}, nil},
		{ui.PairPath(c.Pairs[0]), []string{"Problem A — Asteroid Rangers", "GNU C++17", "WA, then AC"}, []string{"sub-171", "sub-172"}},
		{ui.SubmissionPath(c.Submissions[0].ID), []string{"Problem A — Asteroid Rangers", "GNU C++17", "rejudged: WA, then AC"}, []string{"sub-171"}},
		{ui.LivePath(c.Contest), []string{"Asteroid Rangers"}, nil},
		{ui.AlertPath(alert), []string{"problem A — Asteroid Rangers"}, nil},
	}
	for _, p := range pages {
		text := in.Page(p.path).Text()
		webtest.Mention(t, text, p.always...)
		for _, id := range p.ids {
			if strings.Contains(text, id) {
				t.Errorf("%s of a blind contest shows %q", p.path, id)
			}
		}
	}
	in.EndBlindReview(c.Contest)
	for _, p := range pages {
		webtest.Mention(t, in.Page(p.path).Text(), append(p.always, p.ids...)...)
	}
}
