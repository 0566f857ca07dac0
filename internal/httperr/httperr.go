// Package httperr has the errors that pages and API show: a status, what is wrong, and what to do.
package httperr

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"syscall"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// Error is an error that pages and API show.
type Error struct {
	Status  int
	Title   i18n.Key // of the page; the API uses the name of the status
	Message error    // pages translate it by [i18n.Printer.Err]; the API and scripts get it in English
	Advice  error    // what to do, translated like Message; nil for none
	// RetryAfter is the header Retry-After: the seconds to wait before the next try. 0 sends no header.
	RetryAfter int
}

// New returns an error. In the message, args replace the verbs, such as %s.
func New(status int, title, message, advice i18n.Key, args ...any) *Error {
	return &Error{Status: status, Title: title, Message: i18n.Errorf(message, args...), Advice: i18n.Errorf(advice)}
}

// SetHeader sets the header Retry-After if e has one.
func (e *Error) SetHeader(h http.Header) {
	if e.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(e.RetryAfter))
	}
}

func (e *Error) Error() string {
	return fmt.Sprintf("%d %s: %s", e.Status, i18n.English().T(e.Title), e.Message)
}

// Text returns message and advice in English.
func (e *Error) Text() string {
	if e.Advice == nil {
		return e.Message.Error()
	}
	return e.Message.Error() + " " + e.Advice.Error()
}

// ErrForbidden is the error for what the viewer's role does not allow.
var ErrForbidden = New(http.StatusForbidden, "Not allowed", "Your role does not allow this.",
	"Ask a chief judge of the contest, or an administrator of this installation.")

// NotFound returns an error for an address without a page.
func NotFound(message i18n.Key) *Error {
	return New(http.StatusNotFound, "Not found", message, "Start from the list of contests.")
}

// BadRequest returns an error for a malformed form or address. In the message, args replace the verbs, such as %s.
func BadRequest(message, advice i18n.Key, args ...any) *Error {
	return New(http.StatusBadRequest, "Invalid request", message, advice, args...)
}

// EnglishMessage is a message of the API, which is not translated.
type EnglishMessage string

func (e EnglishMessage) Error() string { return string(e) }

// English returns an error of the API.
func English(status int, message, advice string) *Error {
	return &Error{Status: status, Message: EnglishMessage(message), Advice: EnglishMessage(advice)}
}

// Unprocessable returns an error of the API for a value that is well-formed but invalid.
func Unprocessable(message, advice string) *Error {
	return English(http.StatusUnprocessableEntity, message, advice)
}

// InvalidReview returns an error for a decision that cannot be stored. It has no advice, because often nothing can be corrected.
func InvalidReview(reason error) *Error {
	return &Error{Status: http.StatusUnprocessableEntity, Title: "Decision not stored", Message: reason}
}

// NotStored returns an error for a form with values that cannot be stored.
func NotStored(reason error) *Error {
	return &Error{Status: http.StatusUnprocessableEntity, Title: "Not stored", Message: reason,
		Advice: i18n.Errorf("Correct it and try again.")}
}

// Describe returns the error to show to the user. An unknown error becomes status 500 without details.
func Describe(err error) *Error {
	var shown *Error
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &shown):
		return shown
	case errors.Is(err, contest.ErrNotFound):
		return NotFound("There is nothing at this address.")
	case errors.Is(err, contest.ErrErased):
		return New(http.StatusGone, "The program was erased", contest.ErasedReason,
			"Scores, decisions and the log are still there.")
	case errors.As(err, &tooLarge):
		return New(http.StatusRequestEntityTooLarge, "Too large", "The upload is larger than %s.",
			"Leave out files that are not submissions, upload the problems one by one, "+
				"or run \"ojcheck check\" on the file: the command has no such limit.", i18n.Size(tooLarge.Limit))
	case errors.Is(err, contest.ErrDiskFull):
		return New(http.StatusInsufficientStorage, "The disk is full", "The disk of the database is full.",
			"Free some space on it and try again. Nothing that was stored is lost.")
	case errors.Is(err, contest.ErrTooManyConnections):
		return &Error{
			Status: http.StatusServiceUnavailable, Title: "Too busy", RetryAfter: 5,
			Message: i18n.Errorf("The database has no free connection."),
			Advice:  i18n.Errorf("Try again in a few seconds. If it happens often, raise max_connections of the database."),
		}
	// ErrJobLockLost: the database session that holds the jobs has ended, as it does when the database restarts.
	case errors.Is(err, contest.ErrUnavailable), errors.Is(err, contest.ErrJobLockLost):
		return &Error{
			Status: http.StatusServiceUnavailable, Title: "The database is restarting", RetryAfter: 3,
			Message: i18n.Errorf("The database is restarting, or it cannot be reached."),
			Advice:  i18n.Errorf("Try again in a few seconds. Nothing that was stored is lost."),
		}
	case errors.Is(err, syscall.ENOSPC):
		return New(http.StatusInsufficientStorage, "The disk is full", "There is no room on the disk of the server.",
			"Free some space on it and try again. Nothing was lost.")
	default:
		return New(http.StatusInternalServerError, "Server error", "The page could not be shown.",
			"Try again. If it fails again, the reason is in the output of ojcheck serve.")
	}
}
