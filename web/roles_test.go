package web_test

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/request"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// anybody and signedIn take the place of a role for routes that need no role in a contest.
const (
	anybody  account.Role = "anybody"
	signedIn account.Role = "anybody who has signed in"
)

// rights says who may use a route.
type rights struct {
	pattern string
	// path is an address of the route. {contest}, {check}, {pair}, {submission} and {alert} are the IDs of a contest and
	// of its parts; {user}, {token} and {upload} are the IDs of another user, their token and their upload; {link} is the
	// secret of a link to the pair for an outsider.
	path     string
	from     account.Role // the lowest role that may use the route
	form     string       // body of a POST
	ok       []int        // statuses for users who may use the route
	noTokens bool         // tokens are refused
	hidden   bool         // users who may not use the route get 404 instead of 403
	readOnly bool         // read scope is enough, although the method is not GET
}

var (
	okPage   = []int{http.StatusOK}
	redirect = []int{http.StatusSeeOther}
	invalid  = []int{http.StatusBadRequest, http.StatusUnprocessableEntity} // the form is incomplete
)

// rightsOf lists all routes. The test calls them with each role. So a route that deletes or ends something must get an
// invalid form, or an object that no other row needs.
var rightsOf = []rights{
	{pattern: "GET /signin", path: "/signin", from: anybody, ok: []int{http.StatusOK, http.StatusSeeOther}, noTokens: true},
	{pattern: "GET /signin/code", path: "/signin/code", from: anybody, ok: redirect, noTokens: true}, // nobody has given a password
	{pattern: "POST /signin/code", path: "/signin/code", from: anybody, ok: []int{http.StatusBadRequest}, noTokens: true},
	{pattern: "GET /signin/oidc", path: "/signin/oidc", from: anybody, ok: []int{http.StatusNotFound}, noTokens: true}, // without a provider
	{pattern: "GET /signin/oidc/callback", path: "/signin/oidc/callback", from: anybody, ok: []int{http.StatusNotFound}, noTokens: true},
	{pattern: "POST /signin", path: "/signin", from: anybody, ok: []int{http.StatusUnauthorized}, noTokens: true},
	{pattern: "POST /language", path: "/language", form: "language=en", from: anybody, ok: redirect, noTokens: true},
	{pattern: "POST /signout", path: "/signout", from: signedIn, ok: redirect, noTokens: true},

	{pattern: "GET /account", path: "/account", from: signedIn, ok: okPage, noTokens: true},
	{pattern: "POST /account/name", path: "/account/name", from: signedIn, ok: invalid, noTokens: true},
	{pattern: "POST /account/language", path: "/account/language", form: "language=en", from: signedIn, ok: redirect, noTokens: true},
	{pattern: "POST /account/password", path: "/account/password", from: signedIn, ok: invalid, noTokens: true},
	{pattern: "POST /account/factor", path: "/account/factor", from: signedIn, ok: redirect, noTokens: true},
	{pattern: "GET /account/factor.png", path: "/account/factor.png", from: signedIn, ok: []int{http.StatusOK, http.StatusNotFound}, noTokens: true},
	{pattern: "POST /account/factor/confirm", path: "/account/factor/confirm", from: signedIn, ok: invalid, noTokens: true},
	{pattern: "POST /account/factor/remove", path: "/account/factor/remove", from: signedIn, ok: invalid, noTokens: true},
	{pattern: "POST /account/signout", path: "/account/signout", from: signedIn, ok: redirect, noTokens: true},
	{pattern: "POST /account/tokens", path: "/account/tokens", from: signedIn, ok: invalid, noTokens: true},
	{pattern: "POST /account/tokens/{id}/revoke", path: "/account/tokens/{token}/revoke", from: signedIn, ok: []int{http.StatusNotFound}, noTokens: true},

	{pattern: "GET /accounts", path: "/accounts", from: account.Administrator, ok: okPage, noTokens: true},
	{pattern: "POST /accounts", path: "/accounts", from: account.Administrator, ok: invalid, noTokens: true},
	{pattern: "POST /accounts/{id}/disabled", path: "/accounts/{user}/disabled", form: "disabled=true", from: account.Administrator, ok: redirect, noTokens: true},
	{pattern: "POST /accounts/{id}/password", path: "/accounts/{user}/password", from: account.Administrator, ok: invalid, noTokens: true},

	{pattern: "GET /{$}", path: "/", from: signedIn, ok: okPage},
	{pattern: "GET /follow", path: "/follow", from: account.Administrator, ok: okPage, noTokens: true},
	{pattern: "POST /follow", path: "/follow", form: "system=https://judge.example", from: account.Administrator, ok: invalid, noTokens: true}, // no judge system is allowed
	{pattern: "POST /follow/active", path: "/follow/active", form: "name=nobody&active=true", from: account.Administrator, ok: []int{http.StatusNotFound}, noTokens: true},
	{pattern: "POST /follow/remove", path: "/follow/remove", form: "name=nobody", from: account.Administrator, ok: []int{http.StatusNotFound}, noTokens: true},
	{pattern: "GET /contests/{id}/follow", path: "/contests/{contest}/follow", from: account.Chief, ok: okPage, noTokens: true},
	{pattern: "POST /contests/{id}/follow", path: "/contests/{contest}/follow", form: "system=https://judge.example", from: account.Chief, ok: invalid, noTokens: true},                 // no judge system is allowed
	{pattern: "POST /contests/{id}/follow/active", path: "/contests/{contest}/follow/active", form: "active=true", from: account.Chief, ok: []int{http.StatusNotFound}, noTokens: true}, // never followed
	{pattern: "POST /contests/{id}/follow/remove", path: "/contests/{contest}/follow/remove", from: account.Chief, ok: []int{http.StatusNotFound}, noTokens: true},
	{pattern: "GET /contests/{id}", path: "/contests/{contest}", from: account.Viewer, ok: okPage},
	{pattern: "POST /contests/sample", path: "/contests/sample", from: account.Administrator, ok: redirect},
	{pattern: "GET /help", path: "/help", from: signedIn, ok: okPage},
	{pattern: "GET /contests/new", path: "/contests/new", from: account.Administrator, ok: okPage},
	{pattern: "GET /checks/{id}/unlisted", path: "/checks/{check}/unlisted", from: account.Viewer, ok: okPage},
	{pattern: "GET /contests/{id}/checks", path: "/contests/{contest}/checks", from: account.Chief, ok: okPage},
	{pattern: "POST /contests/{id}/checks", path: "/contests/{contest}/checks", form: "verdicts=none", from: account.Chief, ok: invalid},
	{pattern: "GET /contests/{id}/settings", path: "/contests/{contest}/settings", from: account.Chief, ok: okPage, noTokens: true},
	{pattern: "POST /contests/{id}/settings", path: "/contests/{contest}/settings", from: account.Chief, ok: invalid, noTokens: true},
	{pattern: "POST /contests/{id}/delete", path: "/contests/{contest}/delete", form: "name=another", from: account.Administrator, ok: invalid, noTokens: true},
	{pattern: "GET /contests/{id}/places", path: "/contests/{contest}/places", from: account.Viewer, ok: okPage},
	{pattern: "GET /contests/{id}/live", path: "/contests/{contest}/live", from: account.Viewer, ok: okPage},
	{pattern: "GET /contests/{id}/live/events", path: "/contests/{contest}/live/events", from: account.Viewer, ok: okPage},
	{pattern: "GET /contests/{id}/alerts/{alert}", path: "/contests/{contest}/alerts/{alert}", from: account.Viewer, ok: okPage},
	{pattern: "GET /contests/{id}/log", path: "/contests/{contest}/log", from: account.Chief, ok: okPage},
	{pattern: "GET /log", path: "/log", from: account.Administrator, ok: okPage},
	{pattern: "GET /contests/{id}/participants/{number}", path: "/contests/{contest}/participants/1", from: account.Viewer, ok: okPage},
	{pattern: "POST /contests/{id}/participants/{number}/reveal", path: "/contests/{contest}/participants/1/reveal", from: account.Chief, ok: redirect, noTokens: true},
	{pattern: "POST /contests/{id}/participants/{number}/hide", path: "/contests/{contest}/participants/1/hide", from: account.Chief, ok: redirect, noTokens: true},
	{pattern: "GET /contests/{id}/outcomes", path: "/contests/{contest}/outcomes", from: account.Viewer, ok: okPage},
	{pattern: "GET /contests/{id}/outcomes.csv", path: "/contests/{contest}/outcomes.csv", from: account.Viewer, ok: okPage},
	{pattern: "POST /contests/{id}/outcomes", path: "/contests/{contest}/outcomes", from: account.Chief, ok: redirect},
	{pattern: "POST /contests/{id}/participants/{number}/outcome", path: "/contests/{contest}/participants/1/outcome", form: "outcome=exile", from: account.Chief, ok: invalid},
	{pattern: "GET /contests/{id}/members", path: "/contests/{contest}/members", from: account.Chief, ok: okPage, noTokens: true},
	{pattern: "POST /contests/{id}/members", path: "/contests/{contest}/members", from: account.Chief, ok: invalid, noTokens: true},

	{pattern: "GET /contests/{id}/sources", path: "/contests/{contest}/sources", from: account.Viewer, ok: okPage},
	{pattern: "POST /contests/{id}/sources", path: "/contests/{contest}/sources", from: account.Chief, ok: invalid, noTokens: true},
	{pattern: "GET /contests/{id}/sources/{source}", path: "/contests/{contest}/sources/999999999", from: account.Viewer, ok: []int{http.StatusNotFound}},
	{pattern: "POST /contests/{id}/sources/{source}/delete", path: "/contests/{contest}/sources/999999999/delete", from: account.Chief, ok: []int{http.StatusNotFound}, noTokens: true},
	{pattern: "POST /contests/{id}/published-base", path: "/contests/{contest}/published-base", from: account.Chief, ok: invalid, noTokens: true},
	{pattern: "GET /sources", path: "/sources", from: signedIn, ok: okPage},
	{pattern: "POST /sources", path: "/sources", from: account.Administrator, ok: invalid, noTokens: true},
	{pattern: "GET /sources/{source}", path: "/sources/999999999", from: signedIn, ok: []int{http.StatusNotFound}},
	{pattern: "POST /sources/{source}/delete", path: "/sources/999999999/delete", from: account.Administrator, ok: []int{http.StatusNotFound}, noTokens: true},
	{pattern: "GET /checks/{id}/near", path: "/checks/{check}/near", from: account.Viewer, ok: okPage},
	{pattern: "GET /checks/{id}/near/{submission}", path: "/checks/{check}/near/{submission}", from: account.Viewer, ok: []int{http.StatusNotFound}}, // not near a source

	{pattern: "GET /search", path: "/search", from: signedIn, ok: okPage},
	{pattern: "POST /search", path: "/search", from: signedIn, ok: invalid, readOnly: true},
	{pattern: "POST /search/compare", path: "/search/compare", from: signedIn, ok: invalid, readOnly: true},

	{pattern: "GET /checks/{id}/pairs.jplag.csv", path: "/checks/{check}/pairs.jplag.csv", from: account.Viewer, ok: okPage},
	{pattern: "GET /checks/{id}/pairs.dolos.csv", path: "/checks/{check}/pairs.dolos.csv", from: account.Viewer, ok: okPage},
	{pattern: "GET /checks/{id}/clusters/{number}/bundle.html", path: "/checks/{check}/clusters/1/bundle.html", from: account.Viewer, ok: []int{http.StatusOK, http.StatusNotFound}}, // there may be no cluster
	{pattern: "GET /pairs/{id}/bundle.html", path: "/pairs/{pair}/bundle.html?redact=left", from: account.Viewer, ok: okPage},
	{pattern: "GET /contests/{id}/bundle.html", path: "/contests/{contest}/bundle.html?pairs=threshold", from: account.Viewer, ok: okPage},
	{pattern: "GET /contests/{id}/participants/{number}/bundle.html", path: "/contests/{contest}/participants/1/bundle.html", from: account.Chief, ok: []int{http.StatusNotFound}}, // no pair is confirmed
	{pattern: "GET /contests/{id}/decisions.csv", path: "/contests/{contest}/decisions.csv", from: account.Viewer, ok: okPage},
	{pattern: "GET /contests/{id}/decisions.json", path: "/contests/{contest}/decisions.json", from: account.Viewer, ok: okPage},

	{pattern: "POST /uploads", path: "/uploads", from: account.Chief, ok: invalid},
	{pattern: "GET /uploads/{job}", path: "/uploads/{upload}", from: account.Administrator, ok: redirect, hidden: true},
	{pattern: "POST /uploads/{job}", path: "/uploads/{upload}", from: account.Administrator, ok: redirect, hidden: true},
	{pattern: "GET /uploads/{job}/events", path: "/uploads/{upload}/events", from: account.Administrator, ok: okPage, hidden: true},
	{pattern: "POST /uploads/{job}/cancel", path: "/uploads/{upload}/cancel", from: account.Administrator, ok: redirect, hidden: true},

	{pattern: "GET /checks/{id}", path: "/checks/{check}", from: account.Viewer, ok: okPage},
	{pattern: "GET /checks/{id}/review", path: "/checks/{check}/review", from: account.Viewer, ok: []int{http.StatusSeeOther}},
	{pattern: "GET /checks/{id}/participants", path: "/checks/{check}/participants", from: account.Viewer, ok: okPage},
	{pattern: "GET /checks/{id}/clusters", path: "/checks/{check}/clusters", from: account.Viewer, ok: okPage},
	{pattern: "GET /checks/{id}/clusters/{number}", path: "/checks/{check}/clusters/1", from: account.Viewer, ok: okPage},
	{pattern: "POST /checks/{id}/clusters/{number}/decide", path: "/checks/{check}/clusters/1/decide", from: account.Reviewer, ok: invalid},
	{pattern: "POST /checks/{id}/clusters/{number}/undo", path: "/checks/{check}/clusters/0/undo", from: account.Reviewer, ok: []int{http.StatusNotFound}},
	{pattern: "POST /checks/{id}/assign", path: "/checks/{check}/assign", from: account.Reviewer, ok: redirect},
	{pattern: "GET /checks/{id}/skipped", path: "/checks/{check}/skipped", from: account.Viewer, ok: okPage},
	{pattern: "GET /checks/{id}/pairs.csv", path: "/checks/{check}/pairs.csv", from: account.Viewer, ok: okPage},
	{pattern: "GET /checks/{id}/pairs.json", path: "/checks/{check}/pairs.json", from: account.Viewer, ok: okPage},
	{pattern: "GET /checks/{id}/pairs.html", path: "/checks/{check}/pairs.html", from: account.Viewer, ok: okPage},
	{pattern: "GET /pairs/{id}", path: "/pairs/{pair}", from: account.Viewer, ok: okPage},
	{pattern: "GET /pairs/{id}/source", path: "/pairs/{pair}/source?side=left", from: account.Viewer, ok: []int{http.StatusNotFound}}, // no known source has anything of it
	{pattern: "POST /pairs/{id}/decide", path: "/pairs/{pair}/decide", from: account.Reviewer, ok: invalid},
	{pattern: "POST /pairs/{id}/withdraw", path: "/pairs/{pair}/withdraw", from: account.Reviewer, ok: redirect},
	{pattern: "POST /pairs/{id}/undo", path: "/pairs/{pair}/undo", from: account.Reviewer, ok: redirect},
	{pattern: "POST /pairs/{id}/appeal", path: "/pairs/{pair}/appeal", from: account.Chief, ok: invalid}, // the case is open
	{pattern: "POST /pairs/{id}/assign", path: "/pairs/{pair}/assign", from: account.Reviewer, ok: invalid},
	{pattern: "POST /pairs/{id}/reveal", path: "/pairs/{pair}/reveal", from: account.Chief, ok: invalid},

	{pattern: "GET /pairs/{id}/links", path: "/pairs/{pair}/links", from: account.Chief, ok: okPage},
	{pattern: "POST /pairs/{id}/links", path: "/pairs/{pair}/links", from: account.Chief, ok: invalid},
	{pattern: "POST /pairs/{id}/links/{link}/withdraw", path: "/pairs/{pair}/links/999999999/withdraw", from: account.Chief, ok: []int{http.StatusNotFound}},
	{pattern: "POST /pairs/{id}/statements/{link}/read", path: "/pairs/{pair}/statements/999999999/read", from: account.Reviewer, ok: []int{http.StatusNotFound}},
	{pattern: "GET /links/{token}", path: "/links/{link}", from: anybody, ok: okPage, noTokens: true},
	{pattern: "POST /links/{token}", path: "/links/{link}", from: anybody, ok: []int{http.StatusNotFound}, noTokens: true}, // the link is for an outsider
	{pattern: "POST /links/{token}/copy", path: "/links/{link}/copy", from: anybody, ok: okPage, noTokens: true},

	{pattern: "GET /submissions/{id}", path: "/submissions/{submission}", from: account.Viewer, ok: okPage},
	{pattern: "GET /submissions/{id}/beside", path: "/submissions/{submission}/beside", from: account.Viewer, ok: okPage},

	{pattern: "GET /api/v1/openapi.json", path: "/api/v1/openapi.json", from: anybody, ok: okPage},
	{pattern: "GET /api/v1/openapi.yaml", path: "/api/v1/openapi.yaml", from: anybody, ok: okPage},
	{pattern: "GET /api/v1/contests", path: "/api/v1/contests", from: signedIn, ok: okPage},
	{pattern: "GET /api/v1/contests/{id}", path: "/api/v1/contests/{contest}", from: account.Viewer, ok: okPage},
	{pattern: "GET /api/v1/contests/{id}/checks", path: "/api/v1/contests/{contest}/checks", from: account.Viewer, ok: okPage},
	{pattern: "POST /api/v1/contests/{id}/checks", path: "/api/v1/contests/{contest}/checks", form: "{", from: account.Chief, ok: []int{http.StatusUnsupportedMediaType}},
	{pattern: "POST /api/v1/imports", path: "/api/v1/imports", from: account.Chief, ok: []int{http.StatusUnsupportedMediaType}},
	{pattern: "POST /api/v1/previews", path: "/api/v1/previews", from: account.Chief, ok: []int{http.StatusUnsupportedMediaType}},
	{pattern: "POST /api/v1/checks", path: "/api/v1/checks", from: account.Chief, ok: []int{http.StatusUnsupportedMediaType}},
	{pattern: "GET /api/v1/checks/{id}", path: "/api/v1/checks/{check}", from: account.Viewer, ok: okPage},
	{pattern: "GET /api/v1/checks/{id}/skipped", path: "/api/v1/checks/{check}/skipped", from: account.Viewer, ok: okPage},
	{pattern: "GET /api/v1/checks/{id}/export", path: "/api/v1/checks/{check}/export?format=table", from: account.Viewer, ok: okPage},
	{pattern: "GET /api/v1/checks/{id}/pairs", path: "/api/v1/checks/{check}/pairs", from: account.Viewer, ok: okPage},
	{pattern: "GET /api/v1/checks/{id}/participants", path: "/api/v1/checks/{check}/participants", from: account.Viewer, ok: okPage},
	{pattern: "GET /api/v1/checks/{id}/audit", path: "/api/v1/checks/{check}/audit", from: account.Viewer, ok: okPage},
	{pattern: "GET /api/v1/checks/{id}/clusters", path: "/api/v1/checks/{check}/clusters", from: account.Viewer, ok: okPage},
	{pattern: "GET /api/v1/checks/{id}/clusters/{number}", path: "/api/v1/checks/{check}/clusters/1", from: account.Viewer, ok: okPage},
	{pattern: "GET /api/v1/checks/{id}/clusters/{number}/bundle", path: "/api/v1/checks/{check}/clusters/1/bundle", from: account.Viewer, ok: okPage},
	{pattern: "GET /api/v1/pairs/{id}/facts", path: "/api/v1/pairs/{pair}/facts", from: account.Viewer, ok: okPage},
	{pattern: "GET /api/v1/pairs/{id}", path: "/api/v1/pairs/{pair}?source=true", from: account.Viewer, ok: okPage},
	{pattern: "GET /api/v1/pairs/{id}/bundle", path: "/api/v1/pairs/{pair}/bundle", from: account.Viewer, ok: okPage},
	{pattern: "GET /api/v1/pairs/{id}/case", path: "/api/v1/pairs/{pair}/case", from: account.Viewer, ok: okPage},
	{pattern: "POST /api/v1/pairs/{id}/appeal", path: "/api/v1/pairs/{pair}/appeal", form: "{", from: account.Chief, ok: []int{http.StatusUnsupportedMediaType}},
	{pattern: "PUT /api/v1/pairs/{id}/decision", path: "/api/v1/pairs/{pair}/decision", form: "{", from: account.Reviewer, ok: []int{http.StatusUnsupportedMediaType}},
	{pattern: "DELETE /api/v1/pairs/{id}/decision", path: "/api/v1/pairs/{pair}/decision", from: account.Reviewer, ok: okPage},
	{pattern: "GET /api/v1/pairs/{id}/links", path: "/api/v1/pairs/{pair}/links", from: account.Chief, ok: okPage},
	{pattern: "POST /api/v1/pairs/{id}/links", path: "/api/v1/pairs/{pair}/links", form: "{", from: account.Chief, ok: []int{http.StatusUnsupportedMediaType}},
	{pattern: "DELETE /api/v1/pairs/{id}/links/{link}", path: "/api/v1/pairs/{pair}/links/999999999", from: account.Chief, ok: []int{http.StatusNotFound}},
	{pattern: "GET /api/v1/contests/{id}/outcomes", path: "/api/v1/contests/{contest}/outcomes", from: account.Viewer, ok: okPage},
	{pattern: "PUT /api/v1/contests/{id}/participants/{number}/outcome", path: "/api/v1/contests/{contest}/participants/1/outcome", form: "{", from: account.Chief, ok: []int{http.StatusUnsupportedMediaType}},
	{pattern: "GET /api/v1/contests/{id}/sources", path: "/api/v1/contests/{contest}/sources", from: account.Viewer, ok: okPage},
	{pattern: "POST /api/v1/contests/{id}/sources", path: "/api/v1/contests/{contest}/sources", form: "{", from: account.Chief, ok: []int{http.StatusUnsupportedMediaType}},
	{pattern: "DELETE /api/v1/contests/{id}/sources/{source}", path: "/api/v1/contests/{contest}/sources/999999999", from: account.Chief, ok: []int{http.StatusNotFound}},
	{pattern: "PUT /api/v1/contests/{id}/published-base", path: "/api/v1/contests/{contest}/published-base", form: "{", from: account.Chief, ok: []int{http.StatusUnsupportedMediaType}},
	{pattern: "GET /api/v1/sources", path: "/api/v1/sources", from: signedIn, ok: okPage},
	{pattern: "POST /api/v1/sources", path: "/api/v1/sources", form: "{", from: account.Administrator, ok: []int{http.StatusUnsupportedMediaType}},
	{pattern: "DELETE /api/v1/sources/{source}", path: "/api/v1/sources/999999999", from: account.Administrator, ok: []int{http.StatusNotFound}},
	{pattern: "GET /api/v1/checks/{id}/near", path: "/api/v1/checks/{check}/near", from: account.Viewer, ok: okPage},
	{pattern: "GET /api/v1/contests/{id}/submissions", path: "/api/v1/contests/{contest}/submissions", from: account.Viewer, ok: okPage},
	{pattern: "POST /api/v1/contests/{id}/submissions", path: "/api/v1/contests/{contest}/submissions", form: "{", from: account.Chief, ok: []int{http.StatusUnsupportedMediaType}},
	{pattern: "GET /api/v1/contests/{id}/decisions", path: "/api/v1/contests/{contest}/decisions?format=csv", from: account.Viewer, ok: okPage},
	{pattern: "GET /api/v1/contests/{id}/bundle", path: "/api/v1/contests/{contest}/bundle?pairs=threshold", from: account.Viewer, ok: okPage},
	{pattern: "GET /api/v1/contests/{id}/participants/{number}/bundle", path: "/api/v1/contests/{contest}/participants/1/bundle", from: account.Chief, ok: []int{http.StatusNotFound}},
	{pattern: "GET /api/v1/submissions/{id}", path: "/api/v1/submissions/{submission}", from: account.Viewer, ok: okPage},
	{pattern: "POST /api/v1/search", path: "/api/v1/search", form: "{", from: signedIn, ok: []int{http.StatusUnsupportedMediaType}, readOnly: true},
	{pattern: "GET /api/v1/contests/{id}/alerts", path: "/api/v1/contests/{contest}/alerts?after=0", from: account.Viewer, ok: okPage},
	{pattern: "GET /api/v1/contests/{id}/alerts/events", path: "/api/v1/contests/{contest}/alerts/events", from: account.Viewer, ok: okPage},
	{pattern: "GET /api/v1/contests/{id}/watch", path: "/api/v1/contests/{contest}/watch", from: account.Viewer, ok: []int{http.StatusNotFound}}, // never followed
	{pattern: "GET /api/v1/jobs", path: "/api/v1/jobs", from: signedIn, ok: okPage},
	{pattern: "GET /api/v1/jobs/{job}", path: "/api/v1/jobs/{upload}", from: account.Administrator, ok: okPage, hidden: true},
	{pattern: "GET /api/v1/jobs/{job}/events", path: "/api/v1/jobs/{upload}/events?wait=0", from: account.Administrator, ok: okPage, hidden: true},
	{pattern: "POST /api/v1/jobs/{job}/cancel", path: "/api/v1/jobs/{upload}/cancel", from: account.Administrator, ok: []int{http.StatusAccepted}, hidden: true},
	{pattern: "/api/", path: "/api/nowhere", from: signedIn, ok: []int{http.StatusNotFound}},

	{pattern: "/", path: "/nowhere", from: signedIn, ok: []int{http.StatusNotFound}},
}

