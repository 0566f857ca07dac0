package ui

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

var roleNames = map[account.Role]i18n.Key{
	account.Viewer: "viewer", account.Reviewer: "reviewer", account.Chief: "chief judge", account.Administrator: "administrator",
}

// maxNameChoices is the maximum number of accounts whose names a form proposes. In a larger installation one types a name.
const maxNameChoices = 500

// membersView is the view model of a contest's members.
type membersView struct {
	Contest         contest.Contest
	Members         []account.Member
	IsAdministrator bool     // the viewer
	Names           []string // of accounts, to choose from; only for administrators, and of at most maxNameChoices accounts
	Notice          string   // says what the viewer has just done
	Name            string   // as typed into the form
	Role            account.Role
	InputError      string // what is wrong with the input; "" for nothing
}

// membersNotices are the notices, by the parameter "done" of the address.
var membersNotices = map[string]i18n.Key{
	"removed": "The member is removed.",
}

// memberNotice says what the viewer has just done. The address names the account; its role comes from members.
func memberNotice(r *http.Request, members []account.Member) string {
	p, q := i18n.From(r.Context()), r.URL.Query()
	for _, m := range members {
		if q.Get("done") == "set" && strconv.FormatInt(m.UserID, 10) == q.Get("member") {
			return p.T("%s now has the role %s.", m.Name, p.T(roleNames[m.Role]))
		}
	}
	return doneNotice(r, membersNotices)
}

// Members lists the members of a contest with their roles.
func (s *Site) Members(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest) error {
	return s.showMembers(w, r, reader, http.StatusOK, membersView{Contest: c, Role: account.Reviewer})
}

func (s *Site) showMembers(w http.ResponseWriter, r *http.Request, reader loader, status int, view membersView) (err error) {
	if view.Members, err = reader.Members(r.Context(), view.Contest.ID); err != nil {
		return err
	}
	if r.Method == http.MethodGet {
		view.Notice = memberNotice(r, view.Members)
	}
	if view.IsAdministrator = reader.Viewer().Administrator; view.IsAdministrator {
		if view.Names, err = reader.UserNames(r.Context(), maxNameChoices); err != nil {
			return err
		}
	}
	return s.show(w, r, status, membersPage(i18n.From(r.Context()), view))
}

// noRole is [account.NoRole] in the form.
const noRole = "none"

// SetMember gives an account a role in the contest, or removes the role.
func (s *Site) SetMember(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest) error {
	role, done := account.Role(r.PostForm.Get("role")), "set"
	if role == noRole {
		role, done = account.NoRole, "removed"
	} else if !slices.Contains(account.Roles(), role) {
		return httperr.BadRequest("There is no such role.", "Go back and choose one.")
	}
	name := r.PostForm.Get("name")
	user, err := reader.SetMember(r.Context(), c.ID, name, role)
	if errors.Is(err, contest.ErrNotFound) {
		return s.showMembers(w, r, reader, http.StatusUnprocessableEntity, membersView{
			Contest: c, Name: name, Role: role, InputError: i18n.From(r.Context()).T("No account has this name."),
		})
	}
	if err != nil {
		return err
	}
	to := fmt.Sprintf("%s/members?done=%s&member=%d", contestPath(c.ID), done, user.ID)
	if v := reader.Viewer(); user.ID == v.ID && !v.Administrator && !role.May(account.Chief) {
		to = "/" // they may not see this page any more
	}
	return seeOther(w, r, to)
}
