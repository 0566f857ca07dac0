package ui_test

import (
	"net/http"
	"strconv"
	"testing"

	"github.com/ojcheck/ojcheck/web/webtest"
)

// An administrator adds, disables and enables accounts and sets passwords, which ends the account's sign-ins.
func TestAccounts(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	boss := in.AddUser("boss", true)
	in.SignIn("boss")
	for name, form := range map[string][]string{
		"name taken":        {"name", "Boss", "password", webtest.SomePassword},
		"no name":           {"name", "", "password", webtest.SomePassword},
		"short password":    {"name", "anna", "password", "short"},
		"control character": {"name", "an\x00na", "password", webtest.SomePassword},
	} {
		a := in.Post("/accounts", form...)
		if a.Status != http.StatusUnprocessableEntity || len(a.All("p", "id", "problem")) != 1 {
			t.Errorf("%s: status %d, want 422 with the problem: %s", name, a.Status, a.Text())
		}
	}
	in.Post("/accounts", "name", "anna", "password", webtest.SomePassword).WantRedirect("/accounts?done=added")
	in.Post("/accounts", "name", "vera", "password", webtest.SomePassword, "administrator", "yes").WantRedirect("/accounts?done=added")
	anna, _, err := in.DB.UserByName(t.Context(), "anna")
	if err != nil || anna.Administrator {
		t.Fatalf("anna is %+v, want no administrator: %v", anna, err)
	}
	if vera, _, err := in.DB.UserByName(t.Context(), "vera"); err != nil || !vera.Administrator {
		t.Errorf("vera is %+v, want an administrator: %v", vera, err)
	}
	webtest.Mention(t, in.Page("/accounts?done=added").Text(), "anna", "vera", "The account is added")

	annasClient := in.NewClient(t).SignIn("anna")
	path := "/accounts/" + strconv.FormatInt(anna.ID, 10)
	in.Post(path+"/disabled", "disabled", "true").WantRedirect("/accounts?done=disabled")
	if annasClient.IsSignedIn() {
		t.Error("anna is still signed in, although her account is disabled")
	}
	in.Post(path+"/disabled", "disabled", "false").WantRedirect("/accounts?done=enabled")
	if annasClient.IsSignedIn() {
		t.Error("enabling the account brings back anna's old sign-in")
	}
	annasClient.SignIn("anna")
	in.Post(path+"/password", "password", "short").WantStatus(http.StatusUnprocessableEntity, "short password")
	in.Post(path+"/password", "password", "another horse battery").WantRedirect("/accounts?done=password")
	if annasClient.IsSignedIn() {
		t.Error("anna's sign-in with the old password has not ended")
	}
	annasClient.Post("/signin", "name", "anna", "password", "another horse battery").WantRedirect("/")

	self := "/accounts/" + strconv.FormatInt(boss.ID, 10)
	in.Post(self+"/disabled", "disabled", "true").WantStatus(http.StatusBadRequest, "disabling oneself")
	in.Post(self+"/password", "password", "another horse battery").WantStatus(http.StatusBadRequest, "a password for oneself without the current one")
	for _, action := range []string{"/disabled", "/password"} {
		in.Post("/accounts/4711"+action, "password", webtest.SomePassword, "disabled", "true").WantStatus(http.StatusNotFound, "%s of an unknown account", action)
	}
}
