package web

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/web/api"
)

// health answers /healthz and /readyz, for monitoring, under any host name and without a sign-in. The answers have no
// details: only the log says what is wrong.
type health struct {
	check func(context.Context) error // nil is always ready
	log   *slog.Logger

	unready atomic.Bool // the server is starting or stopping, and so never ready

	mu        sync.Mutex
	checkedAt time.Time // when check was last called
	isReady   bool      // whether the last call of check succeeded
}

const (
	readyFor     = time.Second     // how long a result of check is used again, so that frequent requests cost nothing
	readyTimeout = 3 * time.Second // longest time of a check
)

// serve answers /healthz and /readyz, and passes on other requests.
func (h *health) serve(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			next.ServeHTTP(w, r)
		case r.URL.Path == "/healthz":
			answer(w, http.StatusOK, "alive\n")
		case r.URL.Path == "/readyz" && h.ready(r.Context()):
			answer(w, http.StatusOK, "ready\n")
		case r.URL.Path == "/readyz":
			answer(w, http.StatusServiceUnavailable, "not ready\n")
		default:
			next.ServeHTTP(w, r)
		}
	})
}

func answer(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text) // fails if the client is gone
}

// ready reports whether the server can serve pages, and logs changes.
func (h *health) ready(ctx context.Context) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.unready.Load() {
		return false
	}
	if h.check == nil {
		return true
	}
	if !h.checkedAt.IsZero() && time.Since(h.checkedAt) < readyFor {
		return h.isReady
	}
	wasReady := h.isReady || h.checkedAt.IsZero()
	// The check goes on if the client leaves, because its result is also for other clients.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), readyTimeout)
	defer cancel()
	err := h.check(ctx)
	h.isReady, h.checkedAt = err == nil, time.Now()
	switch {
	case err != nil && wasReady:
		h.log.Error("the server is not ready", "error", err)
	case err == nil && !wasReady:
		h.log.Info("the server is ready again")
	}
	return h.isReady
}

// Ready reports whether the server can serve pages, as /readyz answers.
func (s *Server) Ready(ctx context.Context) bool { return s.health.ready(ctx) }

// errStarting is the answer of a server without pages.
var errStarting = &httperr.Error{
	Status: http.StatusServiceUnavailable, RetryAfter: 5,
	Message: httperr.EnglishMessage("ojcheck is starting, or waits until another ojcheck serve of this database has ended."),
	Advice:  httperr.EnglishMessage("Try again in some seconds."),
}

// Starting returns the handler for the time before there is a Server, which opens the database and waits for other servers:
// the process is alive, but not ready.
func Starting() http.Handler {
	h := new(health)
	h.unready.Store(true)
	return h.serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		errStarting.SetHeader(w.Header())
		if api.IsRequest(r) {
			api.WriteProblem(w, errStarting)
			return
		}
		w.Header().Set("Refresh", w.Header().Get("Retry-After")) // so that a browser shows the page when the server is ready
		answer(w, errStarting.Status, errStarting.Text()+"\n")
	}))
}
