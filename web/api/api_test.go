package api_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/web/request"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// Every error below /api/ is answered with problem details, whichever part of the server it comes from.
func TestProblems(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	own := in.AddChecked("own")
	ann := in.AddMember(own.Contest, "ann", account.Viewer)
	readToken, _ := in.AddToken(ann.ID, account.ReadScope)
	writeToken, _ := in.AddToken(ann.ID, account.WriteScope)
	token := func(token string) []string { return []string{"Authorization", "Bearer " + token} }
	for _, test := range []struct {
		name, method, path string
		headers            []string
		status             int
		detail             string
	}{
		{"no token", "GET", "/api/v1/contests", nil, 401, "Authorization: Bearer"},
		{"a browser without a session", "GET", "/api/v1/contests", []string{"Accept", "text/html"}, 401, "Authorization: Bearer"},
		{"unknown token", "GET", "/api/v1/contests", token("ojc_" + strings.Repeat("x", 43)), 401, "Create a new one"},
		{"unknown operation", "GET", "/api/v1/nothing", token(readToken), 404, "/api/v1/openapi.json"},
		{"another version", "GET", "/api/v2/contests", token(readToken), 404, "/api/v1/openapi.json"},
		{"an empty ID", "GET", "/api/v1/checks//pairs", token(readToken), 404, "/api/v1/openapi.json"},
		{"dots", "GET", "/api/v1/./contests", token(readToken), 404, "/api/v1/openapi.json"},
		{"unknown method", "PUT", "/api/v1/contests", token(writeToken), 405, "Use GET"},
		{"an ID that is not a number", "GET", "/api/v1/contests/x", token(readToken), 404, "There is nothing at this address. Lists such as"},
		{"no such contest", "GET", "/api/v1/contests/999999", token(readToken), 404, "There is nothing at this address. Lists such as"},
		{"no such job", "GET", "/api/v1/jobs/NOPE", token(readToken), 404, "No job of yours has this ID."},
		{"read token for a POST", "POST", "/api/v1/checks", token(readToken), 403, "may only read"},
		{"too small a role", "POST", "/api/v1/checks", token(writeToken), 403, "chief judge"},
		{"another host", "GET", "/api/v1/contests", append(token(readToken), "Host", "evil.example"), 421, "does not answer under this name"},
		{"another site", "POST", "/api/v1/checks", []string{"Sec-Fetch-Site", "cross-site"}, 403, "another site"},
		{"invalid parameter", "GET", "/api/v1/contests?limit=0", token(readToken), 422, "listed under errors"},
		{"parameter sent twice", "GET", "/api/v1/contests?name=a&name=b", token(readToken), 422, "The parameter name is sent twice."},
		{"invalid cursor", "GET", "/api/v1/contests?cursor=x", token(readToken), 422, "cursor"},
	} {
		a := in.NewClient(t).Do(test.method, test.path, "", test.headers...)
		a.T = t
		if a.Status != test.status {
			t.Errorf("%s: status %d, want %d: %s", test.name, a.Status, test.status, a.Body)
			continue
		}
		if p := a.Problem(); !strings.Contains(p.Detail, test.detail) {
			t.Errorf("%s: the detail is %q, want %q in it", test.name, p.Detail, test.detail)
		}
		if got := a.Header.Get("WWW-Authenticate"); (got != "") != (a.Status == 401) {
			t.Errorf("%s: status %d with WWW-Authenticate %q, want the header only with 401", test.name, a.Status, got)
		}
		if got := a.Header.Get("Allow"); a.Status == 405 && got != "GET, HEAD" {
			t.Errorf("%s: Allow is %q, want GET, HEAD", test.name, got)
		}
	}
	for _, test := range []struct {
		name, body, mediaType string
		status                int
		detail                string
	}{
		{"no body", "", "application/json", 400, "The body is missing."},
		{"no JSON", "{", "application/json", 400, "The body is no JSON."},
		{"another type", "hello", "text/plain", 415, "Content-Type: application/json."},
		{"too large a body", strings.Repeat(" ", request.MaxSearchForm+1), "application/json", 413, "What was sent is too large."},
	} {
		a := in.NewClient(t).Do("POST", "/api/v1/search", test.body, append(token(writeToken), "Content-Type", test.mediaType)...)
		if a.T = t; a.Status != test.status || !strings.Contains(a.Problem().Detail, test.detail) {
			t.Errorf("%s: status %d, want %d with %q: %s", test.name, a.Status, test.status, test.detail, a.Body)
		}
	}
}

// A page of a list begins after the last row of the previous page, even if a row was added meanwhile.
func TestCursors(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	var want []int64
	for _, name := range []string{"one", "two", "three", "four", "five"} {
		want = append(want, in.AddChecked(name).Contest)
	}
	slices.Reverse(want)
	administrator := in.AddUser("boss", true)
	token, _ := in.AddToken(administrator.ID, account.ReadScope)
	var got []int64
	path, pages := "/api/v1/contests?limit=2", 0
	for next := "x"; next != ""; pages++ {
		var page struct {
			Items []struct{ ID int64 }
			Next  string
		}
		a := in.Do("GET", path, "", "Authorization", "Bearer "+token)
		if err := json.Unmarshal([]byte(a.Body), &page); err != nil || a.Status != http.StatusOK {
			t.Fatalf("status %d: %v: %s", a.Status, err, a.Body)
		}
		for _, row := range page.Items {
			got = append(got, row.ID)
		}
		if next = page.Next; pages == 0 { // a new contest does not shift the others
			in.AddChecked("six")
		}
		path = "/api/v1/contests?limit=2&cursor=" + next
	}
	if !slices.Equal(got, want) || pages != 3 {
		t.Errorf("%d pages with %v, want 3 with %v", pages, got, want)
	}
	a := in.Do("GET", strings.Replace(path, "limit=2", "name=o&limit=2", 1)+"AAAAAAAAAAAAAAAAAAAAAA", "", "Authorization", "Bearer "+token)
	a.WantStatus(http.StatusUnprocessableEntity, "a cursor of another list")
}
