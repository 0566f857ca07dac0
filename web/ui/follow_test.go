package ui_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/follow"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// An administrator follows a contest of an allowed judge system. The account is stored encrypted, and no page shows it. A
// chief judge of the contest stops following and starts it again. Forms with other judge systems are refused.
func TestFollow(t *testing.T) {
	t.Parallel()
	const system, secret = "https://judge.example/api/", "hunter2hunter2"
	changed := 0
	fixed := []contest.Following{{URL: system, SystemID: "fixed", Active: true, Reason: i18n.Verbatim("not loaded yet")}}
	in := webtest.NewSite(t, func(o *web.Options) {
		o.Follow = access.FollowOptions{
			Systems: []string{system}, OnChange: func() { changed++ }, FromFlags: func() []contest.Following { return fixed },
			Encrypt: func(a follow.Account) ([]byte, error) {
				return []byte(strings.ToUpper(fmt.Sprint(a))), nil // a stand-in for encryption
			},
		}
	})
	in.AddUser("boss", true)
	in.SignIn("boss")
	for name, form := range map[string][]string{
		"another judge system": {"system", "https://10.0.0.1/", "contest", "f26", "name", "finals"},
		"no judge system":      {"contest", "f26", "name", "finals"},
		"no contest":           {"system", system, "contest", " ", "name", "finals"},
		"no name":              {"system", system, "contest", "f26"},
		"two accounts":         {"system", system, "contest", "f26", "name", "finals", "user", "jury", "token", "x"},
		"no password":          {"system", system, "contest", "f26", "name", "finals", "user", "jury"},
		"a password and token": {"system", system, "contest", "f26", "name", "finals", "password", secret, "token", "x"},
		"dots as contest":      {"system", system, "contest", "..", "name", "finals"},
		"no user name":         {"system", system, "contest", "f26", "name", "finals", "password", secret},
	} {
		a := in.Post("/follow", form...)
		if a.Status != http.StatusUnprocessableEntity || len(a.All("p", "id", "problem")) != 1 || strings.Contains(a.Body, secret) {
			t.Errorf("%s: status %d, want 422 with the problem, without the password: %s", name, a.Status, a.Text())
		}
	}
	if list, err := in.DB.Followings(t.Context()); err != nil || len(list) > 0 || changed > 0 {
		t.Errorf("%d rows and error %v after refused forms, want none", len(list), err)
	}
	in.Post("/follow", "system", system, "contest", "f26", "name", "finals", "user", "jury", "password", secret).WantRedirect("/follow?done=started")
	list, err := in.DB.Followings(t.Context())
	if err != nil || len(list) != 1 || !list[0].Active || list[0].SystemID != "f26" || bytes.Contains(list[0].Account, []byte(secret)) || changed != 1 {
		t.Fatalf("stored %+v with error %v and %d changes, want one active row with an encrypted account", list, err, changed)
	}
	page := in.Page("/follow?done=started")
	webtest.Mention(t, page.Text(), "finals", system, "contest f26", "The server starts to follow the contest.", "Following", "Stop following")
	if strings.Contains(page.Body, secret) || strings.Contains(page.Body, strings.ToUpper(secret)) {
		t.Error("the page has the password")
	}
	in.Post("/follow", "system", system, "contest", "f26", "name", "finals").WantStatus(http.StatusUnprocessableEntity, "followed twice")
	a := in.Post("/follow", "system", system, "contest", "f26", "name", "finale")
	webtest.Mention(t, a.Text(), "in the list already, with the name finals")
	in.Post("/follow", "system", system, "contest", "typo", "name", "wrong").WantRedirect("/follow?done=started")
	in.Post("/follow/remove", "name", "wrong").WantRedirect("/follow?done=removed")
	if page := in.Page("/follow?done=removed"); strings.Contains(page.Body, "typo") || changed != 3 {
		t.Errorf("%d changes, and the page after the removal: %s", changed, page.Text())
	}
	webtest.Mention(t, in.Page("/log").Text(), "Removed the contest wrong")

	in.Post("/follow", "system", system, "contest", "f99", "name", "elsewhere").WantRedirect("/follow?done=started")

	// The list has the contests of flags, with their states. Chief judges of such a contest see it, and nobody can stop it.
	page = in.Page("/follow")
	webtest.Mention(t, page.Text(), "fixed", "Waiting", "not loaded yet", "Set by whoever runs the server")
	other := in.AddChecked("flagged")
	fixed[0].Name, fixed[0].Active, fixed[0].Reason = "flagged", false, i18n.Text{}
	webtest.Must(t, in.DB.SaveWatch(t.Context(), contest.Watch{ContestID: other.Contest, State: contest.WatchEnded, StartedAt: time.Now()}))
	webtest.Mention(t, in.Page("/follow").Text(), "Ended")
	flagged := fmt.Sprintf("/contests/%d/", other.Contest)
	for _, path := range []string{flagged + "live", flagged + "follow"} {
		a := in.Page(path)
		webtest.Mention(t, a.Text(), "The server does not follow the contest.", "Set by whoever runs the server")
		if len(a.All("form", "action", flagged+"follow/active")) > 0 && len(a.All("button", "aria-label", "Follow flagged")) > 0 {
			t.Errorf("%s has a button that starts what a flag names", path)
		}
	}
	in.Post(flagged+"follow", "system", system, "contest", "f28").WantStatus(http.StatusUnprocessableEntity, "another following of the contest of a flag")

	never := fmt.Sprintf("/contests/%d/", in.AddChecked("never followed").Contest)
	in.Page(never+"live").One("a", "href", never+"follow")

	c := in.AddChecked("finals")
	anna := in.AddMember(c.Contest, "anna", account.Chief)
	chief := in.NewClient(t).SignIn("anna")
	path := fmt.Sprintf("/contests/%d/", c.Contest)
	webtest.Mention(t, chief.Page(path+"live").Text(), "The server follows the contest.")
	chief.Post(path+"follow/active", "active", "false").WantRedirect(path + "live?done=stopped")
	webtest.Mention(t, chief.Page(path+"live?done=stopped").Text(), "The server does not follow the contest.", "The server stops following the contest.")
	webtest.Mention(t, in.Page("/follow").Text(), "Stopped")
	chief.Post(path+"follow/active", "active", "true").WantRedirect(path + "live?done=started")
	if list, err := in.DB.Followings(t.Context()); err != nil || !list[1].Active || list[1].Account == nil || changed != 6 {
		t.Errorf("stored %+v with error %v, want an active row with its account", list, err)
	}
	w := webtest.FollowingWatch(c.Contest)
	w.State, w.Reason = contest.WatchReconnecting, i18n.Verbatim("submissions/Anna Karenina/a.cpp cannot be read")
	in.SetWatch(w)
	webtest.Mention(t, chief.Page(path+"live").Text(), "no submission is lost. The log of ojcheck serve gives the reason")
	webtest.Mention(t, chief.Page(path+"log").Text(), "Made the server stop following the contest finals", "Made the server follow the contest finals")
	chief.Post(path+"follow/active", "active", "perhaps").WantStatus(http.StatusBadRequest, "an invalid form")

	// With an account of her own she makes the server follow another contest of the judge system, until she removes it.
	form := []string{"system", system, "contest", "f27", "user", "anna", "password", secret}
	if a := chief.Post(path+"follow", form...); a.Status != http.StatusUnprocessableEntity || strings.Contains(a.Body, secret) {
		t.Errorf("followed twice: status %d, want 422 without the password", a.Status)
	}
	chief.Post(path+"follow/active", "active", "false").WantRedirect(path + "live?done=stopped")
	before := changed
	for name, form := range map[string][]string{
		"the server's own account": {"system", system, "contest", "f27"},
		"another judge system":     {"system", "http://169.254.169.254/", "contest", "f27", "token", secret},
		"dots":                     {"system", system, "contest", "..", "token", secret},
		"the contest of others":    {"system", system, "contest", "f99", "token", secret},
		"the contest of a flag":    {"system", system, "contest", "fixed", "token", secret},
	} {
		a := chief.Post(path+"follow", form...)
		if a.Status != http.StatusUnprocessableEntity || len(a.All("p", "id", "problem")) != 1 || strings.Contains(a.Body, secret) || strings.Contains(a.Body, "elsewhere") {
			t.Errorf("%s: status %d, want 422 with the problem, without the password and names of other contests: %s", name, a.Status, a.Text())
		}
	}
	if changed != before {
		t.Error("a refused form has changed what is followed")
	}
	chief.Post(path+"follow", append(form, "name", "elsewhere")...).WantRedirect(path + "live?done=started")
	if list, err = in.DB.Followings(t.Context()); err != nil || len(list) != 2 || list[1].Name != "finals" || list[1].SystemID != "f27" || bytes.Contains(list[1].Account, []byte(secret)) {
		t.Errorf("stored %+v with error %v, want finals with the new contest and an encrypted account", list, err)
	}
	webtest.Mention(t, chief.Page(path+"follow").Text(), system, "contest f27", "The server follows the contest.", "Remove")
	webtest.Mention(t, chief.Page(path+"log").Text(), "Made the server follow the contest finals from "+system+"contests/f27")
	chief.Post(path + "follow/remove").WantRedirect(path + "live?done=removed")
	if f, err := in.DB.Followings(t.Context()); err != nil || len(f) != 1 {
		t.Errorf("stored %+v with error %v after the removal, want only that of the other contest", f, err)
	}
	chief.Post(path+"follow", form...).WantRedirect(path + "live?done=started")

	// The reason may name somebody: the page of a blind contest does not show it.
	stored, err := in.DB.Followings(t.Context())
	webtest.Must(t, err)
	stored[1].Active, stored[1].Reason = false, i18n.Verbatim("submissions/Anna Karenina/a.cpp cannot be read")
	webtest.Must(t, in.DB.SaveFollowing(t.Context(), stored[1]))
	for _, a := range []webtest.Answer{in.Page("/follow"), chief.Page(path + "live"), chief.Page(path + "follow")} {
		if strings.Contains(a.Body, "Karenina") || !strings.Contains(a.Body, "hidden here") || strings.Contains(a.Body, "output of ojcheck watch") {
			t.Errorf("the page of a blind contest shows the reason: %s", a.Text())
		}
	}

	// At the end of the contest its account is deleted. Then nobody can start it again with the server's account.
	webtest.Must(t, in.DB.SetFollowing(t.Context(), review.CommandLine, "finals", true))
	stored, err = in.DB.Followings(t.Context())
	webtest.Must(t, err)
	stored[1].Active = false
	webtest.Must(t, in.DB.SaveFollowing(t.Context(), stored[1]))
	for _, a := range []webtest.Answer{in.Page("/follow"), chief.Page(path + "follow")} {
		if webtest.Mention(t, a.Text(), "The account was deleted when the contest ended."); len(a.All("button", "aria-label", "Follow finals")) > 0 {
			t.Error("the page has a button that follows the contest without its account")
		}
	}
	chief.Post(path+"follow/active", "active", "true").WantStatus(http.StatusUnprocessableEntity, "followed without the account")

	// Contests "autumn" and "autumn " are two: a judge system may send such a title.
	spaced := in.AddChecked("autumn ")
	in.SetMember(spaced.Contest, anna.ID, account.Chief)
	path = fmt.Sprintf("/contests/%d/", spaced.Contest)
	chief.Post(path+"follow", "system", system, "contest", "f30", "token", secret).WantRedirect(path + "live?done=started")
	if list, err := in.DB.Followings(t.Context()); err != nil || list[0].Name != "autumn " {
		t.Errorf("stored %+v with error %v, want the chief judge's own contest", list, err)
	}
}
