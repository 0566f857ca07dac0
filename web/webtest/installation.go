package webtest

import (
	"context"
	"errors"
	"fmt"
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
	"github.com/ojcheck/ojcheck/web"
)

// cheap keeps hashing quick in tests.
var cheap = account.Cost{Memory: 32, Passes: 1, Lanes: 1}

const SomePassword = "correct horse battery"

// Installation is a site on a real database.
type Installation struct {
	*Site
	DB         *postgres.DB
	Statements *StatementCounter
}

func NewInstallation(t *testing.T, change ...func(*web.Options)) *Installation {
	t.Helper()
	statements := &StatementCounter{}
	db, err := postgres.OpenTraced(t.Context(), pgtest.New(t), statements)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	real := func(o *web.Options) {
		o.Store, o.PasswordCost = db, cheap
		o.Sessions = pgxstore.NewWithCleanupInterval(db.Pool(), 0)
	}
	return &Installation{NewSite(t, append([]func(*web.Options){real}, change...)...), db, statements}
}

// As returns the same installation with another client, who has not signed in.
func (in *Installation) As(t *testing.T) *Installation {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	other := *in.Site
	other.T = t
	other.Client = &http.Client{Jar: jar, CheckRedirect: in.Client.CheckRedirect}
	return &Installation{&other, in.DB, in.Statements}
}

// User adds an account with somePassword.
func (in *Installation) User(name string, administrator bool) account.User {
	in.Helper()
	hash, err := account.HashPassword(SomePassword, cheap)
	if err != nil {
		in.Fatal(err)
	}
	u, err := in.DB.AddUser(context.Background(), review.CommandLine, name, hash, administrator)
	if err != nil {
		in.Fatal(err)
	}
	return u
}

// Post sends a form, as a browser does.
func (in *Installation) Post(path string, pairs ...string) Answer {
	in.Helper()
	form := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		form.Add(pairs[i], pairs[i+1])
	}
	return in.Do("POST", path, form.Encode(), "Content-Type", "application/x-www-form-urlencoded", "Sec-Fetch-Site", "same-origin")
}

// SignIn signs in with somePassword.
func (in *Installation) SignIn(name string) *Installation {
	in.Helper()
	if a := in.Post("/signin", "name", name, "password", SomePassword); a.Status != http.StatusSeeOther {
		in.Fatalf("sign-in of %q: status %d: %s", name, a.Status, a.Text())
	}
	return in
}

// Cookie makes a session of a user, and returns its cookie.
func (in *Installation) Cookie(id int64) string {
	in.Helper()
	user, err := in.DB.User(context.Background(), id)
	if err != nil {
		in.Fatal(err)
	}
	sessions := in.Server.Auth.Sessions
	ctx, err := sessions.Load(context.Background(), "")
	if err != nil {
		in.Fatal(err)
	}
	if err := in.Server.Auth.Begin(ctx, user, false); err != nil {
		in.Fatal(err)
	}
	token, _, err := sessions.Commit(ctx)
	if err != nil {
		in.Fatal(err)
	}
	return sessions.Cookie.Name + "=" + token
}

// Token makes a token of a user.
func (in *Installation) Token(id int64, scope account.Scope) (token string, t account.Token) {
	in.Helper()
	token, hash := account.NewToken()
	t, err := in.DB.AddToken(context.Background(), review.CommandLine, account.Token{
		UserID: id, Label: "for a test", Scope: scope, ExpiresAt: time.Date(2999, 1, 1, 0, 0, 0, 0, time.UTC),
	}, hash)
	if err != nil {
		in.Fatal(err)
	}
	return token, t
}

// Member gives a user a role in a contest.
func (in *Installation) Member(contestID, userID int64, role account.Role) {
	in.Helper()
	if err := in.DB.SetMember(context.Background(), review.CommandLine, contestID, userID, role); err != nil {
		in.Fatal(err)
	}
}

// Checked is a contest of two participants with a complete check, which has a
// pair of them, and one of the second of them with each earlier submission.
type Checked struct {
	Contest, Check int64
	Pairs          []int64 // of the check
	Submissions    []contest.Submission
}