// actor is a sender of requests.
type actor struct {
	name      string
	id        int64        // of the user with the session that is sent; 0 for no session
	role      account.Role // in the contest "own"
	token     string       // sent instead of a session
	scope     account.Scope
	signedOut bool   // has no valid session
	link      string // the secret of a link, sent as a token and as a session
}

// rank orders roles, from anybody to administrators.
func rank(role account.Role) int {
	return slices.Index([]account.Role{anybody, signedIn, account.Viewer, account.Reviewer, account.Chief, account.Administrator}, role)
}

// want returns the statuses that an actor may get for a row. own says that the path is filled for the contest "own".
func (a actor) want(row rights, own bool) []int {
	method, _, _ := strings.Cut(row.pattern, " ")
	role := a.role
	if !own && role != account.Administrator {
		role = signedIn
	}
	inContest := strings.Contains(row.path, "{contest}") || strings.Contains(row.path, "{check}") || strings.Contains(row.path, "{pair}") || strings.Contains(row.path, "{submission}")
	switch {
	case a.token != "" && row.noTokens, a.scope == account.ReadScope && !row.readOnly && slices.Contains([]string{"POST", "PUT", "DELETE"}, method):
		return []int{http.StatusForbidden}
	case row.from == anybody:
		return row.ok
	case a.signedOut:
		return []int{http.StatusUnauthorized}
	case rank(role) >= rank(row.from):
		return row.ok
	case row.hidden, inContest && rank(role) < rank(account.Viewer):
		return []int{http.StatusNotFound}
	}
	return []int{http.StatusForbidden}
}

