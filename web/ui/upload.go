package ui

import (
	"net/http"

	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/web/request"
)

// upload takes an archive and starts its check.
func (s *Site) Upload(w http.ResponseWriter, r *http.Request) error {
	rd := s.read(r)
	upload, remove, err := s.uploads.Receive(w, r, rd.Reader, request.SetField)
	if err != nil {
		return err
	}
	return s.startJob(w, r, rd, upload, remove)
}

// checkAgain starts a check of the stored submissions of a contest.
func (s *Site) CheckAgain(w http.ResponseWriter, r *http.Request) error {
	rd := s.read(r)
	c, err := request.ByID(r, rd.Contest)
	if err != nil {
		return err
	}
	if err := request.ParseForm(w, r); err != nil {
		return err
	}
	upload := jobs.Upload{Contest: c.Name, Stored: c.ID, Settings: s.uploads.Defaults()}
	if err := request.SetFields(&upload, r.PostForm); err != nil {
		return err
	}
	upload.Contest = c.Name
	return s.startJob(w, r, rd, upload, func() {})
}

// startJob starts the job of an upload, and leads to the page of its progress.
func (s *Site) startJob(w http.ResponseWriter, r *http.Request, rd loader, upload jobs.Upload, remove func()) error {
	id, err := s.uploads.Start(r.Context(), rd.Reader, upload, remove)
	if err != nil {
		return err
	}
	http.Redirect(w, r, "/uploads/"+id, http.StatusSeeOther)
	return nil
}
