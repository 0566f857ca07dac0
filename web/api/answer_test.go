package api

import (
	"errors"
	"math"
	"net/http"
	"net/http/httptest"
	"testing"
)

// What cannot be encoded is refused with a status of its own, before anything of
// the answer has gone.
func TestHeldAnswer(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		v      any
		status int
		body   string
	}{
		{"a value", []string{"<a>"}, http.StatusCreated, "[\"<a>\"]\n"},
		{"what is no JSON", math.NaN(), http.StatusInternalServerError, "refused"},
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
		deferred.release()
		if recorder.Code != test.status || recorder.Body.String() != test.body {
			t.Errorf("%s: status %d, %q", test.name, recorder.Code, recorder.Body)
		}
	}
	errGone := errors.New("gone")
	if err := writeJSON(failingWriter{errGone}, "x"); !errors.Is(err, errGone) {
		t.Errorf("the reader has gone: %v", err)
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }
