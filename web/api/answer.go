package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/httperr"
)

// apiFormats are those that the API speaks: JSON.
func apiFormats() map[string]huma.Format {
	format := huma.Format{Marshal: writeJSON, Unmarshal: json.Unmarshal}
	return map[string]huma.Format{"application/json": format, "json": format}
}

// deferredWriter delays WriteHeader until the first Write, because huma sets the status before encoding, which
// may fail.
type deferredWriter struct {
	http.ResponseWriter
	status int // 0 once it has gone, and before it is set
	fail   func(error)
}

func (w *deferredWriter) WriteHeader(status int) { w.status = status }

func (w *deferredWriter) Write(b []byte) (int, error) {
	w.release()
	return w.ResponseWriter.Write(b)
}

// release sends the status.
func (w *deferredWriter) release() {
	if w.status != 0 {
		w.ResponseWriter.WriteHeader(w.status)
		w.status = 0
	}
}

// Unwrap is for http.ResponseController.
func (w *deferredWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// writeJSON writes a value, or refuses the request where there is no JSON of it.
func writeJSON(w io.Writer, v any) error {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	if deferred, ok := w.(*deferredWriter); ok && err != nil {
		deferred.status = 0
		deferred.fail(err)
		return nil
	}
	if err == nil {
		_, err = w.Write(b.Bytes())
	}
	return err
}

// IsRequest reports whether a request is for the API, where errors are problem details (RFC 9457).
func IsRequest(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, Root) }

var errNoToken = &httperr.Error{
	Status:  http.StatusUnauthorized,
	Message: "Nobody has signed in.",
	Advice:  "Make a token on the page of your account, and send it with each request: Authorization: Bearer ojc_...",
}

// problem describes an error, and logs faults of the server.
func (a *API) problem(r *http.Request, err error) *huma.ErrorModel {
	failure := httperr.Describe(err)
	if failure == auth.ErrSignIn {
		failure = errNoToken
	}
	if failure.Status >= 500 && !(errors.Is(err, context.Canceled) && r.Context().Err() != nil) {
		a.Log.LogAttrs(r.Context(), slog.LevelError, "operation failed",
			slog.String("method", r.Method), slog.String("path", r.URL.Path), slog.Any("error", err))
	}
	message := failure.Message
	if failure.Status == http.StatusInternalServerError {
		message = "Something failed in the server."
	}
	return &huma.ErrorModel{
		Status: failure.Status, Title: http.StatusText(failure.Status),
		Detail: strings.TrimSpace(message + " " + failure.Advice),
	}
}

// ShowProblem answers with the problem details of an error outside of operations.
func (a *API) ShowProblem(w http.ResponseWriter, r *http.Request, err error) {
	p := a.problem(r, err)
	if p.Status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Bearer realm="ojcheck"`)
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p) // fails when the reader has gone
}

// explainProblem adds advice to the refusals of huma, and removes the input, which may be large.
func explainProblem(_ huma.Context, _ string, v any) (any, error) {
	p, ok := v.(*huma.ErrorModel)
	if !ok {
		return v, nil
	}
	for _, e := range p.Errors {
		e.Value = nil
	}
	switch {
	case p.Status == http.StatusRequestEntityTooLarge && !strings.Contains(p.Detail, "."):
		p.Detail = "What was sent is too large. Send less at once."
	case p.Status == http.StatusUnsupportedMediaType && len(p.Errors) > 0:
		p.Detail, p.Errors = "The body is of a type that this operation does not read. Send JSON, and say so: Content-Type: application/json.", nil
	case p.Status == http.StatusBadRequest && len(p.Errors) > 0:
		p.Detail = "The body is no JSON. Correct what is listed under errors."
	case p.Status == http.StatusBadRequest && p.Detail == "request body is required":
		p.Detail = "The body is missing. Send JSON, as the description of the operation says."
	case len(p.Errors) > 0:
		p.Detail = "Something of the request is not as it must be. Correct what is listed under errors."
	}
	return p, nil
}
