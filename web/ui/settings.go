package ui

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/httperr"
	"github.com/ojcheck/ojcheck/web/request"
)

// settingsView is what the page of a contest's settings shows.
type settingsView struct {
	Contest  contest.Contest
	Contents contest.Contents // what goes when it is deleted
	Delete   bool             // the viewer may delete it
	Failure  string           // why it was not deleted
}

// Settings shows how a contest is reviewed.
func (s *Site) Settings(w http.ResponseWriter, r *http.Request, rd loader, c contest.Contest) error {
	return s.showSettings(w, r, rd, c, http.StatusOK, "")
}

func (s *Site) showSettings(w http.ResponseWriter, r *http.Request, rd loader, c contest.Contest, status int, failure string) error {
	view := settingsView{Contest: c, Delete: rd.Viewer().May(account.Administrator), Failure: failure}
	if view.Delete {
		var err error
		if view.Contents, err = rd.Contents(r.Context(), c); err != nil {
			return err
		}
	}
	return s.show(w, r, status, settingsPage(view))
}

// SetSettings stores what a chief judge chose.
func (s *Site) SetSettings(w http.ResponseWriter, r *http.Request, rd loader, c contest.Contest) error {
	if err := request.ParseForm(w, r); err != nil {
		return err
	}
	agreement, err := strconv.Atoi(r.PostFormValue("agreement"))
	if err != nil {
		return httperr.BadRequest("How many reviewers must agree is a whole number.", "Go back and correct it.")
	}
	blind, ok := parseBlind(r.PostForm["blind"])
	if !ok {
		return httperr.BadRequest("Whether the review is blind was not said.", "Reload the page of the settings and send its form, or set blind to true or false.")
	}
	if err := rd.SetAgreement(r.Context(), c.ID, agreement); err != nil {
		if errors.Is(err, review.ErrRefused) {
			return httperr.BadRequest("From 1 to 9 reviewers can be asked to agree.", "Go back and correct it.")
		}
		return err
	}
	if err := rd.SetBlind(r.Context(), c.ID, blind); err != nil {
		return err
	}
	return seeOther(w, r, settingsPath(c.ID))
}

// parseBlind reads "true" or "false", the last of several: a form sends "false" hidden, then "true" where the box is
// ticked, so that a missing field reveals nobody.
func parseBlind(values []string) (blind, ok bool) {
	if len(values) == 0 {
		return false, false
	}
	switch values[len(values)-1] {
	case "true":
		return true, true
	case "false":
		return false, true
	}
	return false, false
}

// DeleteContest deletes a contest whose name was typed.
func (s *Site) DeleteContest(w http.ResponseWriter, r *http.Request, rd loader, c contest.Contest) error {
	if err := request.ParseForm(w, r); err != nil {
		return err
	}
	if request.OneLine(r.PostFormValue("name")) != request.OneLine(c.Name) {
		return s.showSettings(w, r, rd, c, http.StatusUnprocessableEntity, "Nothing was deleted: what was typed is not the name of the contest.")
	}
	err := rd.DeleteContest(r.Context(), c.ID)
	if errors.Is(err, contest.ErrInUse) {
		return s.showSettings(w, r, rd, c, http.StatusConflict, "Nothing was deleted: a check or an import is working on the contest. Try again when it is done.")
	}
	if err != nil {
		return err
	}
	return seeOther(w, r, "/")
}

func settingsPath(contestID int64) string { return fmt.Sprintf("/contests/%d/settings", contestID) }
