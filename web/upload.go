package web

import "net/http"

// upload takes an archive and starts its check.
func (s *Site) upload(w http.ResponseWriter, r *http.Request) error {
	rd := s.read(r)
	upload, remove, err := s.uploads.receive(w, r, rd.Reader, setField)
	if err != nil {
		return err
	}
	return s.startJob(w, r, rd, upload, remove)
}

// checkAgain starts a check of the stored submissions of a contest.
func (s *Site) checkAgain(w http.ResponseWriter, r *http.Request) error {
	rd := s.read(r)
	c, err := byID(r, rd.Contest)
	if err != nil {
		return err
	}
	if err := parseForm(w, r); err != nil {
		return err
	}
	upload := Upload{Contest: c.Name, Stored: c.ID, Settings: s.uploads.defaults()}
	if err := setFields(&upload, r.PostForm); err != nil {
		return err
	}
	upload.Contest = c.Name
	return s.startJob(w, r, rd, upload, func() {})
}

// startJob starts the job of an upload, and leads to the page of its progress.
func (s *Site) startJob(w http.ResponseWriter, r *http.Request, rd loader, upload Upload, remove func()) error {
	id, err := s.uploads.start(r.Context(), rd.Reader, upload, remove)
	if err != nil {
		return err
	}
	http.Redirect(w, r, "/uploads/"+id, http.StatusSeeOther)
	return nil
}
