package ui_test

import (
	"net/http"
	"strconv"
	"testing"

	"github.com/ojcheck/ojcheck/web/webtest"
)

func TestAccounts(t *testing.T) {
	t.Parallel()
	in := webtest.NewInstallation(t)
	boss := in.User("boss", true)
	in.SignIn("boss")
	for name, form := range map[string][]string{
		"taken":      {"name", "Boss", "password", webtest.SomePassword},
		"no name":    {"name", "", "password", webtest.SomePassword},
		"short":      {"name", "anna", "password", "short"},
		"no letters": {"name", "an\x00na", "password", webtest.SomePassword},
	} {
		a := in.Post("/accounts", form...)
		if a.Status != http.StatusUnprocessableEntity || len(a.All("p", "id", "problem")) != 1 {
			t.Errorf("%s: status %d: %s", name, a.Status, a.Text())
		}
	}
	in.Post("/accounts", "name", "anna", "password", webtest.SomePassword).Leads("/accounts?done=added")
	in.Post("/accounts", "name", "vera", "password", webtest.SomePassword, "administrator", "yes").Leads("/accounts?done=added")
	anna, _, err := in.DB.UserByName(t.Context(), "anna")
	if err != nil || anna.Administrator {
		t.Fatalf("anna is %+v, %v", anna, err)
	}
	if vera, _, err := in.DB.UserByName(t.Context(), "vera"); err != nil || !vera.Administrator {
		t.Errorf("vera is %+v, %v", vera, err)
	}
	webtest.Mention(t, in.Page("/accounts?done=added").Text(), "anna", "vera", "The account is added")

	her := in.As(t).SignIn("anna")
	path := "/accounts/" + strconv.FormatInt(anna.ID, 10)
	in.Post(path+"/disabled", "disabled", "true").Leads("/accounts?done=disabled")
	if her.SignedInNow() {
		t.Error("disabled, and yet signed in")
	}
	in.Post(path+"/disabled", "disabled", "false").Leads("/accounts?done=enabled")
	if her.SignedInNow() {
		t.Error("the sign-in of before goes on")
	}
	her.SignIn("anna")
	if a := in.Post(path+"/password", "password", "short"); a.Status != http.StatusUnprocessableEntity {
		t.Errorf("short password: status %d", a.Status)
	}
	in.Post(path+"/password", "password", "another horse battery").Leads("/accounts?done=password")
	if her.SignedInNow() {
		t.Error("signed in with the old password")
	}
	her.Post("/signin", "name", "anna", "password", "another horse battery").Leads("/")

	self := "/accounts/" + strconv.FormatInt(boss.ID, 10)
	if a := in.Post(self+"/disabled", "disabled", "true"); a.Status != http.StatusBadRequest {
		t.Errorf("oneself: status %d", a.Status)
	}
	in.Post(self+"/password", "password", "another horse battery").Leads("/accounts?done=password")
	if !in.SignedInNow() {
		t.Error("a new password for oneself ends this sign-in too")
	}
	for _, action := range []string{"/disabled", "/password"} {
		if a := in.Post("/accounts/4711"+action, "password", webtest.SomePassword, "disabled", "true"); a.Status != http.StatusNotFound {
			t.Errorf("nobody%s: status %d", action, a.Status)
		}
	}
}
