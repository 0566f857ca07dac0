package ui

import (
	"net/http"
	"strings"
)

// Appeal reopens a settled pair, and leads back to the pair.
func (s *Site) Appeal(w http.ResponseWriter, r *http.Request) error {
	f, err := s.parsePairForm(w, r)
	if err != nil {
		return err
	}
	if err := f.reader.Appeal(r.Context(), f.pair, f.check, cleanText(r.PostFormValue("grounds"))); err != nil {
		return err
	}
	return f.redirect(w, r, f.pair.ID, f.position)
}

// cleanText returns typed text in the form that is stored: with simple line ends, and without blanks around it.
func cleanText(typed string) string {
	return strings.TrimSpace(strings.ReplaceAll(typed, "\r\n", "\n"))
}
