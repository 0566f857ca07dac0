package web

import (
	"net/http"
	"strconv"
	"testing"
)

func TestAccounts(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	boss := in.user("boss", true)
	in.signIn("boss")
	for name, form := range map[string][]string{
		"taken":      {"name", "Boss", "password", somePassword},
		"no name":    {"name", "", "password", somePassword},
		"short":      {"name", "anna", "password", "short"},
		"no letters": {"name", "an\x00na", "password", somePassword},
	} {
		a := in.post("/accounts", form...)
		if a.status != http.StatusUnprocessableEntity || len(a.all("p", "id", "problem")) != 1 {
			t.Errorf("%s: status %d: %s", name, a.status, a.text())
		}
	}
	in.post("/accounts", "name", "anna", "password", somePassword).leads("/accounts?done=added")
	in.post("/accounts", "name", "vera", "password", somePassword, "administrator", "yes").leads("/accounts?done=added")
	anna, _, err := in.db.UserByName(t.Context(), "anna")
	if err != nil || anna.Administrator {
		t.Fatalf("anna is %+v, %v", anna, err)
	}
	if vera, _, err := in.db.UserByName(t.Context(), "vera"); err != nil || !vera.Administrator {
		t.Errorf("vera is %+v, %v", vera, err)
	}
	mention(t, in.page("/accounts?done=added").text(), "anna", "vera", "The account is added")

	her := in.as(t).signIn("anna")
	path := "/accounts/" + strconv.FormatInt(anna.ID, 10)
	in.post(path+"/disabled", "disabled", "true").leads("/accounts?done=disabled")
	if her.signedInNow() {
		t.Error("disabled, and yet signed in")
	}
	in.post(path+"/disabled", "disabled", "false").leads("/accounts?done=enabled")
	if her.signedInNow() {
		t.Error("the sign-in of before goes on")
	}
	her.signIn("anna")
	if a := in.post(path+"/password", "password", "short"); a.status != http.StatusUnprocessableEntity {
		t.Errorf("short password: status %d", a.status)
	}
	in.post(path+"/password", "password", "another horse battery").leads("/accounts?done=password")
	if her.signedInNow() {
		t.Error("signed in with the old password")
	}
	her.post("/signin", "name", "anna", "password", "another horse battery").leads("/")

	self := "/accounts/" + strconv.FormatInt(boss.ID, 10)
	if a := in.post(self+"/disabled", "disabled", "true"); a.status != http.StatusBadRequest {
		t.Errorf("oneself: status %d", a.status)
	}
	in.post(self+"/password", "password", "another horse battery").leads("/accounts?done=password")
	if !in.signedInNow() {
		t.Error("a new password for oneself ends this sign-in too")
	}
	for _, action := range []string{"/disabled", "/password"} {
		if a := in.post("/accounts/4711"+action, "password", somePassword, "disabled", "true"); a.status != http.StatusNotFound {
			t.Errorf("nobody%s: status %d", action, a.status)
		}
	}
}
