package web_test

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// Beside the roles in a contest, from which a page may be open.
const (
	anybody  account.Role = "anybody"
	everyone account.Role = "everyone who has signed in"
)

// rights says who may use a route.
type rights struct {
	pattern string
	// path is an address of it: {contest}, {check}, {pair} and {submission} stand for the IDs
	// of what belongs to a contest, {user}, {token} and {upload} for those of
	// somebody else's.
	path string
	from account.Role // and all greater ones
	form string       // what is sent, by POST
	ok   []int        // what those may be answered who may
	// people says that tokens are refused, hidden that those who may not are
	// told that there is nothing, rather than that it is not for them.
	people, hidden bool
	reads          bool // a token to read will do, though it is no GET
}

var (
	fine  = []int{http.StatusOK}
	done  = []int{http.StatusSeeOther}
	wrong = []int{http.StatusBadRequest, http.StatusUnprocessableEntity} // what was sent is not enough
)

// rightsOf lists all routes. They are called with each role, so a route that
// deletes or ends something must be sent something that it refuses as wrong, or
// be about something that no other row needs.
var rightsOf = []rights{
	{pattern: "GET /signin", path: "/signin", from: anybody, ok: []int{http.StatusOK, http.StatusSeeOther}, people: true},
	{pattern: "POST /signin", path: "/signin", from: anybody, ok: []int{http.StatusUnauthorized}, people: true},
	{pattern: "POST /signout", path: "/signout", from: everyone, ok: done, people: true},

	{pattern: "GET /account", path: "/account", from: everyone, ok: fine, people: true},
	{pattern: "POST /account/name", path: "/account/name", from: everyone, ok: wrong, people: true},
	{pattern: "POST /account/password", path: "/account/password", from: everyone, ok: wrong, people: true},
	{pattern: "POST /account/signout", path: "/account/signout", from: everyone, ok: done, people: true},
	{pattern: "POST /account/tokens", path: "/account/tokens", from: everyone, ok: wrong, people: true},
	{pattern: "POST /account/tokens/{id}/revoke", path: "/account/tokens/{token}/revoke", from: everyone, ok: []int{http.StatusNotFound}, people: true},

	{pattern: "GET /accounts", path: "/accounts", from: account.Administrator, ok: fine, people: true},
	{pattern: "POST /accounts", path: "/accounts", from: account.Administrator, ok: wrong, people: true},
	{pattern: "POST /accounts/{id}/disabled", path: "/accounts/{user}/disabled", form: "disabled=true", from: account.Administrator, ok: done, people: true},
	{pattern: "POST /accounts/{id}/password", path: "/accounts/{user}/password", from: account.Administrator, ok: wrong, people: true},

	{pattern: "GET /{$}", path: "/", from: everyone, ok: fine},
	{pattern: "GET /contests/{id}", path: "/contests/{contest}", from: account.Viewer, ok: fine},
	{pattern: "GET /contests/new", path: "/contests/new", from: account.Administrator, ok: fine},
	{pattern: "GET /contests/{id}/checks", path: "/contests/{contest}/checks", from: account.Chief, ok: fine},
	{pattern: "POST /contests/{id}/checks", path: "/contests/{contest}/checks", form: "verdicts=none", from: account.Chief, ok: wrong},
	{pattern: "GET /contests/{id}/settings", path: "/contests/{contest}/settings", from: account.Chief, ok: fine, people: true},
	{pattern: "POST /contests/{id}/settings", path: "/contests/{contest}/settings", from: account.Chief, ok: wrong, people: true},
	{pattern: "POST /contests/{id}/delete", path: "/contests/{contest}/delete", form: "name=another", from: account.Administrator, ok: wrong, people: true},
	{pattern: "GET /contests/{id}/live", path: "/contests/{contest}/live", from: account.Viewer, ok: fine},
	{pattern: "GET /contests/{id}/live/events", path: "/contests/{contest}/live/events", from: account.Viewer, ok: fine},
	{pattern: "GET /contests/{id}/alerts/{alert}", path: "/contests/{contest}/alerts/{alert}", from: account.Viewer, ok: fine},
	{pattern: "GET /contests/{id}/log", path: "/contests/{contest}/log", from: account.Chief, ok: fine},
	{pattern: "GET /log", path: "/log", from: account.Administrator, ok: fine},
	{pattern: "GET /contests/{id}/participants/{number}", path: "/contests/{contest}/participants/1", from: account.Viewer, ok: fine},
	{pattern: "POST /contests/{id}/participants/{number}/uncover", path: "/contests/{contest}/participants/1/uncover", from: account.Chief, ok: done, people: true},
	{pattern: "POST /contests/{id}/participants/{number}/cover", path: "/contests/{contest}/participants/1/cover", from: account.Chief, ok: done, people: true},
	{pattern: "GET /contests/{id}/members", path: "/contests/{contest}/members", from: account.Chief, ok: fine, people: true},
	{pattern: "POST /contests/{id}/members", path: "/contests/{contest}/members", from: account.Chief, ok: wrong, people: true},

	{pattern: "GET /search", path: "/search", from: everyone, ok: fine},
	{pattern: "POST /search", path: "/search", from: everyone, ok: wrong, reads: true},
	{pattern: "POST /search/compare", path: "/search/compare", from: everyone, ok: wrong, reads: true},

	{pattern: "GET /checks/{id}/pairs.jplag.csv", path: "/checks/{check}/pairs.jplag.csv", from: account.Viewer, ok: fine},
	{pattern: "GET /checks/{id}/pairs.dolos.csv", path: "/checks/{check}/pairs.dolos.csv", from: account.Viewer, ok: fine},
	{pattern: "GET /checks/{id}/clusters/{number}/bundle.html", path: "/checks/{check}/clusters/1/bundle.html", from: account.Viewer, ok: []int{http.StatusOK, http.StatusNotFound}}, // there may be no cluster
	{pattern: "GET /pairs/{id}/bundle.html", path: "/pairs/{pair}/bundle.html?redact=left", from: account.Viewer, ok: fine},
	{pattern: "GET /contests/{id}/bundle.html", path: "/contests/{contest}/bundle.html?pairs=threshold", from: account.Viewer, ok: fine},
	{pattern: "GET /contests/{id}/decisions.csv", path: "/contests/{contest}/decisions.csv", from: account.Viewer, ok: fine},
	{pattern: "GET /contests/{id}/decisions.json", path: "/contests/{contest}/decisions.json", from: account.Viewer, ok: fine},

	{pattern: "POST /uploads", path: "/uploads", from: account.Chief, ok: wrong},
	{pattern: "GET /uploads/{job}", path: "/uploads/{upload}", from: account.Administrator, ok: done, hidden: true},
	{pattern: "GET /uploads/{job}/events", path: "/uploads/{upload}/events", from: account.Administrator, ok: fine, hidden: true},
	{pattern: "POST /uploads/{job}/cancel", path: "/uploads/{upload}/cancel", from: account.Administrator, ok: done, hidden: true},

	{pattern: "GET /checks/{id}", path: "/checks/{check}", from: account.Viewer, ok: fine},
	{pattern: "GET /checks/{id}/clusters", path: "/checks/{check}/clusters", from: account.Viewer, ok: fine},
	{pattern: "GET /checks/{id}/clusters/{number}", path: "/checks/{check}/clusters/1", from: account.Viewer, ok: fine},
	{pattern: "POST /checks/{id}/clusters/{number}/decide", path: "/checks/{check}/clusters/1/decide", from: account.Reviewer, ok: wrong},
	{pattern: "POST /checks/{id}/assign", path: "/checks/{check}/assign", from: account.Reviewer, ok: wrong},
	{pattern: "GET /checks/{id}/skipped", path: "/checks/{check}/skipped", from: account.Viewer, ok: fine},
	{pattern: "GET /checks/{id}/pairs.csv", path: "/checks/{check}/pairs.csv", from: account.Viewer, ok: fine},
	{pattern: "GET /checks/{id}/pairs.json", path: "/checks/{check}/pairs.json", from: account.Viewer, ok: fine},
	{pattern: "GET /checks/{id}/pairs.html", path: "/checks/{check}/pairs.html", from: account.Viewer, ok: fine},
	{pattern: "GET /pairs/{id}", path: "/pairs/{pair}", from: account.Viewer, ok: fine},
	{pattern: "POST /pairs/{id}/decide", path: "/pairs/{pair}/decide", from: account.Reviewer, ok: wrong},
	{pattern: "POST /pairs/{id}/withdraw", path: "/pairs/{pair}/withdraw", from: account.Reviewer, ok: done},
	{pattern: "POST /pairs/{id}/undo", path: "/pairs/{pair}/undo", from: account.Reviewer, ok: done},
	{pattern: "POST /pairs/{id}/assign", path: "/pairs/{pair}/assign", from: account.Reviewer, ok: wrong},
	{pattern: "POST /pairs/{id}/uncover", path: "/pairs/{pair}/uncover", from: account.Chief, ok: wrong},

	{pattern: "GET /submissions/{id}", path: "/submissions/{submission}", from: account.Viewer, ok: fine},

	{pattern: "GET /api/v1/openapi.json", path: "/api/v1/openapi.json", from: anybody, ok: fine},
	{pattern: "GET /api/v1/openapi.yaml", path: "/api/v1/openapi.yaml", from: anybody, ok: fine},
	{pattern: "GET /api/v1/contests", path: "/api/v1/contests", from: everyone, ok: fine},
	{pattern: "GET /api/v1/contests/{id}", path: "/api/v1/contests/{contest}", from: account.Viewer, ok: fine},
	{pattern: "GET /api/v1/contests/{id}/checks", path: "/api/v1/contests/{contest}/checks", from: account.Viewer, ok: fine},
	{pattern: "POST /api/v1/contests/{id}/checks", path: "/api/v1/contests/{contest}/checks", form: "{", from: account.Chief, ok: []int{http.StatusUnsupportedMediaType}},
	{pattern: "POST /api/v1/imports", path: "/api/v1/imports", from: account.Chief, ok: []int{http.StatusUnsupportedMediaType}},
	{pattern: "POST /api/v1/checks", path: "/api/v1/checks", from: account.Chief, ok: []int{http.StatusUnsupportedMediaType}},
	{pattern: "GET /api/v1/checks/{id}", path: "/api/v1/checks/{check}", from: account.Viewer, ok: fine},
	{pattern: "GET /api/v1/checks/{id}/skipped", path: "/api/v1/checks/{check}/skipped", from: account.Viewer, ok: fine},
	{pattern: "GET /api/v1/checks/{id}/export", path: "/api/v1/checks/{check}/export?format=table", from: account.Viewer, ok: fine},
	{pattern: "GET /api/v1/checks/{id}/pairs", path: "/api/v1/checks/{check}/pairs", from: account.Viewer, ok: fine},
	{pattern: "GET /api/v1/checks/{id}/clusters", path: "/api/v1/checks/{check}/clusters", from: account.Viewer, ok: fine},
	{pattern: "GET /api/v1/checks/{id}/clusters/{number}", path: "/api/v1/checks/{check}/clusters/1", from: account.Viewer, ok: fine},
	{pattern: "GET /api/v1/checks/{id}/clusters/{number}/bundle", path: "/api/v1/checks/{check}/clusters/1/bundle", from: account.Viewer, ok: fine},
	{pattern: "GET /api/v1/pairs/{id}", path: "/api/v1/pairs/{pair}?source=true", from: account.Viewer, ok: fine},
	{pattern: "GET /api/v1/pairs/{id}/bundle", path: "/api/v1/pairs/{pair}/bundle", from: account.Viewer, ok: fine},
	{pattern: "GET /api/v1/pairs/{id}/case", path: "/api/v1/pairs/{pair}/case", from: account.Viewer, ok: fine},
	{pattern: "PUT /api/v1/pairs/{id}/decision", path: "/api/v1/pairs/{pair}/decision", form: "{", from: account.Reviewer, ok: []int{http.StatusUnsupportedMediaType}},
	{pattern: "DELETE /api/v1/pairs/{id}/decision", path: "/api/v1/pairs/{pair}/decision", from: account.Reviewer, ok: fine},
	{pattern: "GET /api/v1/contests/{id}/submissions", path: "/api/v1/contests/{contest}/submissions", from: account.Viewer, ok: fine},
	{pattern: "POST /api/v1/contests/{id}/submissions", path: "/api/v1/contests/{contest}/submissions", form: "{", from: account.Chief, ok: []int{http.StatusUnsupportedMediaType}},
	{pattern: "GET /api/v1/contests/{id}/decisions", path: "/api/v1/contests/{contest}/decisions?format=csv", from: account.Viewer, ok: fine},
	{pattern: "GET /api/v1/contests/{id}/bundle", path: "/api/v1/contests/{contest}/bundle?pairs=threshold", from: account.Viewer, ok: fine},
	{pattern: "GET /api/v1/submissions/{id}", path: "/api/v1/submissions/{submission}", from: account.Viewer, ok: fine},
	{pattern: "POST /api/v1/search", path: "/api/v1/search", form: "{", from: everyone, ok: []int{http.StatusUnsupportedMediaType}, reads: true},
	{pattern: "GET /api/v1/contests/{id}/alerts", path: "/api/v1/contests/{contest}/alerts?after=0", from: account.Viewer, ok: fine},
	{pattern: "GET /api/v1/contests/{id}/watch", path: "/api/v1/contests/{contest}/watch", from: account.Viewer, ok: []int{http.StatusNotFound}}, // it was never followed
	{pattern: "GET /api/v1/jobs", path: "/api/v1/jobs", from: everyone, ok: fine},
	{pattern: "GET /api/v1/jobs/{job}", path: "/api/v1/jobs/{upload}", from: account.Administrator, ok: fine, hidden: true},
	{pattern: "POST /api/v1/jobs/{job}/cancel", path: "/api/v1/jobs/{upload}/cancel", from: account.Administrator, ok: []int{http.StatusAccepted}, hidden: true},
	{pattern: "/api/", path: "/api/nowhere", from: everyone, ok: []int{http.StatusNotFound}},

	{pattern: "/", path: "/nowhere", from: everyone, ok: []int{http.StatusNotFound}},
}

