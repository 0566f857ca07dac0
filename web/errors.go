package web

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"

	"github.com/ojcheck/ojcheck/web/httperr"
)

// showError answers with an error page, and logs what is the server's fault.
func (s *Server) showError(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, context.Canceled) && r.Context().Err() != nil {
		return // nobody is there to read it
	}
	if isAPI(r) {
		s.api.showProblem(w, r, err)
		return
	}
	told := httperr.Describe(err)
	if told == errSignIn && askToSignIn(w, r) {
		return
	}
	if told.Status >= 500 {
		s.log.LogAttrs(r.Context(), slog.LevelError, "page failed",
			slog.String("method", r.Method), slog.String("path", r.URL.Path), slog.Any("error", err))
	}
	if _, sent := bearer(r); sent { // a script reads it, not a person
		if told == errToken {
			w.Header().Set("WWW-Authenticate", `Bearer realm="ojcheck"`)
		}
		http.Error(w, strings.TrimSpace(told.Message+" "+told.Advice), told.Status)
		return
	}
	if err := s.site.showError(w, r, told); err != nil {
		s.log.Error("error page failed", "error", err)
		http.Error(w, told.Message, told.Status)
	}
}