func (in *Installation) Checked(name string, earlier ...contest.Submission) Checked {
	in.Helper()
	ctx := context.Background()
	var c Checked
	var ids, earlierIDs []int64
	for _, who := range []string{"team one", "team two"} {
		path := "A/" + who + "/01-AC.cpp"
		c.Submissions = append(c.Submissions, contest.Submission{
			Problem: "A", Participant: who + " of " + name, Kind: contest.Official, Path: path, Language: "cpp", Attempt: 1,
			Files: []contest.File{{Path: path, Content: []byte("int main() { return 0; } // " + name + " " + who)}},
		})
	}
	id, _, err := in.DB.Import(ctx, review.CommandLine, "", name, name+".zip", c.Submissions, nil, nil)
	if err != nil {
		in.Fatal(err)
	}
	for _, s := range c.Submissions {
		ids = append(ids, s.ID)
	}
	pair := func(rank int, left, right contest.Submission) contest.Pair {
		return contest.Pair{
			Rank: rank, Problem: "A", Language: "c++", Scores: contest.Scores{Suspicion: 0.9, Similarity: 0.9, MaxSimilarity: 0.9},
			Left:  contest.Side{SubmissionID: left.ID, Participant: left.Participant, Path: left.Path, Language: "cpp", Attempt: 1},
			Right: contest.Side{SubmissionID: right.ID, Participant: right.Participant, Path: right.Path, Language: "cpp", Attempt: 1},
		}
	}
	pairs := []contest.Pair{pair(1, c.Submissions[0], c.Submissions[1])}
	pairs[0].Cluster = 1
	for i, s := range earlier {
		earlierIDs = append(earlierIDs, s.ID)
		pairs = append(pairs, pair(i+2, c.Submissions[1], s))
	}
	run, err := in.DB.BeginCheck(ctx, review.CommandLine, contest.Check{ContestID: id, Digest: name, Parameters: contest.Parameters{Threshold: 0.5}}, ids, nil)
	if err != nil {
		in.Fatal(err)
	}
	defer run.Close()
	summary := contest.Summary{Problems: 1, Participants: 2, Submissions: 2, PairsCompared: 1, PairsStored: len(pairs)}
	if err := errors.Join(run.SaveEarlier(ctx, "of "+name, earlierIDs), run.SavePairs(ctx, pairs), run.SaveClusters(ctx, []contest.Cluster{pairOf(ids[0], ids[1])}), run.Complete(ctx, summary, nil, nil)); err != nil {
		in.Fatal(err)
	}
	c.Contest, c.Check = id, run.ID()
	kept, _, err := in.DB.Pairs(ctx, c.Check, contest.PairFilter{})
	if err != nil {
		in.Fatal(err)
	}
	for _, p := range kept {
		c.Pairs = append(c.Pairs, p.ID)
	}
	return c
}

// SignedInNow reports whether the client is signed in.
func (in *Installation) SignedInNow() bool {
	in.Helper()
	return in.Do("GET", "/account", "").Status == http.StatusOK
}

