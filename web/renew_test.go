package web

import (
	"fmt"
	"testing"

	"github.com/ojcheck/ojcheck/internal/account"
)

// A check of another algorithm is offered to be made anew, to those who may.
func TestRenew(t *testing.T) {
	t.Parallel()
	for algorithm, outdated := range map[string]bool{"": false, "lexer 2": true} {
		in := newInstallation(t, func(o *Options) { o.Algorithm = algorithm })
		c := in.checked("finals")
		for name, role := range map[string]account.Role{"carl": account.Chief, "rita": account.Reviewer} {
			in.member(c.contest, in.user(name, false).ID, role)
			as := in.as(t).signIn(name)
			for path, usual := range map[string]int{fmt.Sprintf("/contests/%d", c.contest): 1, fmt.Sprintf("/checks/%d", c.check): 0} {
				want := 0
				if role == account.Chief {
					want = usual
					if outdated {
						want++
					}
				}
				if got := len(as.page(path).all("a", "href", fmt.Sprintf("/contests/%d/checks", c.contest))); got != want {
					t.Errorf("%q, %s on %s: %d links to a new check, want %d", algorithm, name, path, got, want)
				}
			}
		}
	}
}

// What a participant handed in once is found by the checks of later contests.
func TestFoundInLaterContests(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	spring := in.checked("spring")
	autumn := in.checked("autumn", spring.submissions[0])
	in.user("root", true)
	root := in.signIn("root")
	p, err := in.db.Pair(t.Context(), autumn.pairs[1])
	if err != nil {
		t.Fatal(err)
	}
	path := fmt.Sprintf("/contests/%d/participants/%d", spring.contest, p.Right.Number)
	ranking := fmt.Sprintf("/checks/%d?number=%d&of=%d&threshold=0", autumn.check, p.Right.Number, spring.contest)
	a := root.page(path)
	mention(t, a.text(), "Compared with other contests", "autumn")
	a.one("a", "href", ranking)
	if rows := root.page(ranking).all("tr", "data-row", ""); len(rows) != 1 {
		t.Errorf("%d pairs of theirs in the later contest, want 1", len(rows))
	}
	// Nobody is told of it who may not see that contest.
	in.member(spring.contest, in.user("vic", false).ID, account.Viewer)
	if links := in.as(t).signIn("vic").page(path).all("section", "aria-labelledby", "found-title"); len(links) > 0 {
		t.Error("a contest is told of that is not theirs to see")
	}
}