// actor is somebody who asks.
type actor struct {
	name  string
	id    int64        // of the user; 0 for nobody
	role  account.Role // in the contest of their own
	token string       // sent in place of a session
	scope account.Scope
	out   bool // is to be treated as nobody
}

// rank orders roles, and what is open to more than them.
func rank(role account.Role) int {
	return slices.Index([]account.Role{anybody, everyone, account.Viewer, account.Reviewer, account.Chief, account.Administrator}, role)
}

// want returns the statuses that an actor may get for a row, where what it is
// about belongs to the contest of their own, or else to another one.
func (a actor) want(row rights, own bool) []int {
	method, _, _ := strings.Cut(row.pattern, " ")
	role := a.role
	if !own && role != account.Administrator {
		role = everyone
	}
	inContest := strings.Contains(row.path, "{contest}") || strings.Contains(row.path, "{check}") || strings.Contains(row.path, "{pair}") || strings.Contains(row.path, "{submission}")
	switch {
	case a.token != "" && row.people, a.scope == account.ReadScope && !row.reads && slices.Contains([]string{"POST", "PUT", "DELETE"}, method):
		return []int{http.StatusForbidden}
	case row.from == anybody:
		return row.ok
	case a.out:
		return []int{http.StatusUnauthorized}
	case rank(role) >= rank(row.from):
		return row.ok
	case row.hidden, inContest && rank(role) < rank(account.Viewer):
		return []int{http.StatusNotFound}
	}
	return []int{http.StatusForbidden}
}

