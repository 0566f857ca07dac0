package request

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/ojcheck/ojcheck/internal/httperr"
)

// BodyLimits say how slowly the body of a request may arrive, and a client may take an answer. A zero field means its default.
type BodyLimits struct {
	SignedOut time.Duration // longest time for the whole body, if the sender is not signed in; 10 s by default
	Window    time.Duration // longest time in which a user must send MinBytes, or the rest of the body; 30 s by default
	MinBytes  int64         // that a user must send within each Window; 32 KiB by default
	Answer    time.Duration // longest time in which a client must take the next 32 KiB of an answer; 2 minutes by default
}

// ErrSlow is the error for a body that arrives too slowly.
var ErrSlow = httperr.New(http.StatusRequestTimeout, "Too slow", "What you sent did not arrive in time.",
	"Try again, over a faster connection.")

// LimitBody returns the request with a limited body. The body's Read fails with ErrSlow if the body arrives too slowly.
// Until TrustBody is called, Read also fails with an http.MaxBytesError after MaxForm bytes. LimitBody does not change r,
// because net/http decides by the type of r.Body whether the connection can serve another request.
func LimitBody(w http.ResponseWriter, r *http.Request, limits BodyLimits) *http.Request {
	if r.Body == nil || r.Body == http.NoBody {
		return r
	}
	b := &limitedBody{ReadCloser: r.Body, connection: http.NewResponseController(w), limits: BodyLimits{
		SignedOut: cmp.Or(limits.SignedOut, 10*time.Second),
		Window:    cmp.Or(limits.Window, 30*time.Second),
		MinBytes:  cmp.Or(limits.MinBytes, 32<<10),
	}}
	b.timeLeft = b.limits.SignedOut
	b.setDeadline(time.Now().Add(b.timeLeft)) // for a body that no handler reads: then net/http reads its beginning
	limited := r.WithContext(r.Context())
	limited.Body = b
	return limited
}

// TrustBody lets the body of a user's request have any size. The body may take any time while data arrives steadily, because
// an upload over a slow connection may take hours. Call TrustBody before anything wraps the body.
func TrustBody(r *http.Request) {
	if b, ok := r.Body.(*limitedBody); ok {
		b.timeLeft, b.isTrusted = b.limits.Window, true
	}
}

// limitedBody is the body of a request. Only the time inside Read counts, not the time between two calls of Read.
type limitedBody struct {
	io.ReadCloser
	connection *http.ResponseController
	limits     BodyLimits
	isTrusted  bool
	timeLeft   time.Duration // time for the next MinBytes; if not trusted, for the whole body
	arrived    int64         // bytes since timeLeft was last set to its limit
}

func (b *limitedBody) Read(p []byte) (int, error) {
	start := time.Now()
	b.setDeadline(start.Add(b.timeLeft))
	n, err := b.ReadCloser.Read(p)
	b.timeLeft -= time.Since(start)
	if b.arrived += int64(n); b.isTrusted && b.arrived >= b.limits.MinBytes {
		b.timeLeft, b.arrived = b.limits.Window, 0
	}
	switch {
	case !b.isTrusted && b.arrived > MaxForm:
		err = &http.MaxBytesError{Limit: MaxForm}
	case errors.Is(err, os.ErrDeadlineExceeded):
		err = fmt.Errorf("%w: %w", ErrSlow, err)
	case err != nil:
		b.setDeadline(time.Time{}) // no deadline: it must not limit how long the server waits for the next request
	}
	return n, err
}

// setDeadline does nothing for writers without a connection, as in tests.
func (b *limitedBody) setDeadline(t time.Time) { _ = b.connection.SetReadDeadline(t) }
