package web

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"

	"github.com/ojcheck/ojcheck/web/api"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/httperr"
	"github.com/ojcheck/ojcheck/web/ui"
)

// showError answers with an error page, and logs what is the server's fault.
func (s *Server) showError(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, context.Canceled) && r.Context().Err() != nil {
		return // nobody is there to read it
	}
	if api.IsRequest(r) {
		s.api.ShowProblem(w, r, err)
		return
	}
	told := httperr.Describe(err)
	if told == auth.ErrSignIn && ui.AskToSignIn(w, r) {
		return
	}
	if told.Status >= 500 {
		s.log.LogAttrs(r.Context(), slog.LevelError, "page failed",
			slog.String("method", r.Method), slog.String("path", r.URL.Path), slog.Any("error", err))
	}
	if _, sent := auth.BearerToken(r); sent { // a script reads it, not a person
		if told == auth.ErrToken {
			w.Header().Set("WWW-Authenticate", `Bearer realm="ojcheck"`)
		}
		http.Error(w, strings.TrimSpace(told.Message+" "+told.Advice), told.Status)
		return
	}
	if err := s.Site.ShowError(w, r, told); err != nil {
		s.log.Error("error page failed", "error", err)
		http.Error(w, told.Message, told.Status)
	}
}