// TestRoles walks every route with every role, on a real database.
func TestRoles(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes many seconds")
	}
	t.Parallel()
	in := webtest.NewInstallation(t)
	own, foreign := in.Checked("own"), in.Checked("foreign")
	actors := []actor{{name: "nobody", out: true}}
	add := func(name string, role account.Role) int64 {
		u := in.User(name, role == account.Administrator)
		actors = append(actors, actor{name: name, id: u.ID, role: role})
		if slices.Contains(account.Roles(), role) {
			in.Member(own.Contest, u.ID, role)
		}
		return u.ID
	}
	administrator := add("administrator", account.Administrator)
	stranger := add("stranger", everyone)
	in.Member(foreign.Contest, stranger, account.Viewer) // who is not without any contest
	add("viewer", account.Viewer)
	add("reviewer", account.Reviewer)
	add("chief judge", account.Chief)
	scripted := in.User("chief judge with tokens", false) // who never signs out, which would revoke them
	in.Member(own.Contest, scripted.ID, account.Chief)
	for _, scope := range []account.Scope{account.ReadScope, account.WriteScope} {
		token, _ := in.Token(scripted.ID, scope)
		actors = append(actors, actor{name: "chief judge's token to " + string(scope), role: account.Chief, token: token, scope: scope})
	}
	disabled := add("disabled chief judge", account.Chief)
	actors[len(actors)-1].out = true
	if _, err := in.DB.SetDisabled(t.Context(), review.CommandLine, disabled, true); err != nil {
		t.Fatal(err)
	}

	spare := in.User("spare", false)
	_, spareToken := in.Token(spare.ID, account.ReadScope)
	upload, err := in.Server.Jobs.Start(jobs.Upload{}, review.Person{ID: administrator}, 0, func() {})
	if err != nil {
		t.Fatal(err)
	}
	in.Server.Jobs.Wait()
	alerts := map[int64]int64{own.Contest: in.Alerted(own.Contest, own.Submissions[0], own.Submissions[1], 0.75).ID,
		foreign.Contest: in.Alerted(foreign.Contest, foreign.Submissions[0], foreign.Submissions[1], 0.75).ID}
	fill := func(path string, of webtest.Checked) string {
		id := func(n int64) string { return strconv.FormatInt(n, 10) }
		return strings.NewReplacer("{contest}", id(of.Contest), "{check}", id(of.Check), "{pair}", id(of.Pairs[0]), "{submission}", id(of.Submissions[0].ID),
			"{alert}", id(alerts[of.Contest]),
			"{user}", id(spare.ID), "{token}", id(spareToken.ID), "{upload}", upload).Replace(path)
	}

	listed := make(map[string]bool)
	for _, row := range rightsOf {
		if listed[row.pattern] = true; !slices.ContainsFunc(in.Server.Routes(), func(r auth.Route) bool { return r.Pattern == row.pattern }) {
			t.Errorf("there is no route %q: take its row out of rightsOf in roles_test.go", row.pattern)
		}
		method, _, ok := strings.Cut(row.pattern, " ")
		if !ok {
			method = "GET"
		}
		for _, a := range actors {
			for _, of := range []webtest.Checked{own, foreign} {
				if of.Contest == foreign.Contest && (a.name == "stranger" || fill(row.path, own) == fill(row.path, foreign)) {
					continue
				}
				path := fill(row.path, of)
				headers := []string{"Content-Type", "application/x-www-form-urlencoded", "Sec-Fetch-Site", "same-origin"}
				switch {
				case a.token != "":
					headers = append(headers, "Authorization", "Bearer "+a.token)
				case a.id != 0:
					headers = append(headers, "Cookie", in.Cookie(a.id))
				}
				answer := in.As(t).Do(method, path, row.form, headers...)
				if want := a.want(row, of.Contest == own.Contest); !slices.Contains(want, answer.Status) {
					t.Errorf("%s by %s: status %d, want %v: %.300s", method+" "+path, a.name, answer.Status, want, answer.Text())
				}
				if a.token != "" && answer.Header.Get("Set-Cookie") != "" {
					t.Errorf("%s by %s makes a session", method+" "+path, a.name)
				}
				if answer.Status >= 400 && answer.Status != http.StatusUnprocessableEntity && strings.Contains(answer.Body, of.Submissions[0].Participant) {
					t.Errorf("%s by %s: refused, and yet it names a participant", method+" "+path, a.name)
				}
			}
		}
	}
	for _, r := range in.Server.Routes() {
		if !listed[r.Pattern] {
			t.Errorf("nobody has said who may use the route %q: add a row to rightsOf in roles_test.go, with an address of it and the least role that may", r.Pattern)
		}
	}
}

