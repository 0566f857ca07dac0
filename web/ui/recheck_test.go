package ui_test

import (
	"fmt"
	"testing"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// Chief judges are offered to repeat a check by an outdated algorithm.
func TestRepeatOutdatedCheck(t *testing.T) {
	t.Parallel()
	for algorithm, outdated := range map[string]bool{"": false, "lexer 2": true} {
		in := webtest.NewSite(t, func(o *web.Options) { o.Algorithm = algorithm })
		c := in.AddChecked("finals")
		for name, role := range map[string]account.Role{"carl": account.Chief, "rita": account.Reviewer} {
			in.AddMember(c.Contest, name, role)
			client := in.NewClient(t).SignIn(name)
			for _, path := range []string{fmt.Sprintf("/contests/%d", c.Contest), fmt.Sprintf("/checks/%d", c.Check)} {
				want := 0
				if role == account.Chief {
					want = 1 // below the list of checks
					if outdated {
						want = 3 // also above the ranking, and beside the check in the list
					}
				}
				if got := len(client.Page(path).All("a", "href", fmt.Sprintf("/contests/%d/checks", c.Contest))); got != want {
					t.Errorf("algorithm %q, %s on %s: %d links to a new check, want %d", algorithm, name, path, got, want)
				}
			}
		}
	}
}

// Only chief judges find a link to a new check beside a check without a result.
func TestRepeatFailedCheck(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	ctx := t.Context()
	c := in.AddChecked("finals")
	ids := []int64{c.Submissions[0].ID, c.Submissions[1].ID}
	run, err := in.DB.BeginCheck(ctx, review.CommandLine, contest.Check{ContestID: c.Contest, Digest: "finals"}, ids, nil)
	webtest.Must(t, err)
	defer run.Close()
	webtest.Must(t, run.Fail(ctx, i18n.Verbatim("the disk was full")))
	wants := map[account.Role]string{account.Chief: "Run a new check", account.Viewer: "A chief judge can run a new check."}
	for role, want := range wants {
		name := role.String()
		in.AddMember(c.Contest, name, role)
		page := in.NewClient(t).SignIn(name).Page(fmt.Sprintf("/checks/%d", run.ID()))
		webtest.Mention(t, webtest.TextOf(page.One("div", "role", "alert")), "the disk was full", want)
		columns := len(page.All("th", "scope", "col")) // the table of checks is the only one
		if span := webtest.Attribute(page.One("td", "class", "reason"), "colspan"); span != fmt.Sprint(columns-3) {
			t.Errorf("the reason spans %s columns, want all %d but three", span, columns)
		}
	}
}

// The page of a participant lists their pairs in the checks of later contests that the viewer may see.
func TestFoundInLaterContests(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	spring := in.AddChecked("spring")
	autumn := in.AddChecked("autumn", spring.Submissions[0])
	in.AddUser("root", true)
	root := in.SignIn("root")
	p, _, err := in.DB.PairAndCheck(t.Context(), autumn.Pairs[1])
	webtest.Must(t, err)
	path := fmt.Sprintf("/contests/%d/participants/%d", spring.Contest, p.Right.Number)
	ranking := fmt.Sprintf("/checks/%d?number=%d&of=%d&threshold=0", autumn.Check, p.Right.Number, spring.Contest)
	a := root.Page(path)
	webtest.Mention(t, a.Text(), "Checks of other contests", "autumn")
	a.One("a", "href", ranking)
	if rows := root.Page(ranking).All("tr", "data-row", ""); len(rows) != 1 {
		t.Errorf("the later contest lists %d pairs of the participant, want 1", len(rows))
	}
	// A viewer who may not see the later contest does not learn of it.
	in.AddMember(spring.Contest, "vic", account.Viewer)
	if links := in.NewClient(t).SignIn("vic").Page(path).All("section", "aria-labelledby", "found-title"); len(links) > 0 {
		t.Error("the page lists a contest that the viewer may not see")
	}
}
