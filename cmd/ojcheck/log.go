package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"

	"github.com/ojcheck/ojcheck/internal/text"
)

// plainHandler writes log records as lines for people: the message, and what
// belongs to it in parentheses.
type plainHandler struct {
	level slog.Level
	attrs []slog.Attr
	out   *lockedWriter
}

type lockedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func newPlainHandler(w io.Writer, level slog.Level) *plainHandler {
	return &plainHandler{level: level, out: &lockedWriter{w: w}}
}

func (h *plainHandler) Enabled(_ context.Context, level slog.Level) bool { return level >= h.level }

func (h *plainHandler) Handle(_ context.Context, record slog.Record) error {
	var details []string
	add := func(a slog.Attr) bool {
		details = append(details, fmt.Sprintf("%s: %v", a.Key, a.Value))
		return true
	}
	for _, a := range h.attrs {
		add(a)
	}
	record.Attrs(add)
	line := record.Message
	if record.Level >= slog.LevelWarn {
		line = strings.ToLower(record.Level.String()) + ": " + line
	}
	if len(details) > 0 {
		line += " (" + strings.Join(details, ", ") + ")"
	}
	h.out.mu.Lock()
	defer h.out.mu.Unlock()
	_, err := fmt.Fprintln(h.out.w, "ojcheck: "+text.Visible(line))
	return err
}

func (h *plainHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	with := *h
	with.attrs = append(append([]slog.Attr(nil), h.attrs...), attrs...)
	return &with
}

// WithGroup drops the group: lines are for people.
func (h *plainHandler) WithGroup(string) slog.Handler { return h }
