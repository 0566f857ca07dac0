package web

import (
	"net/http"
	"strconv"
	"testing"

	"github.com/ojcheck/ojcheck/internal/account"
)

func TestMembersPage(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	own := in.checked("own")
	chief, rosa := in.user("chief", false), in.user("Rosa", false)
	in.member(own.contest, chief.ID, account.Chief)
	in.signIn("chief")
	her := in.as(t).signIn("rosa")
	page := "/contests/" + strconv.FormatInt(own.contest, 10)
	path := page + "/members"
	role := func() account.Role {
		t.Helper()
		got, err := in.db.Role(t.Context(), rosa.ID, own.contest)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}

	if len(in.page(page).all("a", "href", path)) != 1 {
		t.Error("the page of the contest does not lead a chief judge to its members")
	}
	a := in.post(path, "name", "nobody", "role", "viewer")
	if a.status != http.StatusUnprocessableEntity {
		t.Errorf("an account that is not there: status %d", a.status)
	}
	mention(t, textOf(a.one("p", "id", "problem")), "no account of this name")
	for _, bad := range []string{"", "administrator", "king"} {
		if a := in.post(path, "name", "rosa", "role", bad); a.status != http.StatusBadRequest || role() != account.NoRole {
			t.Errorf("role %q: status %d, and she is %q", bad, a.status, role())
		}
	}
	in.post(path, "name", "ROSA", "role", "viewer").leads(path)
	if got := role(); got != account.Viewer {
		t.Errorf("she is %q", got)
	}
	if a := her.page(page); len(a.all("a", "href", path)) != 0 || len(a.all("form", "action", "/uploads")) != 0 {
		t.Error("the page of the contest offers a viewer what is a chief judge's")
	}
	in.post(path, "name", "Rosa", "role", "reviewer").leads(path)
	if got := role(); got != account.Reviewer {
		t.Errorf("she is %q", got)
	}
	mention(t, in.page(path).text(), "Rosa", "chief judge")
	in.post(path, "name", "Rosa", "role", "none").leads(path + "?done=removed")
	if a := her.do("GET", page, ""); a.status != http.StatusNotFound {
		t.Errorf("removed, and yet she sees the contest: status %d", a.status)
	}
	mention(t, her.page("/").text(), "You are a member of no contest yet")

	// Who gives up the last of their rights is led to where they may be.
	in.post(path, "name", "chief", "role", "viewer").leads("/")
	if a := in.do("GET", path, ""); a.status != http.StatusForbidden {
		t.Errorf("a viewer: status %d", a.status)
	}
}
