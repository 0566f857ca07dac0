package api

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"net/http"

	"github.com/ojcheck/ojcheck/internal/apitypes"
	"github.com/ojcheck/ojcheck/web/httperr"
)

// Lists come page by page. A cursor says after which row the next page begins,
// and of which list: the address with its filters. So rows that come or go do not
// shift the others from one page to the next, and a cursor that is sent with
// other filters is refused.

// listOutput is the answer of an operation that lists.
type listOutput[T any] struct{ Body apitypes.List[T] }

const (
	apiPageSize    = 100 // rows of a page, where nothing else is asked for
	apiMaxPageSize = 1000
)

// listOf makes a page of the rows that follow the cursor, which are one more than
// limit where there is another page after it. After returns what a row is found
// by.
func listOf[T any](r *http.Request, rows []T, limit int, after func(T) int64) *listOutput[T] {
	out := &listOutput[T]{apitypes.List[T]{Items: rows}}
	if out.Body.Items == nil {
		out.Body.Items = []T{}
	}
	if len(rows) > limit {
		out.Body.Items = rows[:limit]
		out.Body.Next = newCursor(r, after(rows[limit-1]))
	}
	return out
}

var errCursor = &httperr.Error{
	Status:  http.StatusUnprocessableEntity,
	Message: "The cursor is not one of this list.",
	Advice:  "Send the cursor that the page before has as next, with the same filters, or none for the first page.",
}

// newCursor says after which row of a list the next page begins.
func newCursor(r *http.Request, after int64) string {
	return base64.RawURLEncoding.EncodeToString(binary.BigEndian.AppendUint64(listKey(r), uint64(after)))
}

// parseCursor returns the row after which the page begins, at most most; 0 is
// before the first.
func parseCursor(r *http.Request, cursor string, most int64) (after int64, err error) {
	if cursor == "" {
		return 0, nil
	}
	b, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil || len(b) != 16 {
		return 0, errCursor
	}
	after = int64(binary.BigEndian.Uint64(b[8:]))
	if after < 0 || after > most || newCursor(r, after) != cursor {
		return 0, errCursor
	}
	return after, nil
}

// listKey names a list: its address and filters, in eight bytes.
func listKey(r *http.Request) []byte {
	q := r.URL.Query()
	q.Del("cursor")
	q.Del("limit")
	sum := sha256.Sum256([]byte(r.URL.Path + "?" + q.Encode()))
	return sum[:8]
}
