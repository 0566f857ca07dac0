package request

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/httperr"
)

// pathNumber reads the number of a participant or a cluster in the address of a
// page; 0 is what is none.
func PathNumber(r *http.Request) int { return int(positive(r.PathValue("number"))) }

// pathID reads the ID in the address of a page.
func PathID(r *http.Request) (int64, error) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil || id <= 0 {
		return 0, httperr.NotFound("There is no such page.")
	}
	return id, nil
}

// byID reads what the ID in the address of a page names.
func ByID[T any](r *http.Request, read func(context.Context, int64) (T, error)) (T, error) {
	id, err := PathID(r)
	if err != nil {
		var none T
		return none, err
	}
	return read(r.Context(), id)
}

// maxForm limits a form without files, in bytes.
const MaxForm = 64 << 10

// maxDecision limits what a form of the decision panel may send, in bytes: a
// note of review.MaxNote, written with %XX for each byte, and the rest.
const MaxDecision = 3*review.MaxNote + 4<<10

// parseForm reads a form without files into r.PostForm.
func ParseForm(w http.ResponseWriter, r *http.Request) error {
	r.Body = http.MaxBytesReader(w, r.Body, MaxForm)
	err := r.ParseForm()
	var tooLarge *http.MaxBytesError
	if err != nil && !errors.As(err, &tooLarge) {
		return httperr.BadRequest("The form could not be read.", "Go back and send it again.")
	}
	return err
}
