package ui

import (
	"errors"
	"net/http"
	"slices"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/httperr"
	"github.com/ojcheck/ojcheck/web/request"
)

// membersView is what the page of a contest's members shows.
type membersView struct {
	Contest contest.Contest
	Members []account.Member
	Notice  string // what has just been done, in words
	Name    string // as it was typed into the form
	Problem string
}

// membersDone tells of what has been done, by the word for it in the address.
var membersNotices = map[string]string{
	"set":     "The role is given.",
	"removed": "The account is no member any more.",
}

// members lists who may see a contest, and what they may do there.
func (s *Site) Members(w http.ResponseWriter, r *http.Request) error {
	return s.showMembers(w, r, http.StatusOK, membersView{Notice: membersNotices[r.URL.Query().Get("done")]})
}

func (s *Site) showMembers(w http.ResponseWriter, r *http.Request, status int, view membersView) error {
	id, err := request.PathID(r)
	if err != nil {
		return err
	}
	if view.Contest, err = s.read(r).Contest(r.Context(), id); err != nil {
		return err
	}
	if view.Members, err = s.read(r).Members(r.Context(), id); err != nil {
		return err
	}
	return s.show(w, r, status, membersPage(view))
}

// noRole stands in the form for [account.NoRole].
const noRole = "none"

// setMember gives an account, which is named, a role in the contest, or none.
func (s *Site) SetMember(w http.ResponseWriter, r *http.Request) error {
	if err := request.ParseForm(w, r); err != nil {
		return err
	}
	id, err := request.PathID(r)
	if err != nil {
		return err
	}
	role, done := account.Role(r.PostForm.Get("role")), "set"
	if role == noRole {
		role, done = account.NoRole, "removed"
	} else if !slices.Contains(account.Roles(), role) {
		return httperr.BadRequest("There is no such role.", "Go back and choose one.")
	}
	name := r.PostForm.Get("name")
	user, err := s.read(r).SetMember(r.Context(), id, name, role)
	switch {
	case errors.Is(err, contest.ErrNotFound):
		return s.showMembers(w, r, http.StatusUnprocessableEntity, membersView{Name: name, Problem: "There is no account of this name. An administrator adds accounts."})
	case err != nil:
		return err
	}
	to := "/contests/" + strconv.FormatInt(id, 10) + "/members?done=" + done
	if v, _ := access.ViewerFrom(r.Context()); user.ID == v.ID && !v.Administrator && !role.May(account.Chief) {
		to = "/" // they have given up what opens this page
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}
