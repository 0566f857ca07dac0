package ui_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// A chief judge gives, changes and removes roles, even their own.
func TestMembersPage(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	own := in.AddChecked("own")
	chief, rosa := in.AddUser("chief", false), in.AddUser("Rosa", false)
	in.SetMember(own.Contest, chief.ID, account.Chief)
	in.SignIn("chief")
	rosasClient := in.NewClient(t).SignIn("rosa")
	page := "/contests/" + strconv.FormatInt(own.Contest, 10)
	path := page + "/members"
	role := func() account.Role {
		t.Helper()
		roles, err := in.DB.Roles(t.Context(), rosa.ID)
		webtest.Must(t, err)
		return roles[own.Contest]
	}

	in.Page(page+"/settings").One("a", "href", path)
	in.AddUser("root", true)
	if chiefs, roots := in.Page(path), in.NewClient(t).SignIn("root").Page(path); len(chiefs.All("option", "value", "Rosa")) != 0 {
		t.Error("the page lists all accounts for a chief judge")
	} else {
		roots.One("option", "value", "Rosa")
	}
	a := in.Post(path, "name", "nobody", "role", "viewer")
	if _, ok := webtest.Lookup(a.All("option", "value", "viewer")[1], "selected"); !ok { // the first is in the chief's row
		t.Error("an unknown account: the form forgets the role")
	}
	a.WantStatus(http.StatusUnprocessableEntity, "an unknown account")
	webtest.Mention(t, a.Text(), "No account has this name. Ask an administrator to add the account.")
	webtest.Mention(t, in.NewClient(t).SignIn("root").Post(path, "name", "nobody", "role", "viewer").Text(), "No account has this name. Add the account")
	for _, bad := range []string{"", "administrator", "king"} {
		if a := in.Post(path, "name", "rosa", "role", bad); a.Status != http.StatusBadRequest || role() != account.NoRole {
			t.Errorf("role %q: status %d, want 400; Rosa's role is %q, want none", bad, a.Status, role())
		}
	}
	done := in.Post(path, "name", "ROSA", "role", "viewer")
	done.WantRedirect(path)
	webtest.Mention(t, in.Page(done.Header.Get("Location")).Text(), "Rosa now has the role viewer.")
	if got := role(); got != account.Viewer {
		t.Errorf("Rosa's role is %q, want viewer", got)
	}
	if a := rosasClient.Page(page); len(a.All("a", "href", path)) != 0 || len(a.All("form", "action", "/uploads")) != 0 {
		t.Error("the page of the contest offers members or uploads to a viewer")
	}
	in.Post(path, "name", "Rosa", "role", "reviewer").WantRedirect(path)
	if got := role(); got != account.Reviewer {
		t.Errorf("Rosa's role is %q, want reviewer", got)
	}
	webtest.Mention(t, in.Page(path).Text(), "Rosa", "chief judge")
	in.Post(path, "name", "Rosa", "role", "none").WantRedirect(path + "?done=removed")
	rosasClient.Do("GET", page, "").WantStatus(http.StatusNotFound, "the contest, after Rosa's role is removed")
	webtest.Mention(t, rosasClient.Page("/").Text(), "You are not a member of any contest yet")

	// A chief judge who becomes a viewer may not see this page any more, and is redirected to the contests.
	in.Post(path, "name", "chief", "role", "viewer").WantRedirect("/")
	in.Do("GET", path, "").WantStatus(http.StatusForbidden, "the members, for a viewer")
}

// The form of an installation with many accounts proposes no names. A name that nobody has is still refused with advice.
func TestMembersOfManyAccounts(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	own := in.AddChecked("own")
	in.AddUser("root", true)
	in.AddUser("rosa", false)
	in.SignIn("root")
	path := "/contests/" + strconv.FormatInt(own.Contest, 10) + "/members"
	in.Page(path).One("option", "value", "rosa")
	in.Exec(`
		INSERT INTO users (name, key, password) SELECT 'user' || n, 'user' || n, '' FROM generate_series(1, 500) n`)
	a := in.Page(path)
	if names := a.All("option", "value", "rosa"); len(names) != 0 || strings.Contains(a.Body, "user77") {
		t.Error("the page lists the names of 502 accounts")
	}
	webtest.Mention(t, in.Post(path, "name", "nobody", "role", "viewer").Text(), "No account has this name. Add the account")
	in.Post(path, "name", "user77", "role", "viewer").WantRedirect(path)
}