// What belongs to a contest that is not theirs is to its guesser as if it were
// not there.
func TestForeignContestsAreNotThere(t *testing.T) {
	t.Parallel()
	in := webtest.NewInstallation(t)
	foreign := in.Checked("foreign")
	own := in.Checked("own", foreign.Submissions...)
	anna := in.User("anna", false)
	in.Member(own.Contest, anna.ID, account.Chief)
	in.SignIn("anna")

	for _, row := range rightsOf {
		for placeholder, id := range map[string]int64{"{contest}": foreign.Contest, "{check}": foreign.Check, "{pair}": foreign.Pairs[0], "{submission}": foreign.Submissions[0].ID} {
			if !strings.Contains(row.path, placeholder) {
				continue
			}
			method, _, _ := strings.Cut(row.pattern, " ")
			there := in.Do(method, strings.ReplaceAll(row.path, placeholder, strconv.FormatInt(id, 10)), "")
			missing := in.Do(method, strings.ReplaceAll(row.path, placeholder, "999999999"), "")
			if there.Status != http.StatusNotFound || there.Body != missing.Body {
				t.Errorf("%s: status %d, and another answer than where there is nothing:\n%s\n%s", row.pattern, there.Status, there.Text(), missing.Text())
			}
		}
	}
	// Pairs of their own check, with a program of the foreign contest.
	for _, id := range own.Pairs[1:] {
		if a := in.Do("GET", "/pairs/"+strconv.FormatInt(id, 10), ""); a.Status != http.StatusNotFound {
			t.Errorf("a pair with a program of the foreign contest: status %d", a.Status)
		}
	}
	for _, path := range []string{"/", "/contests/", "/checks/", "/checks/#/pairs.csv", "/checks/#/pairs.json", "/checks/#/pairs.html"} {
		switch {
		case path == "/contests/":
			path += strconv.FormatInt(own.Contest, 10)
		case strings.Contains(path, "#"):
			path = strings.Replace(path, "#", strconv.FormatInt(own.Check, 10), 1)
		case path != "/":
			path += strconv.FormatInt(own.Check, 10)
		}
		if a := in.Page(path); strings.Contains(a.Body, "foreign") {
			t.Errorf("%s tells of the foreign contest:\n%s", path, a.Text())
		}
	}
	// Once they may, they do.
	in.Member(foreign.Contest, anna.ID, account.Viewer)
	for _, id := range own.Pairs {
		in.Page("/pairs/" + strconv.FormatInt(id, 10))
	}
	webtest.Mention(t, in.Page("/").Text(), "foreign", "own")
}

