package request

import (
	"context"
	"crypto/rand"
	"net/http"
	"regexp"
)

// IDHeader is the header with the ID of a request, in requests of a proxy and in all answers.
const IDHeader = "X-Request-Id"

// wellFormedID matches the IDs that proxies usually send: UUIDs, and the $request_id of nginx.
var wellFormedID = regexp.MustCompile(`^[A-Za-z0-9_-]{8,64}$`)

// NewID returns the ID that a proxy gave the request, or a random ID: other clients could choose what the log says.
func (e Exposure) NewID(r *http.Request) string {
	if id := r.Header.Get(IDHeader); e.BehindProxy && wellFormedID.MatchString(id) {
		return id
	}
	return rand.Text()
}

type idKey struct{}

// WithID returns a context with the ID of a request.
func WithID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, idKey{}, id)
}

// ID returns the ID of a request from its context; "" for none.
func ID(ctx context.Context) string {
	id, _ := ctx.Value(idKey{}).(string)
	return id
}
