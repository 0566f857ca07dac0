package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	xterm "golang.org/x/term"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
)

// terminal is what a command reads and writes besides files.
type terminal struct {
	in       io.Reader
	out, err io.Writer
	log      *slog.Logger
}

// note writes a line for people to standard error.
func (t terminal) note(format string, args ...any) { fmt.Fprintf(t.err, format+"\n", args...) }

// say writes a line to standard output.
func (t terminal) say(format string, args ...any) { fmt.Fprintf(t.out, format+"\n", args...) }

// Of what was skipped, the terminal shows a few paths for each reason, the most
// common reason first.
const (
	reasonsShown = 12
	pathsShown   = 3
)

// printSkipped lists what was skipped and why; whole says where to read the rest of
// a long list.
func printSkipped(w io.Writer, skipped []contest.SkippedItem, whole string) {
	if len(skipped) == 0 {
		return
	}
	reasons := contest.GroupByReason(skipped)
	fmt.Fprintf(w, "%d skipped:\n", len(skipped))
	cut := len(reasons) > reasonsShown
	for _, reason := range reasons[:min(len(reasons), reasonsShown)] {
		list := reason.Paths
		shown := strings.Join(list[:min(len(list), pathsShown)], ", ")
		if len(list) > pathsShown {
			shown += fmt.Sprintf(" and %d more", len(list)-pathsShown)
			cut = true
		}
		fmt.Fprintf(w, "  %s: %s\n", text.Visible(shown), text.Visible(reason.Reason))
	}
	if cut && whole != "" {
		fmt.Fprintln(w, whole)
	}
}

// printRefused lists what was skipped where that made a command fail, without the
// reasons that its error states.
func printRefused(w io.Writer, err error, skipped []contest.SkippedItem) {
	printSkipped(w, slices.DeleteFunc(slices.Clone(skipped), func(s contest.SkippedItem) bool {
		return strings.Contains(err.Error(), s.Reason)
	}), "")
}

// newProgress returns what shows a check's progress: a bar on a terminal,
// nothing elsewhere. The second function removes the bar.
func newProgress(w io.Writer, quiet bool) (check.Progress, func()) {
	file, ok := w.(*os.File)
	if quiet || !ok || !xterm.IsTerminal(int(file.Fd())) {
		return func(check.Stage, int, int) {}, func() {}
	}
	var bar *progressbar.ProgressBar
	var current check.Stage
	hide := func() {
		if bar != nil {
			_ = bar.Clear()
		}
	}
	return func(stage check.Stage, done, total int) {
		if bar == nil || stage != current {
			hide()
			current = stage
			bar = progressbar.NewOptions(max(total, 1),
				progressbar.OptionSetWriter(file),
				progressbar.OptionSetDescription(string(stage)),
				progressbar.OptionThrottle(100*time.Millisecond),
				progressbar.OptionClearOnFinish(),
				progressbar.OptionFullWidth(),
				progressbar.OptionSetPredictTime(false),
				progressbar.OptionShowCount(),
			)
		}
		_ = bar.Set(min(done, max(total, 1)))
	}, hide
}

// lockedWriter lets a command and its log write to something other than a file,
// which has a lock of its own.
type lockedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *lockedWriter) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(b)
}

// plainHandler writes log records as lines for people: the message, with its
// attributes in parentheses.
type plainHandler struct {
	level slog.Level
	attrs []slog.Attr
	w     io.Writer
}

func newPlainHandler(w io.Writer, level slog.Level) *plainHandler {
	return &plainHandler{level: level, w: w}
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
	_, err := fmt.Fprintln(h.w, "ojcheck: "+text.Visible(line))
	return err
}

func (h *plainHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	with := *h
	with.attrs = append(append([]slog.Attr(nil), h.attrs...), attrs...)
	return &with
}

// WithGroup drops the group: lines are for people.
func (h *plainHandler) WithGroup(string) slog.Handler { return h }

// readLine reads a line, without its end, until ctx ends. It is "" where there is
// none.
func readLine(ctx context.Context, in io.Reader) (string, error) {
	return await(ctx, func() (string, error) {
		line, err := bufio.NewReader(in).ReadString('\n')
		if errors.Is(err, io.EOF) {
			err = nil
		}
		return strings.TrimRight(line, "\r\n"), err
	})
}

// await returns what read returns, or the error of ctx once that ends. Read may
// then wait for ever, as nothing can interrupt it.
func await(ctx context.Context, read func() (string, error)) (string, error) {
	type result struct {
		line string
		err  error
	}
	done := make(chan result, 1)
	go func() {
		line, err := read()
		done <- result{line, err}
	}()
	select {
	case r := <-done:
		return r.line, r.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// newPassword asks for a new password and returns its hash. At a terminal it is
// typed twice, unseen; elsewhere it is the first line of the input.
func newPassword(ctx context.Context, term terminal) (string, error) {
	password, err := readPassword(ctx, term)
	if err != nil {
		return "", err
	}
	return account.HashPassword(password, account.DefaultCost())
}

func readPassword(ctx context.Context, term terminal) (string, error) {
	file := term.keyboard()
	if file == nil {
		line, err := readLine(ctx, term.in)
		if err == nil && line == "" {
			err = errors.New("standard input has no password on its first line")
		}
		return line, err
	}
	password, err := typePassword(ctx, term, file, fmt.Sprintf("New password, of %d characters or more: ", account.MinPassword))
	if err != nil {
		return "", err
	}
	if err := account.CheckPassword(password); err != nil { // before it has to be typed again
		return "", err
	}
	again, err := typePassword(ctx, term, file, "Repeat the password: ")
	if err == nil && again != password {
		err = errors.New("the two passwords differ: nothing was changed")
	}
	return password, err
}

// keyboard is the input where that is a terminal; nil elsewhere.
func (t terminal) keyboard() *os.File {
	if file, ok := t.in.(*os.File); ok && xterm.IsTerminal(int(file.Fd())) {
		return file
	}
	return nil
}

// typePassword reads a line from a terminal without showing it, until ctx ends.
func typePassword(ctx context.Context, term terminal, file *os.File, prompt string) (string, error) {
	fd := int(file.Fd())
	state, err := xterm.GetState(fd)
	if err != nil {
		return "", err
	}
	fmt.Fprint(term.err, prompt)
	defer fmt.Fprintln(term.err)
	line, err := await(ctx, func() (string, error) {
		line, err := xterm.ReadPassword(fd)
		return string(line), err
	})
	if ctx.Err() != nil {
		_ = xterm.Restore(fd, state) // it shows again what is typed
	}
	return line, err
}