// Every route answers every role as rightsOf says, in a contest in which the actors have roles and in a foreign one.
func TestRoles(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes many seconds")
	}
	t.Parallel()
	in := webtest.NewSite(t, webtest.ShowFacts)
	own, foreign := in.AddChecked("own"), in.AddChecked("foreign")
	actors := []actor{{name: "nobody", signedOut: true}}
	add := func(name string, role account.Role) int64 {
		u := in.AddUser(name, role == account.Administrator)
		actors = append(actors, actor{name: name, id: u.ID, role: role})
		if slices.Contains(account.Roles(), role) {
			in.SetMember(own.Contest, u.ID, role)
		}
		return u.ID
	}
	administrator := add("administrator", account.Administrator)
	stranger := add("stranger", signedIn)
	in.SetMember(foreign.Contest, stranger, account.Viewer) // so that the stranger has a contest
	add("viewer", account.Viewer)
	add("reviewer", account.Reviewer)
	add("chief judge", account.Chief)
	tokenOwner := in.AddUser("chief judge with tokens", false) // never signs out, which would revoke the tokens
	in.SetMember(own.Contest, tokenOwner.ID, account.Chief)
	for _, scope := range []account.Scope{account.ReadScope, account.WriteScope} {
		token, _ := in.AddToken(tokenOwner.ID, scope)
		actors = append(actors, actor{name: "chief judge's token to " + string(scope), role: account.Chief, token: token, scope: scope})
	}
	disabled := add("disabled chief judge", account.Chief)
	actors[len(actors)-1].signedOut = true
	_, err := in.DB.SetDisabled(t.Context(), review.CommandLine, disabled, true)
	webtest.Must(t, err)

	spare := in.AddUser("spare", false)
	_, spareToken := in.AddToken(spare.ID, account.ReadScope)
	upload, err := in.Server.Jobs.Start(jobs.Upload{}, review.Person{ID: administrator}, 0)
	webtest.Must(t, err)
	in.Server.Jobs.Wait()
	alerts := map[int64]int64{own.Contest: in.AddAlert(own.Contest, own.Submissions[0], own.Submissions[1], 0.75).ID,
		foreign.Contest: in.AddAlert(foreign.Contest, foreign.Submissions[0], foreign.Submissions[1], 0.75).ID}
	linkTo := func(c webtest.CheckedContest) string {
		stored, _, err := in.DB.Pairs(t.Context(), c.Check, contest.PairFilter{})
		webtest.Must(t, err)
		token, hash := account.NewLinkToken()
		_, err = in.DB.AddLink(t.Context(), review.Person{ID: administrator}, review.Link{Key: review.KeyOf(c.Contest, stored[0]), PairID: c.Pairs[0],
			Recipient: "an expert", Hides: review.HidesNames, EndsAt: time.Now().Add(time.Hour)}, hash)
		webtest.Must(t, err)
		return token
	}
	links := map[int64]string{own.Contest: linkTo(own), foreign.Contest: linkTo(foreign)}
	// A visitor who has only a link sends its token in every way. The link opens no other address.
	actors = append(actors, actor{name: "holder of a link", signedOut: true, link: links[own.Contest]})
	fill := func(path string, c webtest.CheckedContest) string {
		id := func(n int64) string { return strconv.FormatInt(n, 10) }
		return strings.NewReplacer("{contest}", id(c.Contest), "{check}", id(c.Check), "{pair}", id(c.Pairs[0]), "{submission}", id(c.Submissions[0].ID),
			"{alert}", id(alerts[c.Contest]), "{link}", links[c.Contest],
			"{user}", id(spare.ID), "{token}", id(spareToken.ID), "{upload}", upload).Replace(path)
	}

	listed := make(map[string]bool)
	for _, row := range rightsOf {
		if listed[row.pattern] = true; !slices.ContainsFunc(in.Server.Routes(), func(r auth.Route) bool { return r.Pattern == row.pattern }) {
			t.Errorf("there is no route %q: remove its row from rightsOf in roles_test.go", row.pattern)
		}
		method, _, ok := strings.Cut(row.pattern, " ")
		if !ok {
			method = "GET"
		}
		for _, a := range actors {
			for _, c := range []webtest.CheckedContest{own, foreign} {
				if c.Contest == foreign.Contest && (a.name == "stranger" || fill(row.path, own) == fill(row.path, foreign)) {
					continue
				}
				path := fill(row.path, c)
				headers := []string{"Content-Type", "application/x-www-form-urlencoded", "Sec-Fetch-Site", "same-origin"}
				switch {
				case a.link != "":
					headers = append(headers, "Authorization", "Bearer "+a.link, "Cookie", auth.SessionCookie+"="+a.link)
				case a.token != "":
					headers = append(headers, "Authorization", "Bearer "+a.token)
				case a.id != 0:
					headers = append(headers, "Cookie", in.Cookie(a.id))
				}
				answer := in.NewClient(t).Do(method, path, row.form, headers...)
				if want := a.want(row, c.Contest == own.Contest); !slices.Contains(want, answer.Status) {
					t.Errorf("%s by %s: status %d, want %v: %.300s", method+" "+path, a.name, answer.Status, want, answer.Text())
				}
				if a.token != "" && answer.Header.Get("Set-Cookie") != "" {
					t.Errorf("%s by %s sets a session cookie, although it sent a token", method+" "+path, a.name)
				}
				if answer.Status >= 400 && answer.Status != http.StatusUnprocessableEntity && strings.Contains(answer.Body, c.Submissions[0].Participant) {
					t.Errorf("%s by %s: the refusal names a participant", method+" "+path, a.name)
				}
			}
		}
	}
	for _, r := range in.Server.Routes() {
		if !listed[r.Pattern] {
			t.Errorf("the route %q is missing in rightsOf: add a row in roles_test.go, with an address and the lowest role that may use it", r.Pattern)
		}
	}
}

