// Package httperr has the errors that pages and API show to people: a status, what is wrong, and what to do about it.
package httperr

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"syscall"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
)

// Error is an error that pages and API show unchanged.
type Error struct {
	Status  int
	Title   string // of the page; the API uses the name of the status
	Message string
	Advice  string // what to do; may be empty
	// RetryAfter is when to try again, in seconds, for the header Retry-After; 0 sends none.
	RetryAfter int
}

// SetHeader sets the headers of an answer with the error.
func (e *Error) SetHeader(h http.Header) {
	if e.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(e.RetryAfter))
	}
}

func (e *Error) Error() string { return fmt.Sprintf("%d %s: %s", e.Status, e.Title, e.Message) }

// ErrForbidden refuses what the viewer's role does not allow.
var ErrForbidden = &Error{
	Status: http.StatusForbidden, Title: "Not allowed",
	Message: "Your role does not allow this.",
	Advice:  "Ask a chief judge of the contest, or an administrator of this installation.",
}

// NotFound returns an error for an address without a page.
func NotFound(message string) error {
	return &Error{Status: http.StatusNotFound, Title: "Not found", Message: message, Advice: "Start from the list of contests."}
}

// BadRequest returns an error for a form or an address that cannot be used.
func BadRequest(message, advice string) error {
	return &Error{Status: http.StatusBadRequest, Title: "Invalid request", Message: message, Advice: advice}
}

// Unprocessable returns an error for a value that can be read, but not used.
func Unprocessable(message, advice string) error {
	return &Error{Status: http.StatusUnprocessableEntity, Message: message, Advice: advice}
}

// InvalidReview returns an error for an invalid review.
func InvalidReview(message string) error {
	return &Error{Status: http.StatusUnprocessableEntity, Title: "Decision not stored", Message: message, Advice: "Go back to the pair and decide again."}
}

// NotStored returns an error for a form whose values cannot be stored.
func NotStored(message string) error {
	return &Error{Status: http.StatusUnprocessableEntity, Title: "Not stored", Message: message, Advice: "Go back and correct it."}
}

// Describe returns the error to show to the user. Unknown errors become a 500 without details, which belong in the log.
func Describe(err error) *Error {
	var known *Error
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, contest.ErrNotFound):
		return Describe(NotFound("There is nothing at this address."))
	case errors.Is(err, contest.ErrErased):
		return &Error{
			Status: http.StatusGone, Title: "The program was erased",
			Message: "A program was erased: a person asked for it, or the contest stores programs for some days only.",
			Advice:  "Scores, decisions and the log are still there.",
		}
	case errors.As(err, &tooLarge):
		return &Error{
			Status: http.StatusRequestEntityTooLarge, Title: "Too large",
			Message: fmt.Sprintf("The upload is larger than %s.", text.Bytes(tooLarge.Limit)),
			Advice: "Leave out files that are not submissions, upload the problems one by one, " +
				"or run \"ojcheck check\" on the file: the command has no such limit.",
		}
	case errors.Is(err, contest.ErrDiskFull):
		return &Error{
			Status: http.StatusInsufficientStorage, Title: "The disk is full",
			Message: "The disk of the database is full.",
			Advice:  "Free some space on it and try again. Nothing that was stored is lost.",
		}
	case errors.Is(err, contest.ErrTooManyConnections):
		return &Error{
			Status: http.StatusServiceUnavailable, Title: "Too busy", RetryAfter: 5,
			Message: "The database has no free connection.",
			Advice:  "Try again in some seconds. If it happens often, raise max_connections of the database.",
		}
	case errors.Is(err, contest.ErrUnavailable):
		return &Error{
			Status: http.StatusServiceUnavailable, Title: "The database is restarting", RetryAfter: 3,
			Message: "The database is restarting, or it cannot be reached.",
			Advice:  "Try again in some seconds. Nothing that was stored is lost.",
		}
	case errors.Is(err, syscall.ENOSPC):
		return &Error{
			Status: http.StatusInsufficientStorage, Title: "The disk is full",
			Message: "There is no room on the disk of the server.",
			Advice:  "Free some space on it and try again. Nothing was lost.",
		}
	default:
		return &Error{
			Status: http.StatusInternalServerError, Title: "Server error",
			Message: "The page could not be shown.",
			Advice:  "Try again. If it fails again, the reason is in the output of ojcheck serve.",
		}
	}
}