// Leads asserts that an answer leads to an address that begins with the prefix.
func (a Answer) Leads(prefix string) {
	a.Helper()
	if to := a.Header.Get("Location"); a.Status != http.StatusSeeOther || !strings.HasPrefix(to, prefix) {
		a.Errorf("status %d to %q, want 303 to %s: %s", a.Status, to, prefix, a.Text())
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

// CheckedBlind is a contest of three people with a check, which has all that may
// name them: pairs, a private template, a skipped file, facts, a note, and an
// earlier contest in which one of them took part under the same name.
func (in *Installation) CheckedBlind() (contestID, checkID int64, pairs []contest.Pair) {
	in.Helper()
	ctx := context.Background()
	people := []string{"Ada Lovelace", "Grace Hopper", "Emmy Noether"}
	handed := func(where string, people ...string) []contest.Submission {
		var list []contest.Submission
		for i, who := range people {
			path := fmt.Sprintf("A/%s/%s.cpp", who, strings.ToLower(strings.Fields(who)[1]))
			list = append(list, contest.Submission{
				Problem: "A", Participant: who, Kind: contest.Official, Path: path, Language: "cpp", Verdict: "AC", Attempt: i + 1,
				Files: []contest.File{{Path: path, Content: []byte("int main() { return 0; } // " + where + who)}},
			})
		}
		return list
	}
	earlier := handed("spring ", people[0])
	if _, _, err := in.DB.Import(ctx, review.CommandLine, "", "Spring", "spring.zip", earlier, nil, nil); err != nil {
		in.Fatal(err)
	}
	submissions := handed("", people...)
	skipped := []contest.SkippedItem{{Path: "A/Grace Hopper/hopper.exe", Reason: "A/Grace Hopper/hopper.exe of Grace Hopper is binary"}}
	contestID, _, err := in.DB.Import(ctx, review.CommandLine, "", "Autumn", "autumn.zip", submissions, skipped, nil)
	if err != nil {
		in.Fatal(err)
	}
	if _, err := in.DB.Pool().Exec(ctx, "UPDATE participants SET affiliation = 'Analytical Society', site = 'Nantes', address = '10.1.2.3', seat = 'row-7' WHERE contest_id = $1", contestID); err != nil {
		in.Fatal(err)
	}
	var ids []int64
	for _, s := range submissions {
		ids = append(ids, s.ID)
	}
	run, err := in.DB.BeginCheck(ctx, review.CommandLine, contest.Check{ContestID: contestID, Digest: "autumn", Parameters: contest.Parameters{Threshold: 0.5, Verdicts: "judged", Participants: "official", Templates: true}}, ids, nil)
	if err != nil {
		in.Fatal(err)
	}
	defer run.Close()
	pair := func(rank int, left, right contest.Submission, suspicion float64) contest.Pair {
		return contest.Pair{Rank: rank, Problem: "A", Language: "c++", Scores: contest.Scores{Suspicion: suspicion, Similarity: 0.9, MaxSimilarity: 0.9},
			Left: contest.Side{SubmissionID: left.ID}, Right: contest.Side{SubmissionID: right.ID}}
	}
	summary := contest.Summary{
		Problems: 1, Participants: 3, Submissions: 3, PairsCompared: 3, PairsStored: 3, Skipped: 1,
		PrivateCount: 1, PrivateTemplates: []contest.PrivateTemplate{{Left: people[0], Right: people[1], Tokens: 99}},
		Incomplete: []string{"the archive of Emmy Noether is cut off"},
		Earlier:    &contest.EarlierSummary{Contests: 1, Submissions: 1, Pairs: 1},
	}
	err = errors.Join(run.SaveEarlier(ctx, "with spring", []int64{earlier[0].ID}),
		run.SavePairs(ctx, []contest.Pair{pair(1, submissions[0], submissions[1], 0.95), pair(2, submissions[1], submissions[2], 0.7), pair(3, submissions[2], earlier[0], 0.6)}),
		run.Complete(ctx, summary, nil, skipped))
	if err != nil {
		in.Fatal(err)
	}
	if pairs, _, err = in.DB.Pairs(ctx, run.ID(), contest.PairFilter{}); err != nil {
		in.Fatal(err)
	}
	return contestID, run.ID(), pairs
}

// Alerted adds an alert, as a watch does.
func (in *Installation) Alerted(contestID int64, left, right contest.Submission, suspicion float64) contest.Alert {
	in.Helper()
	added, err := in.DB.AddAlerts(context.Background(), contestID, []contest.Alert{{
		At: AlertedAt, Problem: left.Problem, Suspicion: suspicion,
		Left: contest.Side{SubmissionID: left.ID}, Right: contest.Side{SubmissionID: right.ID},
	}})
	if err != nil || len(added) != 1 {
		in.Fatalf("added %d alerts, %v", len(added), err)
	}
	return added[0]
}

// Watched stores how far a contest is followed.
func (in *Installation) Watched(w contest.Watch) {
	in.Helper()
	if err := in.DB.SaveWatch(context.Background(), w); err != nil {
		in.Fatal(err)
	}
}

func Following(contestID int64) contest.Watch {
	return contest.Watch{ContestID: contestID, URL: "https://jury:secret@judge.example/api", SystemID: "wf-2026", State: contest.WatchFollowing,
		StartedAt: AlertedAt.Add(-time.Hour), LastEventAt: AlertedAt, Submissions: 1234, Judged: 1200, Compared: 1150, Pending: 3}
}

// Uncovered shows all names of a contest.
func (in *Installation) Uncovered(contestID int64) {
	in.Helper()
	if err := in.DB.SetBlind(context.Background(), review.CommandLine, contestID, false); err != nil {
		in.Fatal(err)
	}
}

// Told stores what a judge system tells of a contest, whose submissions are
// called so there.
func (in *Installation) Told(c Checked, about contest.About, ids ...string) {
	in.Helper()
	again := make([]contest.Submission, len(c.Submissions))
	copy(again, c.Submissions)
	for i, id := range ids {
		again[i].SystemID, again[i].LanguageVersion = id, "GNU C++17"
		again[i].Judgements = []contest.Judgement{{Verdict: "WA", At: AlertedAt}, {Verdict: "AC", Solved: true, At: AlertedAt.Add(time.Hour), Current: true}}
	}
	stored, err := in.DB.Contest(in.Context(), c.Contest)
	if err == nil {
		_, _, err = in.DB.Import(in.Context(), review.CommandLine, "", stored.Name, "told", again, nil, nil)
	}
	if err == nil {
		err = in.DB.SaveAbout(in.Context(), c.Contest, about)
	}
	if err != nil {
		in.Fatal(err)
	}
}

// AlertedAt is when the alerts of Installation.Alerted came.
var AlertedAt = time.Date(2026, 3, 1, 10, 20, 30, 0, time.UTC)
