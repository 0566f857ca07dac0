package web

import (
	"context"
	"errors"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/alexedwards/scs/pgxstore"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/review"
)

// cheap keeps hashing quick in tests.
var cheap = account.Cost{Memory: 32, Passes: 1, Lanes: 1}

const somePassword = "correct horse battery"

// installation is a site on a real database.
type installation struct {
	*site
	db *postgres.DB
}

func newInstallation(t *testing.T, change ...func(*Options)) *installation {
	t.Helper()
	db, err := postgres.Open(t.Context(), pgtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	real := func(o *Options) {
		o.Store, o.PasswordCost = db, cheap
		o.Sessions = pgxstore.NewWithCleanupInterval(db.Pool(), 0)
	}
	return &installation{newSite(t, append([]func(*Options){real}, change...)...), db}
}

// as returns the same installation with another client, who has not signed in.
func (in *installation) as(t *testing.T) *installation {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	other := *in.site
	other.T = t
	other.client = &http.Client{Jar: jar, CheckRedirect: in.client.CheckRedirect}
	return &installation{&other, in.db}
}

// user adds an account with somePassword.
func (in *installation) user(name string, administrator bool) account.User {
	in.Helper()
	hash, err := account.HashPassword(somePassword, cheap)
	if err != nil {
		in.Fatal(err)
	}
	u, err := in.db.AddUser(context.Background(), review.CommandLine, name, hash, administrator)
	if err != nil {
		in.Fatal(err)
	}
	return u
}

// post sends a form, as a browser does.
func (in *installation) post(path string, pairs ...string) answer {
	in.Helper()
	form := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		form.Add(pairs[i], pairs[i+1])
	}
	return in.do("POST", path, form.Encode(), "Content-Type", "application/x-www-form-urlencoded", "Sec-Fetch-Site", "same-origin")
}

// signIn signs in with somePassword.
func (in *installation) signIn(name string) *installation {
	in.Helper()
	if a := in.post("/signin", "name", name, "password", somePassword); a.status != http.StatusSeeOther {
		in.Fatalf("sign-in of %q: status %d: %s", name, a.status, a.text())
	}
	return in
}

// cookie makes a session of a user, and returns its cookie.
func (in *installation) cookie(id int64) string {
	in.Helper()
	user, err := in.db.User(context.Background(), id)
	if err != nil {
		in.Fatal(err)
	}
	sessions := in.server.auth.sessions
	ctx, err := sessions.Load(context.Background(), "")
	if err != nil {
		in.Fatal(err)
	}
	if err := in.server.auth.begin(ctx, user, false); err != nil {
		in.Fatal(err)
	}
	token, _, err := sessions.Commit(ctx)
	if err != nil {
		in.Fatal(err)
	}
	return sessions.Cookie.Name + "=" + token
}

// token makes a token of a user.
func (in *installation) token(id int64, scope account.Scope) (token string, t account.Token) {
	in.Helper()
	token, hash := account.NewToken()
	t, err := in.db.AddToken(context.Background(), review.CommandLine, account.Token{
		UserID: id, Label: "for a test", Scope: scope, ExpiresAt: time.Date(2999, 1, 1, 0, 0, 0, 0, time.UTC),
	}, hash)
	if err != nil {
		in.Fatal(err)
	}
	return token, t
}

// member gives a user a role in a contest.
func (in *installation) member(contestID, userID int64, role account.Role) {
	in.Helper()
	if err := in.db.SetMember(context.Background(), review.CommandLine, contestID, userID, role); err != nil {
		in.Fatal(err)
	}
}

// checked is a contest of two participants with a complete check, which has a
// pair of them, and one of the second of them with each earlier submission.
type checked struct {
	contest, check int64
	pairs          []int64 // of the check
	submissions    []contest.Submission
}

func (in *installation) checked(name string, earlier ...contest.Submission) checked {
	in.Helper()
	ctx := context.Background()
	var c checked
	var ids, earlierIDs []int64
	for _, who := range []string{"team one", "team two"} {
		path := "A/" + who + "/01-AC.cpp"
		c.submissions = append(c.submissions, contest.Submission{
			Problem: "A", Participant: who + " of " + name, Kind: contest.Official, Path: path, Language: "cpp", Attempt: 1,
			Files: []contest.File{{Path: path, Content: []byte("int main() { return 0; } // " + name + " " + who)}},
		})
	}
	id, _, err := in.db.Import(ctx, review.CommandLine, "", name, name+".zip", c.submissions, nil, nil)
	if err != nil {
		in.Fatal(err)
	}
	for _, s := range c.submissions {
		ids = append(ids, s.ID)
	}
	pair := func(rank int, left, right contest.Submission) contest.Pair {
		return contest.Pair{
			Rank: rank, Problem: "A", Language: "c++", Scores: contest.Scores{Suspicion: 0.9, Similarity: 0.9, MaxSimilarity: 0.9},
			Left:  contest.Side{SubmissionID: left.ID, Participant: left.Participant, Path: left.Path, Language: "cpp", Attempt: 1},
			Right: contest.Side{SubmissionID: right.ID, Participant: right.Participant, Path: right.Path, Language: "cpp", Attempt: 1},
		}
	}
	pairs := []contest.Pair{pair(1, c.submissions[0], c.submissions[1])}
	pairs[0].Cluster = 1
	for i, s := range earlier {
		earlierIDs = append(earlierIDs, s.ID)
		pairs = append(pairs, pair(i+2, c.submissions[1], s))
	}
	run, err := in.db.BeginCheck(ctx, review.CommandLine, contest.Check{ContestID: id, Digest: name, Parameters: contest.Parameters{Threshold: 0.5}}, ids, nil)
	if err != nil {
		in.Fatal(err)
	}
	defer run.Close()
	summary := contest.Summary{Problems: 1, Participants: 2, Submissions: 2, PairsCompared: 1, PairsStored: len(pairs)}
	if err := errors.Join(run.SaveEarlier(ctx, "of "+name, earlierIDs), run.SavePairs(ctx, pairs), run.SaveClusters(ctx, []contest.Cluster{pairOf(ids[0], ids[1])}), run.Complete(ctx, summary, nil, nil)); err != nil {
		in.Fatal(err)
	}
	c.contest, c.check = id, run.ID()
	kept, _, err := in.db.Pairs(ctx, c.check, contest.PairFilter{})
	if err != nil {
		in.Fatal(err)
	}
	for _, p := range kept {
		c.pairs = append(c.pairs, p.ID)
	}
	return c
}

// signedInNow reports whether the client is signed in.
func (in *installation) signedInNow() bool {
	in.Helper()
	return in.do("GET", "/account", "").status == http.StatusOK
}

// leads asserts that an answer leads to an address that begins with the prefix.
func (a answer) leads(prefix string) {
	a.Helper()
	if to := a.header.Get("Location"); a.status != http.StatusSeeOther || !strings.HasPrefix(to, prefix) {
		a.Errorf("status %d to %q, want 303 to %s: %s", a.status, to, prefix, a.text())
	}
}

// pairOf is a cluster of two by their submissions.
func pairOf(left, right int64) contest.Cluster {
	member := func(id int64) contest.ClusterMember {
		return contest.ClusterMember{Pairs: 1, Earliest: contest.Side{SubmissionID: id}, Similar: contest.Side{SubmissionID: id}}
	}
	return contest.Cluster{Number: 1, Problem: "A", Language: "c++", Size: 2, Pairs: 1, Highest: 0.9, Cohesion: 1, WeakestPair: 1, BreakThreshold: 0.9, Bridges: []int{1},
		Members: []contest.ClusterMember{member(left), member(right)}}
}
