package web

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"

	"github.com/ojcheck/ojcheck/web/httperr"
)

var errSignIn = &httperr.Error{
	Status: http.StatusUnauthorized, Title: "Sign in",
	Message: "ojcheck shows nothing without signing in.",
	Advice:  "Sign in at /signin, or open the one-time link that ojcheck serve printed when it started. If it was used already, start ojcheck serve again for a new one.",
}

var errLinkUsed = &httperr.Error{
	Status: http.StatusGone, Title: "This link was used",
	Message: "A sign-in link works once, and until ojcheck serve ends.",
	Advice:  "Start ojcheck serve again: it prints a new link. If you opened this one before in this browser, you are signed in, and the contests are one click away.",
}

// showError answers with an error page, and logs what is the server's fault.
func (s *Server) showError(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, context.Canceled) && r.Context().Err() != nil {
		return // nobody is there to read it
	}
	if isAPI(r) {
		s.showProblem(w, r, err)
		return
	}
	told := httperr.Describe(err)
	if told == errSignIn && askToSignIn(w, r) {
		return
	}
	if told.Status >= 500 {
		s.Log.LogAttrs(r.Context(), slog.LevelError, "page failed",
			slog.String("method", r.Method), slog.String("path", r.URL.Path), slog.Any("error", err))
	}
	if _, sent := bearer(r); sent { // a script reads it, not a person
		if told == errToken {
			w.Header().Set("WWW-Authenticate", `Bearer realm="ojcheck"`)
		}
		http.Error(w, strings.TrimSpace(told.Message+" "+told.Advice), told.Status)
		return
	}
	if err := s.show(w, r, told.Status, errorPage(told)); err != nil {
		s.Log.Error("error page failed", "error", err)
		http.Error(w, told.Message, told.Status)
	}
}
