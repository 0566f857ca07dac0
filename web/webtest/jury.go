package webtest

import (
	"context"
	"net/http"
	"strconv"
	"testing"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/inspect"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/search"
	"github.com/ojcheck/ojcheck/web"
)

// JurySite is an installation in which the contest of testdata/submissions was
// checked, for a jury: ann and ben are reviewers, cid is their chief judge, and
// vic is a viewer.
type JurySite struct {
	*Installation
	Check contest.Check
	Pairs []contest.Pair // from the threshold on, by rank, with their names
	Users map[string]account.User
}

// CheckStore makes a database what a check writes into.
type CheckStore struct{ *postgres.DB }

func (s CheckStore) LexCache(contestID int64) check.LexCache { return s.DB.LexCache(contestID) }

func (s CheckStore) BeginCheck(ctx context.Context, by review.Person, c contest.Check, submissionIDs []int64, base []contest.File) (check.Run, error) {
	return s.DB.BeginCheck(ctx, by, c, submissionIDs, base)
}

func NewJurySite(t *testing.T, change ...func(*web.Options)) *JurySite {
	t.Helper()
	ctx := t.Context()
	j := &JurySite{Users: make(map[string]account.User)}
	real := func(o *web.Options) {
		inspector := inspect.New(o.Store.(*postgres.DB))
		o.Evidence, o.Open = inspector.Pair, inspector.Open
	}
	j.Installation = NewInstallation(t, append([]func(*web.Options){real}, change...)...)
	set, err := intake.Read(ctx, []string{"../../testdata/submissions"}, intake.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := check.Defaults()
	p.Layout = set.Layout
	checker := check.Checker{Store: CheckStore{j.DB}}
	checkID, err := checker.Check(ctx, check.Request{Contest: "finals", Submissions: set.Submissions, Parameters: p}, func(check.Stage, int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	if j.Check, err = j.DB.Check(ctx, checkID); err != nil {
		t.Fatal(err)
	}
	if j.Pairs, _, err = j.DB.Pairs(ctx, checkID, contest.PairFilter{MinSuspicion: p.Threshold}); err != nil {
		t.Fatal(err)
	}
	for name, role := range map[string]account.Role{"ann": account.Reviewer, "ben": account.Reviewer, "cid": account.Chief, "vic": account.Viewer} {
		j.Users[name] = j.User(name, false)
		j.Member(j.Check.ContestID, j.Users[name].ID, role)
	}
	return j
}

// Is makes the client that of one of the jury.
func (j *JurySite) Is(name string) {
	j.Helper()
	j.Installation = j.As(j.T).SignIn(name)
}

// Person is one of the jury as the archive knows them.
func (j *JurySite) Person(name string) review.Person {
	return review.Person{ID: j.Users[name].ID, Name: name}
}

func (j *JurySite) PairPath(rank int, below string) string {
	return "/pairs/" + strconv.FormatInt(j.Pairs[rank-1].ID, 10) + below
}

// CaseOf reads the case of a pair from the archive.
func (j *JurySite) CaseOf(rank int) review.Case {
	j.Helper()
	c, err := j.DB.Case(j.Context(), review.KeyOf(j.Check.ContestID, j.Pairs[rank-1]))
	if err != nil {
		j.Fatal(err)
	}
	return c
}

// Send sends the fields of a form.
func (j *JurySite) Send(path, form string) Answer {
	j.Helper()
	return j.Do("POST", path, form, "Content-Type", "application/x-www-form-urlencoded", "Sec-Fetch-Site", "same-origin")
}

// Location checks that an answer leads to another page, and gets that one.
func (j *JurySite) Location(a Answer, want string) Answer {
	j.Helper()
	got := a.Header.Get("Location")
	if a.Status != http.StatusSeeOther || got != want {
		j.Fatalf("%d to %q, want 303 to %q\n%s", a.Status, got, want, a.Text())
	}
	return j.Page(got)
}

// realSearcher searches a real archive.
type realSearcher struct {
	*search.Finder
	inspector *inspect.Inspector
}

func (s realSearcher) request(given access.Search) search.Request {
	r := search.Request{File: contest.File{Path: given.Name, Content: given.Program}, Language: given.Language, Distance: search.DefaultDistance}
	r.Scope.Within = given.Within
	return r
}

func (s realSearcher) Search(ctx context.Context, given access.Search, _ int) (contest.Findings, error) {
	return s.Finder.Search(ctx, s.request(given))
}

func (s realSearcher) Open(ctx context.Context, given access.Search, found contest.Side, names *blind.Masker) (evidence.View, error) {
	return s.inspector.Found(ctx, s.request(given), found, names)
}

// NewSearchSite is a jury's installation that searches its own archive, and the
// source of the left program of its first pair.
func NewSearchSite(t *testing.T) (*JurySite, string) {
	t.Helper()
	p := check.Defaults()
	g := NewJurySite(t, func(o *web.Options) {
		db := o.Store.(*postgres.DB)
		o.Searcher = realSearcher{&search.Finder{Archive: db, ShingleLength: p.ShingleLength, MinMatch: p.MinMatch}, inspect.New(db)}
	})
	files, err := g.DB.Files(t.Context(), g.Pairs[0].Left.SubmissionID)
	if err != nil {
		t.Fatal(err)
	}
	return g, string(files[0].Content)
}
