package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"syscall"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// pageError is an error that a page tells as it is.
type pageError struct {
	Status  int
	Title   string
	Message string
	Advice  string // what to do; may be empty
}

func (e *pageError) Error() string { return fmt.Sprintf("%d %s: %s", e.Status, e.Title, e.Message) }

var errSignIn = &pageError{
	Status: http.StatusUnauthorized, Title: "Sign in",
	Message: "ojcheck shows nothing without signing in.",
	Advice:  "Sign in at /signin, or open the one-time link that ojcheck serve printed when it started. If it was used already, start ojcheck serve again for a new one.",
}

var errLinkUsed = &pageError{
	Status: http.StatusGone, Title: "This link was used",
	Message: "A sign-in link works once, and until ojcheck serve ends.",
	Advice:  "Start ojcheck serve again: it prints a new link. If you opened this one before in this browser, you are signed in, and the contests are one click away.",
}

func notFound(message string) error {
	return &pageError{
		Status: http.StatusNotFound, Title: "Not found", Message: message,
		Advice: "Start from the list of contests.",
	}
}

func badRequest(message, advice string) error {
	return &pageError{Status: http.StatusBadRequest, Title: "That did not work", Message: message, Advice: advice}
}

// describe maps any error to what the judge is told of it.
func describe(err error) *pageError {
	var known *pageError
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, contest.ErrNotFound):
		return describe(notFound("What this address names is not in the archive."))
	case errors.As(err, &tooLarge):
		return &pageError{
			Status: http.StatusRequestEntityTooLarge, Title: "Too large",
			Message: fmt.Sprintf("The upload is larger than %s.", byteSize(tooLarge.Limit)),
			Advice:  "Leave out what is no submission, upload the problems one by one, or run ojcheck check on the archive itself: that has no such limit.",
		}
	case errors.Is(err, syscall.ENOSPC):
		return &pageError{
			Status: http.StatusInsufficientStorage, Title: "The disk is full",
			Message: "There is no room on the disk of the server.",
			Advice:  "Free some space on it and try again. Nothing was lost.",
		}
	default:
		return &pageError{
			Status: http.StatusInternalServerError, Title: "Something failed",
			Message: "The page could not be made.",
			Advice:  "Try again. If it fails again, the reason is in the output of ojcheck serve.",
		}
	}
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
	told := describe(err)
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
