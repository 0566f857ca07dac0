package web

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
)

// contestView is what the page of a contest shows.
type contestView struct {
	Contest contest.Contest
	Checks  []contest.Check // newest first
	Form    uploadForm
	Chief   bool // the viewer may upload, and say who is a member
}

// contest lists the checks of a contest.
func (s *Server) contest(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID(r)
	if err != nil {
		return err
	}
	rd := s.read(r)
	c, err := rd.contest(r.Context(), id)
	if err != nil {
		return err
	}
	checks, err := rd.checks(r.Context(), id)
	if err != nil {
		return err
	}
	form := s.uploadForm(url.Values{})
	form.Contest = c.Name
	v, _ := viewerFrom(r.Context())
	return s.show(w, r, http.StatusOK, contestPage(contestView{c, checks, form, v.may(account.Chief)}))
}

// pathID reads the id in the address of a page.
func pathID(r *http.Request) (int64, error) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil || id <= 0 {
		return 0, notFound("There is no such page.")
	}
	return id, nil
}

// options tells in which way a check differs from one that was left to itself.
func options(p contest.Parameters) string {
	var list []string
	if p.Verdicts != "judged" {
		list = append(list, p.Verdicts+" verdicts")
	}
	if p.Participants != "official" {
		list = append(list, p.Participants+" participants")
	}
	if p.AcrossProblems {
		list = append(list, "across problems")
	}
	if !p.Templates {
		list = append(list, "own templates counted")
	}
	if p.Language != "" {
		list = append(list, "read as "+p.Language)
	}
	if n := len(p.Base); n > 0 {
		list = append(list, counted(n, "file", "files")+" of base code")
	}
	if len(p.Against) > 0 {
		list = append(list, "earlier: "+strings.Join(p.Against, ", "))
	}
	return strings.Join(list, ", ")
}
