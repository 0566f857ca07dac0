package ui_test

import (
	"net/http"
	"strconv"
	"testing"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/web/webtest"
)

func TestMembersPage(t *testing.T) {
	t.Parallel()
	in := webtest.NewInstallation(t)
	own := in.Checked("own")
	chief, rosa := in.User("chief", false), in.User("Rosa", false)
	in.Member(own.Contest, chief.ID, account.Chief)
	in.SignIn("chief")
	her := in.As(t).SignIn("rosa")
	page := "/contests/" + strconv.FormatInt(own.Contest, 10)
	path := page + "/members"
	role := func() account.Role {
		t.Helper()
		roles, err := in.DB.Roles(t.Context(), rosa.ID)
		if err != nil {
			t.Fatal(err)
		}
		return roles[own.Contest]
	}

	if len(in.Page(page).All("a", "href", path)) != 1 {
		t.Error("the page of the contest does not lead a chief judge to its members")
	}
	a := in.Post(path, "name", "nobody", "role", "viewer")
	if a.Status != http.StatusUnprocessableEntity {
		t.Errorf("an account that is not there: status %d", a.Status)
	}
	webtest.Mention(t, webtest.TextOf(a.One("p", "id", "problem")), "no account of this name")
	for _, bad := range []string{"", "administrator", "king"} {
		if a := in.Post(path, "name", "rosa", "role", bad); a.Status != http.StatusBadRequest || role() != account.NoRole {
			t.Errorf("role %q: status %d, and she is %q", bad, a.Status, role())
		}
	}
	in.Post(path, "name", "ROSA", "role", "viewer").Leads(path)
	if got := role(); got != account.Viewer {
		t.Errorf("she is %q", got)
	}
	if a := her.Page(page); len(a.All("a", "href", path)) != 0 || len(a.All("form", "action", "/uploads")) != 0 {
		t.Error("the page of the contest offers a viewer what is a chief judge's")
	}
	in.Post(path, "name", "Rosa", "role", "reviewer").Leads(path)
	if got := role(); got != account.Reviewer {
		t.Errorf("she is %q", got)
	}
	webtest.Mention(t, in.Page(path).Text(), "Rosa", "chief judge")
	in.Post(path, "name", "Rosa", "role", "none").Leads(path + "?done=removed")
	if a := her.Do("GET", page, ""); a.Status != http.StatusNotFound {
		t.Errorf("removed, and yet she sees the contest: status %d", a.Status)
	}
	webtest.Mention(t, her.Page("/").Text(), "You are a member of no contest yet")

	// Who gives up the last of their rights is led to where they may be.
	in.Post(path, "name", "chief", "role", "viewer").Leads("/")
	if a := in.Do("GET", path, ""); a.Status != http.StatusForbidden {
		t.Errorf("a viewer: status %d", a.Status)
	}
}
