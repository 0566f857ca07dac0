package web

import (
	"context"
	"strconv"
	"testing"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/inspect"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/review"
)

// jurySite is an installation in which the contest of testdata/submissions was
// checked, for a jury: ann and ben are reviewers, cid is their chief judge, and
// vic is a viewer.
type jurySite struct {
	*installation
	check contest.Check
	pairs []contest.Pair // from the threshold on, by rank, with their names
	users map[string]account.User
}

// checkStore makes a database what a check writes into.
type checkStore struct{ *postgres.DB }

func (s checkStore) LexCache(contestID int64) check.LexCache { return s.DB.LexCache(contestID) }

func (s checkStore) BeginCheck(ctx context.Context, by review.Person, c contest.Check, submissionIDs []int64, base []contest.File) (check.Run, error) {
	return s.DB.BeginCheck(ctx, by, c, submissionIDs, base)
}

func newJurySite(t *testing.T, change ...func(*Options)) *jurySite {
	t.Helper()
	ctx := t.Context()
	j := &jurySite{users: make(map[string]account.User)}
	real := func(o *Options) {
		inspector := inspect.New(o.Store.(*postgres.DB))
		o.Evidence, o.Attempts = inspector.Pair, inspector.Attempts
	}
	j.installation = newInstallation(t, append([]func(*Options){real}, change...)...)
	set, err := intake.Read(ctx, []string{"../testdata/submissions"}, intake.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := check.Defaults()
	p.Layout = set.Layout
	checker := check.Checker{Store: checkStore{j.db}}
	checkID, err := checker.Check(ctx, check.Request{Contest: "finals", Submissions: set.Submissions, Parameters: p}, func(check.Stage, int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	if j.check, err = j.db.Check(ctx, checkID); err != nil {
		t.Fatal(err)
	}
	if j.pairs, _, err = j.db.Pairs(ctx, checkID, contest.PairFilter{MinSuspicion: p.Threshold}); err != nil {
		t.Fatal(err)
	}
	for name, role := range map[string]account.Role{"ann": account.Reviewer, "ben": account.Reviewer, "cid": account.Chief, "vic": account.Viewer} {
		j.users[name] = j.user(name, false)
		j.member(j.check.ContestID, j.users[name].ID, role)
	}
	return j
}

// is makes the client that of one of the jury.
func (j *jurySite) is(name string) {
	j.Helper()
	j.installation = j.as(j.T).signIn(name)
}

// person is one of the jury as the archive knows them.
func (j *jurySite) person(name string) review.Person {
	return review.Person{ID: j.users[name].ID, Name: name}
}

func (j *jurySite) pairPath(rank int, below string) string {
	return "/pairs/" + strconv.FormatInt(j.pairs[rank-1].ID, 10) + below
}
