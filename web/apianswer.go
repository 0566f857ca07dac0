package web

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

// heldAnswer holds the status of an answer back until there is something to be
// written: huma sets it before it has encoded what follows, which may fail.
type heldAnswer struct {
	http.ResponseWriter
	status int // 0 once it has gone, and before it is set
	refuse func(error)
}

func (w *heldAnswer) WriteHeader(status int) { w.status = status }

func (w *heldAnswer) Write(b []byte) (int, error) {
	w.release()
	return w.ResponseWriter.Write(b)
}

// release sends the status.
func (w *heldAnswer) release() {
	if w.status != 0 {
		w.ResponseWriter.WriteHeader(w.status)
		w.status = 0
	}
}

// Unwrap is for http.ResponseController.
func (w *heldAnswer) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// writeJSON writes a value, or refuses the request where there is no JSON of it.
func writeJSON(w io.Writer, v any) error {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	if held, ok := w.(*heldAnswer); ok && err != nil {
		held.status = 0
		held.refuse(err)
		return nil
	}
	if err == nil {
		_, err = w.Write(b.Bytes())
	}
	return err
}
