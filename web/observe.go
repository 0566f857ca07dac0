package web

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/ojcheck/ojcheck/web/request"
)

// Request describes a request after its answer, for logs and metrics. It has no personal data: no name, address or query.
type Request struct {
	ID       string
	Route    string // a pattern of Routes; "" for a request that was refused before it had a route
	Status   int    // statusClientGone if the client left before the answer began
	Bytes    int64  // size of the answer, without its header
	Duration time.Duration
}

// statusClientGone is the status of a request from a client that did not wait for the answer, as nginx logs it.
const statusClientGone = 499

// routeKey is the key of a *string in the context of a request. setRoute stores the route in it.
type routeKey struct{}

// setRoute stores the route of a request for the log.
func setRoute(r *http.Request, pattern string) {
	if route, ok := r.Context().Value(routeKey{}).(*string); ok {
		*route = pattern
	}
}

// observe gives each request an ID, and reports the request to the log and to onRequest after the answer.
func (s *Server) observe(next http.Handler, logRequests bool, onRequest func(Request)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		record := Request{ID: s.exposure.NewID(r)}
		w.Header().Set(request.IDHeader, record.ID)
		ctx := context.WithValue(request.WithID(r.Context(), record.ID), routeKey{}, &record.Route)
		counter := &answerCounter{ResponseWriter: w}
		defer func() { // also after a panic that ends the connection
			record.Status, record.Bytes, record.Duration = counter.status, counter.bytes, time.Since(start)
			switch {
			case record.Status != 0:
			case r.Context().Err() != nil:
				record.Status = statusClientGone
			default:
				record.Status = http.StatusOK
			}
			if logRequests {
				s.log.LogAttrs(ctx, slog.LevelInfo, "request",
					slog.String("request", record.ID), slog.String("route", record.Route), slog.Int("status", record.Status),
					slog.Int64("bytes", record.Bytes), slog.Float64("seconds", record.Duration.Seconds()))
			}
			if onRequest != nil {
				onRequest(record)
			}
		}()
		next.ServeHTTP(counter, r.WithContext(ctx))
	})
}

// answerCounter records the status and the size of an answer.
type answerCounter struct {
	http.ResponseWriter
	status int // 0 before the answer begins
	bytes  int64
}

func (c *answerCounter) WriteHeader(status int) {
	if c.status == 0 && status >= 200 { // after a status below 200, the final status follows
		c.status = status
	}
	c.ResponseWriter.WriteHeader(status)
}

func (c *answerCounter) Write(b []byte) (int, error) {
	if c.status == 0 {
		c.status = http.StatusOK
	}
	n, err := c.ResponseWriter.Write(b)
	c.bytes += int64(n)
	return n, err
}

// Unwrap is for http.ResponseController.
func (c *answerCounter) Unwrap() http.ResponseWriter { return c.ResponseWriter }