// A chief judge uploads to their own contests, and begins none.
func TestUploadIsForOwnContests(t *testing.T) {
	t.Parallel()
	in := webtest.NewInstallation(t)
	own, foreign := in.Checked("own"), in.Checked("foreign")
	anna := in.User("anna", false)
	in.Member(own.Contest, anna.ID, account.Chief)
	in.Member(foreign.Contest, anna.ID, account.Reviewer)
	in.User("boss", true)
	upload := func(c *webtest.Installation, name string) webtest.Answer {
		body := "--x\r\nContent-Disposition: form-data; name=\"contest\"\r\n\r\n" + name +
			"\r\n--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.zip\"\r\n\r\nzip\r\n--x--\r\n"
		return c.Do("POST", "/uploads", body, "Content-Type", "multipart/form-data; boundary=x", "Sec-Fetch-Site", "same-origin")
	}
	in.SignIn("anna")
	boss := in.As(t).SignIn("boss")
	upload(in, "own").Leads("/uploads/")
	for _, name := range []string{"foreign", "new"} {
		if a := upload(in, name); a.Status != http.StatusForbidden {
			t.Errorf("%s: status %d", name, a.Status)
		}
		upload(boss, name).Leads("/uploads/")
	}
	in.Server.Jobs.Wait()
	var seen []string
	for _, u := range in.Checker.Uploads() {
		seen = append(seen, u.Contest)
	}
	slices.Sort(seen)
	if want := []string{"foreign", "new", "own"}; !slices.Equal(seen, want) {
		t.Errorf("checked are %q, want %q", seen, want)
	}
}
