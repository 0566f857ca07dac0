package api

import (
	"errors"
	"math"
	"net/http"
	"net/http/httptest"
	"testing"
)

// A value that cannot be encoded is answered with an error status, before anything is sent.
func TestDeferredWriter(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		v      any
		status int
		body   string
	}{
		{"a value", []string{"<a>"}, http.StatusCreated, "[\"<a>\"]\n"},
		{"a value that JSON cannot represent", math.NaN(), http.StatusInternalServerError, "refused"},
	} {
		recorder := httptest.NewRecorder()
		deferred := &deferredWriter{ResponseWriter: recorder, fail: func(error) {
			recorder.WriteHeader(http.StatusInternalServerError)
			_, _ = recorder.WriteString("refused")
		}}
		deferred.WriteHeader(http.StatusCreated)
		if err := writeJSON(deferred, test.v); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		deferred.sendStatus()
		if recorder.Code != test.status || recorder.Body.String() != test.body {
			t.Errorf("%s: status %d, %q; want %d, %q", test.name, recorder.Code, recorder.Body, test.status, test.body)
		}
	}
	errGone := errors.New("gone")
	if err := writeJSON(failingWriter{errGone}, "x"); !errors.Is(err, errGone) {
		t.Errorf("a failed write: got error %v, want %v", err, errGone)
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }
