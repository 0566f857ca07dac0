package webtest

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"testing"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/checktest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/inspect"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/search"
	"github.com/ojcheck/ojcheck/web"
)

// JurySite is a [Site], a running ojcheck, with a checked contest: that of testdata/submissions, unless its constructor says
// otherwise. Of its users, ann and ben are reviewers, cid is their chief judge, and vic is a viewer.
type JurySite struct {
	*Site
	Check contest.Check
	Pairs []contest.Pair // the listed pairs of Check, by rank, not masked
	Users map[string]account.User
}

// ShowFacts lets the pages of a site show the evidence of stored pairs, with facts about the participants.
func ShowFacts(o *web.Options) {
	inspector := inspect.New(o.Store.(*postgres.DB))
	o.Evidence, o.EvidenceAndTimeline, o.NearSource = inspector.Pair, inspector.Open, inspector.NearSource
	o.Facts = access.FactOptions{Enabled: true, Finder: inspector}
}

// NewJurySite returns a site with the users and the checked contest.
func NewJurySite(t *testing.T, setOptions ...func(*web.Options)) *JurySite {
	t.Helper()
	return newJurySite(t, juryDatabase(t), setOptions...)
}

// juryDatabase returns the address of a new database with the checked contest.
var juryDatabase = pgtest.Prepared(func(ctx context.Context, url string) error {
	set, err := intake.Read(ctx, []string{"../../testdata/submissions"}, intake.Options{})
	if err != nil {
		return err
	}
	return storeJury(ctx, url, set.Submissions, set.Layout)
})

// NewKnownSourceSite is NewJurySite for another contest. The result program is what zed and zoe submitted for problem A; 20
// other participants submitted programs of their own. Tests add it as a known source. The jobs of the site check the contest
// again.
func NewKnownSourceSite(t *testing.T) (j *JurySite, program string) {
	t.Helper()
	j = newJurySite(t, knownSourceDatabase(t))
	j.Checker.OnCheck = func(ctx context.Context, _ jobs.Upload, _ func(i18n.Text, int, int)) (int64, error) {
		return checkContest(ctx, j.DB, knownSourceContest(), "")
	}
	return j, knownSource()
}

func knownSource() string { return checktest.Program(7, 25) }

func knownSourceContest() []contest.Submission {
	return append(checktest.Honest(20, "A"),
		checktest.Submission("A", "zoe", 5, knownSource(), checktest.Program(91, 4)),
		checktest.Submission("A", "zed", 6, knownSource(), checktest.Program(92, 4)))
}

var knownSourceDatabase = pgtest.Prepared(func(ctx context.Context, url string) error {
	return storeJury(ctx, url, knownSourceContest(), "")
})

// storeJury stores a contest with these submissions in the database at url, checks it, and adds its jury.
func storeJury(ctx context.Context, url string, submissions []contest.Submission, layout string) error {
	db, err := postgres.Open(ctx, url)
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err = checkContest(ctx, db, submissions, layout); err != nil {
		return err
	}
	finals, err := db.ContestByName(ctx, "finals")
	if err != nil {
		return err
	}
	password, err := account.HashPassword(SomePassword, cheapCost)
	if err != nil {
		return err
	}
	roles := map[string]account.Role{
		"ann": account.Reviewer, "ben": account.Reviewer, "cid": account.Chief, "vic": account.Viewer,
	}
	for _, name := range slices.Sorted(maps.Keys(roles)) {
		u, err := db.AddUser(ctx, review.CommandLine, name, password, false)
		if err == nil {
			err = db.SetMember(ctx, review.CommandLine, finals.ID, u.ID, roles[name])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// checkContest checks the contest with these submissions, and returns the ID of the check.
func checkContest(ctx context.Context, db *postgres.DB, submissions []contest.Submission, layout string) (int64, error) {
	p := check.Defaults()
	p.Layout = layout
	checker := check.Checker{Store: db}
	request := check.Request{Contest: "finals", Submissions: slices.Clone(submissions), Parameters: p}
	return checker.Check(ctx, request, func(check.Stage, int, int) {})
}

// newJurySite returns a site on a database of storeJury.
func newJurySite(t *testing.T, database string, setOptions ...func(*web.Options)) *JurySite {
	t.Helper()
	ctx := t.Context()
	j := &JurySite{Users: make(map[string]account.User)}
	j.Site = NewSiteOn(t, database, append([]func(*web.Options){ShowFacts}, setOptions...)...)
	finals, err := j.DB.ContestByName(ctx, "finals")
	Must(t, err)
	checks, err := j.DB.Checks(ctx, finals.ID)
	Must(t, err)
	j.Check = checks[0]
	j.Pairs, _, err = j.DB.Pairs(ctx, j.Check.ID, check.Defaults().Filter())
	Must(t, err)
	users, err := j.DB.Users(ctx)
	Must(t, err)
	for _, u := range users {
		j.Users[u.Name] = u
	}
	return j
}

// SignInAs replaces the client by a client in which a member of the jury is signed in.
func (j *JurySite) SignInAs(name string) {
	j.Helper()
	j.Site = j.NewClient(j.T).SignIn(name)
}

// Person returns the ID and name of a member of the jury.
func (j *JurySite) Person(name string) review.Person {
	return review.Person{ID: j.Users[name].ID, Name: name}
}

// PairPath returns the address of the pair with this rank, with suffix at its end.
func (j *JurySite) PairPath(rank int, suffix string) string {
	return "/pairs/" + strconv.FormatInt(j.Pairs[rank-1].ID, 10) + suffix
}

// CaseOf reads the case of the pair with this rank from the database.
func (j *JurySite) CaseOf(rank int) review.Case {
	j.Helper()
	c, err := j.DB.Case(j.Context(), review.KeyOf(j.Check.ContestID, j.Pairs[rank-1]))
	Must(j.T, err)
	return c
}

// Follow checks that an answer redirects to an address, and gets that page.
func (j *JurySite) Follow(a Answer, want string) Answer {
	j.Helper()
	if got := a.Header.Get("Location"); a.Status != http.StatusSeeOther || got != want {
		j.Fatalf("status %d to %q, want 303 to %q\n%s", a.Status, got, want, a.Text())
	}
	return j.Page(want)
}

// archiveSearcher searches the archive of a site.
type archiveSearcher struct {
	*search.Finder
	inspector *inspect.Inspector
}

func (as archiveSearcher) Search(ctx context.Context, s access.Search, _ int) (contest.Findings, error) {
	return as.Finder.Search(ctx, s.Request(0))
}

func (as archiveSearcher) Open(ctx context.Context, s access.Search, found contest.Side, files []contest.File, masker *blind.Masker) (evidence.View, error) {
	return as.inspector.Found(ctx, s.Request(0), found, files, masker)
}

// NewSearchSite returns a JurySite that searches its own archive. Its Pairs begin with the first pair in C++. The result
// program is the left program of this pair.
func NewSearchSite(t *testing.T) (j *JurySite, program string) {
	t.Helper()
	p := check.Defaults()
	j = NewJurySite(t, func(o *web.Options) {
		db := o.Store.(*postgres.DB)
		o.Searcher = archiveSearcher{&search.Finder{Archive: db, ShingleLength: p.ShingleLength, MinMatch: p.MinMatch}, inspect.New(db)}
	})
	j.Pairs = j.Pairs[slices.IndexFunc(j.Pairs, func(p contest.Pair) bool { return p.Language == "c++" }):]
	files, err := j.DB.Files(t.Context(), j.Pairs[0].Left.SubmissionID)
	Must(t, err)
	return j, string(files[0].Content)
}
