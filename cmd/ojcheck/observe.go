package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/ojcheck/ojcheck/internal/metrics"
)

// logFlags say how a server or a watch writes the log, which goes to standard error.
type logFlags struct {
	Format string `name:"log-format" setting:"" enum:"plain,text,json" default:"plain" placeholder:"FORMAT" help:"Format of the log: plain; or, for programs to read, text (key=value) or json. With text and json, serve also logs each request (default plain)."`
}

// isMachineReadable reports whether the format of the log is for other software. Then every line has a time and named values.
func (f logFlags) isMachineReadable() bool { return f.Format == "text" || f.Format == "json" }

func (f logFlags) handler(w io.Writer, level slog.Level) slog.Handler {
	options := &slog.HandlerOptions{Level: level}
	switch f.Format {
	case "json":
		options.ReplaceAttr = func(_ []string, a slog.Attr) slog.Attr {
			if a.Value.Kind() == slog.KindDuration { // JSON would have nanoseconds
				a.Value = slog.StringValue(a.Value.Duration().String())
			}
			return a
		}
		return slog.NewJSONHandler(w, options)
	case "text":
		return slog.NewTextHandler(w, options)
	}
	return &plainHandler{level: level, w: w}
}

// metricsFlags say where to serve the metrics.
type metricsFlags struct {
	Addr string `name:"metrics-addr" setting:"" placeholder:"HOST:PORT" help:"Serve metrics for Prometheus at /metrics on this address. Without a host, as in :9464, it is 127.0.0.1, which only this machine reaches. By default no metrics are served."`
}

// listen listens on the address of the metrics. Without --metrics-addr, the listener is nil.
func (f metricsFlags) listen() (net.Listener, error) {
	if f.Addr == "" {
		return nil, nil
	}
	if _, _, err := net.SplitHostPort(f.Addr); err != nil {
		return nil, usageError{fmt.Sprintf("--metrics-addr %q: give it as host:port, such as 127.0.0.1:9464", f.Addr)}
	}
	listener, err := net.Listen("tcp", f.address())
	if err != nil {
		return nil, fmt.Errorf("%w: choose another address with --metrics-addr", err)
	}
	return listener, nil
}

// address returns the address of the metrics with a host. listen has checked the flag.
func (f metricsFlags) address() string {
	host, port, _ := net.SplitHostPort(f.Addr)
	return net.JoinHostPort(cmp.Or(host, "127.0.0.1"), port)
}

// serveMetrics serves the metrics until the caller calls stop. It does nothing if listener is nil.
func serveMetrics(listener net.Listener, m *metrics.Metrics, log *slog.Logger) (stop func()) {
	if listener == nil {
		return func() {}
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", m.Handler())
	server := &http.Server{
		Handler: mux, ReadTimeout: 10 * time.Second, WriteTimeout: 30 * time.Second, IdleTimeout: 2 * time.Minute,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	log.Info("serving metrics", "address", "http://"+listener.Addr().String()+"/metrics")
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Error("stopped serving metrics", "error", err)
		}
	}()
	return func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = server.Shutdown(ctx) // the process ends anyway
	}
}
