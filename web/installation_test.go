package web

import (
	"context"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"github.com/alexedwards/scs/pgxstore"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/postgres"
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
	u, err := in.db.AddUser(context.Background(), name, hash, administrator)
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
		form.Set(pairs[i], pairs[i+1])
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

// contest imports a contest of a few submissions.
func (in *installation) contest(name string) int64 {
	in.Helper()
	var submissions []contest.Submission
	for _, who := range []string{"team one", "team two"} {
		path := "A/" + who + "/01-AC.cpp"
		submissions = append(submissions, contest.Submission{
			Problem: "A", Participant: who, Kind: contest.Official, Path: path, Language: "cpp", Attempt: 1,
			Files: []contest.File{{Path: path, Content: []byte("int main() { return 0; } // " + name + " " + who)}},
		})
	}
	id, err := in.db.Import(context.Background(), name, name+".zip", submissions, nil, nil)
	if err != nil {
		in.Fatal(err)
	}
	return id
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
