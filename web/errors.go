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
	answer := httperr.Describe(err)
	if answer == auth.ErrSignIn && ui.AskToSignIn(w, r) {
		return
	}
	if answer.Status >= 500 {
		s.log.LogAttrs(r.Context(), slog.LevelError, "page failed",
			slog.String("method", r.Method), slog.String("path", r.URL.Path), slog.Any("error", err))
	}
	if _, sent := auth.BearerToken(r); sent { // a script reads it, not a person
		if answer == auth.ErrToken {
			w.Header().Set("WWW-Authenticate", `Bearer realm="ojcheck"`)
		}
		http.Error(w, strings.TrimSpace(answer.Message+" "+answer.Advice), answer.Status)
		return
	}
	if err := s.Site.ShowError(w, r, answer); err != nil {
		s.log.Error("error page failed", "error", err)
		http.Error(w, answer.Message, answer.Status)
	}
}
