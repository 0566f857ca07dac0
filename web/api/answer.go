package api

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// apiFormats are those that the API speaks: JSON.
func apiFormats() map[string]huma.Format {
	format := huma.Format{Marshal: writeJSON, Unmarshal: json.Unmarshal}
	return map[string]huma.Format{"application/json": format, "json": format}
}

// deferredWriter delays WriteHeader until the first Write, because huma sets the
// status before encoding, which may fail.
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