// For users without a role in a contest, its addresses give the same 404 as addresses with an unknown ID.
func TestForeignContestsAreNotFound(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	foreign := in.AddChecked("foreign")
	own := in.AddChecked("own", foreign.Submissions...)
	anna := in.AddMember(own.Contest, "anna", account.Chief)
	in.SignIn("anna")

	for _, row := range rightsOf {
		for placeholder, id := range map[string]int64{"{contest}": foreign.Contest, "{check}": foreign.Check, "{pair}": foreign.Pairs[0], "{submission}": foreign.Submissions[0].ID} {
			if !strings.Contains(row.path, placeholder) {
				continue
			}
			method, _, _ := strings.Cut(row.pattern, " ")
			foreignPage := in.Do(method, strings.ReplaceAll(row.path, placeholder, strconv.FormatInt(id, 10)), "")
			missing := in.Do(method, strings.ReplaceAll(row.path, placeholder, "999999999"), "")
			// Each answer shows the ID of its own request.
			page := strings.ReplaceAll(foreignPage.Body, foreignPage.Header.Get(request.IDHeader), "")
			if foreignPage.Status != http.StatusNotFound || page != strings.ReplaceAll(missing.Body, missing.Header.Get(request.IDHeader), "") {
				t.Errorf("%s: status %d, want 404 and the answer for an unknown ID\ngot:  %s\nwant: %s",
					row.pattern, foreignPage.Status, foreignPage.Text(), missing.Text())
			}
		}
	}
	// These pairs of anna's own check have a program of the foreign contest.
	for _, id := range own.Pairs[1:] {
		in.Do("GET", "/pairs/"+strconv.FormatInt(id, 10), "").WantStatus(http.StatusNotFound, "a pair with a program of the foreign contest")
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
			t.Errorf("%s names the foreign contest:\n%s", path, a.Text())
		}
	}
	// As a viewer of the foreign contest, anna sees it.
	in.SetMember(foreign.Contest, anna.ID, account.Viewer)
	for _, id := range own.Pairs {
		in.Page("/pairs/" + strconv.FormatInt(id, 10))
	}
	webtest.Mention(t, in.Page("/").Text(), "foreign", "own")
}

// A chief judge may upload only to their own contests, and create none. An administrator may upload to any contest.
func TestUploadIsForOwnContests(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	own, foreign := in.AddChecked("own"), in.AddChecked("foreign")
	anna := in.AddMember(own.Contest, "anna", account.Chief)
	in.SetMember(foreign.Contest, anna.ID, account.Reviewer)
	in.AddUser("boss", true)
	upload := func(client *webtest.Site, name string) webtest.Answer {
		body := "--x\r\nContent-Disposition: form-data; name=\"contest\"\r\n\r\n" + name +
			"\r\n--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.zip\"\r\n\r\nzip\r\n--x--\r\n"
		return client.Do("POST", "/uploads", body, "Content-Type", "multipart/form-data; boundary=x", "Sec-Fetch-Site", "same-origin")
	}
	in.SignIn("anna")
	boss := in.NewClient(t).SignIn("boss")
	upload(in, "own").WantRedirect("/uploads/")
	for _, name := range []string{"foreign", "new"} {
		upload(in, name).WantStatus(http.StatusForbidden, "anna's upload to contest %q", name)
		upload(boss, name).WantRedirect("/uploads/")
	}
	in.Server.Jobs.Wait()
	var read []string
	for _, u := range in.Checker.Previews() {
		read = append(read, u.Contest)
	}
	slices.Sort(read)
	if want := []string{"foreign", "new", "own"}; !slices.Equal(read, want) {
		t.Errorf("contests that were read: %q, want %q", read, want)
	}
}
