package ui_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// Each page with a list that the keys walk through shows its keys, and only those that the viewer may use.
func TestKeysOfLists(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	c := in.AddChecked("finals")
	check := fmt.Sprintf("/checks/%d", c.Check)
	for _, role := range []account.Role{account.Viewer, account.Reviewer} {
		name := role.String()
		in.AddMember(c.Contest, name, role)
		client := in.NewClient(t).SignIn(name)
		for _, path := range []string{
			"/", check, check + "/clusters?size=2", check + "/clusters/1", check + "/participants",
			fmt.Sprintf("/contests/%d/participants/1", c.Contest), fmt.Sprintf("/submissions/%d", c.Submissions[0].ID),
		} {
			a := client.Page(path)
			if len(a.All("tr", "data-row", "")) == 0 {
				t.Errorf("%s has no rows", path)
			}
			webtest.Mention(t, webtest.TextOf(a.One("dialog", "id", "keys")), "next and previous row")
		}
		keys := webtest.TextOf(client.Page(check).One("dialog", "id", "keys"))
		if selects := strings.Contains(keys, "select the row"); selects != (role == account.Reviewer) {
			t.Errorf("the keys of a %s are %q", role, keys)
		}
		client.Page(check+"/participants?name=nobody").One("dialog", "id", "keys")
	}
}
