package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/alecthomas/kong"
	"github.com/schollz/progressbar/v3"
	xterm "golang.org/x/term"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
)

// terminal has the streams and the log of a command.
type terminal struct {
	in         io.Reader
	out, err   io.Writer
	log        *slog.Logger
	notesToLog bool   // write notes as lines of the log, because programs read the log
	writeError *error // the first error of writing to out
}

// note writes a line for people to standard error.
func (t terminal) note(format string, args ...any) {
	if t.notesToLog {
		t.log.Info(fmt.Sprintf(format, args...))
		return
	}
	fmt.Fprintf(t.err, format+"\n", args...)
}

// say writes a line to standard output.
func (t terminal) say(format string, args ...any) {
	_, err := fmt.Fprintf(t.out, format+"\n", args...)
	*t.writeError = cmp.Or(*t.writeError, err)
}

// table writes lines of columns, with tabs between the columns. Names are in the last column, where their
// width does not matter.
func (t terminal) table(lines ...string) error {
	w := tabwriter.NewWriter(t.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, strings.Join(lines, "\n"))
	return w.Flush()
}

const (
	reasonsShown = 12 // largest number of reasons for skipping on the terminal; the most frequent come first
	pathsShown   = 3  // largest number of paths for each reason
)

// printSkipped lists the skipped items by reason. If it cuts the list, it prints hint, which says where the
// whole list is.
func printSkipped(w io.Writer, skipped []contest.SkippedItem, hint string) {
	if len(skipped) == 0 {
		return
	}
	reasons := contest.GroupByReason(skipped)
	fmt.Fprintf(w, "%d skipped:\n", len(skipped))
	isCut := len(reasons) > reasonsShown
	for _, reason := range reasons[:min(len(reasons), reasonsShown)] {
		list := reason.Paths
		shown := strings.Join(list[:min(len(list), pathsShown)], ", ")
		if len(list) > pathsShown {
			shown += fmt.Sprintf(" and %d more", len(list)-pathsShown)
			isCut = true
		}
		fmt.Fprintf(w, "  %s: %s\n", text.Visible(shown), text.Visible(forCommandLine.Replace(reason.Reason.String())))
	}
	if isCut && hint != "" {
		fmt.Fprintln(w, hint)
	}
}

// forCommandLine puts the wording for flags in the place of that for the fields of pages.
var forCommandLine = strings.NewReplacer(
	"choose a language for all files", "name the language of all files with --language",
	"say which language it is", "name it with --language",
)

// newProgress returns a function that shows progress as a bar, and a function that hides the bar. If w is no
// terminal, they do nothing.
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

// lockedWriter lets a command and the log write concurrently. If standard error is an *os.File, it needs no
// such lock.
type lockedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *lockedWriter) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(b)
}

// plainHandler writes log records as lines for people. A line has the message, and the attributes in
// parentheses.
type plainHandler struct {
	level slog.Level
	w     io.Writer
	attrs []slog.Attr
}

func (h *plainHandler) Enabled(_ context.Context, level slog.Level) bool { return level >= h.level }

func (h *plainHandler) Handle(_ context.Context, record slog.Record) error {
	var details []string
	add := func(a slog.Attr) bool {
		value := a.Value.String()
		if _, isError := a.Value.Any().(error); isError {
			value = text.OneLine(value)
		}
		details = append(details, a.Key+": "+value)
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
	return &plainHandler{h.level, h.w, slices.Concat(h.attrs, attrs)}
}

// WithGroup ignores the group, because lines are for people.
func (h *plainHandler) WithGroup(string) slog.Handler { return h }

// readLine reads a line, and returns it without the line end. It returns "" at the end of the input, and an
// error if ctx ends.
func readLine(ctx context.Context, in io.Reader) (string, error) {
	return await(ctx, func() (string, error) {
		line, err := bufio.NewReader(in).ReadString('\n')
		if errors.Is(err, io.EOF) {
			err = nil
		}
		return strings.TrimRight(line, "\r\n"), err
	})
}

// await returns the result of read, or the error of ctx if ctx ends first. read then continues, because
// nothing can stop it.
func await(ctx context.Context, read func() (string, error)) (string, error) {
	var line string
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		line, err = read()
	}()
	select {
	case <-done:
		return line, err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// newPassword asks for a new password and returns its hash. At a terminal, people type the password twice
// without seeing it. Without a terminal, the password is the first line of the input.
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
	prompt := fmt.Sprintf("New password, of %d characters or more: ", account.MinPassword)
	password, err := typePassword(ctx, term, file, prompt)
	if err != nil {
		return "", err
	}
	if err := account.CheckPassword(password); err != nil { // before anybody repeats an invalid password
		return "", err
	}
	repetition, err := typePassword(ctx, term, file, "Repeat the password: ")
	if err == nil && repetition != password {
		err = errors.New("the two passwords differ: nothing was changed")
	}
	return password, err
}

// keyboard returns the input if it is a terminal, or nil.
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
		_ = xterm.Restore(fd, state) // shows typed characters again
	}
	return line, err
}

// outputFlags say how and where to write the result of a command.
type outputFlags struct {
	Format *string `enum:"${output_formats}" placeholder:"FORMAT" help:"Format of the output: ${output_formats}. By default the format of the extension of --output, or else a table."`
	Output string  `short:"o" placeholder:"FILE" help:"Write the output to this file instead of to standard output."`
}

// Validate refuses a file whose name says that it has a format which the command does not write.
func (f outputFlags) Validate(command *kong.Context) error {
	if f.Format != nil {
		return nil
	}
	if slices.Contains([]string{".pdf", ".xls", ".xlsx", ".ods"}, strings.ToLower(filepath.Ext(f.Output))) {
		return fmt.Errorf("--output %s: ojcheck writes no such file: open a .csv file in a spreadsheet, or print the .html file of a check", f.Output)
	}
	for _, flag := range command.Selected().Flags {
		if flag.Name == "format" && !flag.EnumMap()[f.format()] {
			return fmt.Errorf("--output %s: the formats of this command are %s: choose with --format", f.Output, strings.Join(flag.EnumSlice(), ", "))
		}
	}
	return nil
}

// format returns --format, or else the format of the extension of --output.
func (f outputFlags) format() string {
	switch extension := strings.ToLower(filepath.Ext(f.Output)); {
	case f.Format != nil:
		return *f.Format
	case extension == ".csv", extension == ".json", extension == ".html":
		return extension[1:]
	}
	return "table"
}

// output is standard output, or a file that gets its name when it is complete.
type output struct {
	*bufio.Writer
	stdout *os.File // standard output if it is a file or a terminal
	file   *os.File // nil for standard output
	name   string   // the final name of a regular file; else ""
}

// isRegularFile reports whether the output is neither standard output, nor a device or a pipe.
func (o *output) isRegularFile() bool { return o.name != "" }

// openOutput opens an output; "" and "-" are standard output. Commands call it first, so that the user sees
// at once that a name is invalid. It refuses to replace one of the inputs, which are files and folders, or a file in such a folder.
func openOutput(name string, stdout io.Writer, inputs ...string) (*output, error) {
	if name == "" || name == "-" {
		file, _ := stdout.(*os.File)
		return &output{Writer: bufio.NewWriter(stdout), stdout: file}, nil
	}
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target // so that finish replaces the target and not the link
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("write %s: it is a directory", name)
	case err == nil && !info.Mode().IsRegular(): // a device or a pipe
		file, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return nil, fmt.Errorf("write output: %w", err)
		}
		return &output{Writer: bufio.NewWriter(file), file: file}, nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("write output: %w", err)
	case err == nil:
		if input := inputWith(name, inputs); input != "" {
			return nil, usageError{fmt.Sprintf("write %s: it belongs to the input %s, and would be replaced: choose another name", name, input)}
		}
	}
	removeLeftovers(name)
	file, err := os.OpenFile(fmt.Sprintf("%s.ojcheck-%d.part", name, rand.Uint32()), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if pathError, ok := errors.AsType[*fs.PathError](err); ok {
		err = pathError.Err // the error without the name of the temporary file
	}
	if err != nil {
		return nil, fmt.Errorf("write %s: %w", name, err)
	}
	tryLock(file)
	o := &output{Writer: bufio.NewWriter(file), file: file, name: name}
	if info != nil {
		if err := file.Chmod(info.Mode().Perm()); err != nil {
			o.discard()
			return nil, fmt.Errorf("write output: %w", err)
		}
	}
	return o, nil
}

// inputWith returns the first of the inputs that is the file, or a folder that holds it, however both are written; "" if none is.
func inputWith(file string, inputs []string) string {
	absolute, err := filepath.Abs(file)
	if err != nil {
		return ""
	}
	for _, input := range inputs {
		given, err := os.Stat(input)
		if err != nil { // as for "" and "-"
			continue
		}
		for path, below := absolute, ""; path != below; path, below = filepath.Dir(path), path {
			if info, err := os.Stat(path); err == nil && os.SameFile(info, given) {
				return input
			}
		}
	}
	return ""
}

// leftoverAge is the least age of a leftover. A younger unfinished file may have no lock because its process is about to lock
// or rename it.
const leftoverAge = time.Minute

// removeLeftovers removes the unfinished files of an output that killed processes left: those that nobody has locked.
func removeLeftovers(name string) {
	dir, base := filepath.Split(name)
	entries, _ := os.ReadDir(cmp.Or(dir, ".")) // after an error, openOutput fails too or writes beside the leftovers
	isOld := func(info fs.FileInfo, err error) bool { return err == nil && time.Since(info.ModTime()) >= leftoverAge }
	for _, e := range entries {
		number, isOurs := strings.CutPrefix(e.Name(), base+".ojcheck-")
		number, isPart := strings.CutSuffix(number, ".part")
		if _, err := strconv.ParseUint(number, 10, 32); err != nil || !isOurs || !isPart || !e.Type().IsRegular() || !isOld(e.Info()) {
			continue
		}
		path := filepath.Join(dir, e.Name())
		if file, err := os.OpenFile(path, os.O_WRONLY, 0); err == nil {
			isLeft := tryLock(file) && isOld(file.Stat()) // a process that has just ended wrote last
			file.Close()
			if isLeft {
				_ = os.Remove(path)
			}
		}
	}
}

// openOptional calls openOutput, but returns nil for "".
func openOptional(name string, stdout io.Writer, inputs ...string) (*output, error) {
	if name == "" {
		return nil, nil
	}
	return openOutput(name, stdout, inputs...)
}

// width returns the number of columns of the terminal. It returns 0 if there is no terminal, so that lines
// have any length.
func (o *output) width() int {
	if o.stdout == nil {
		return 0
	}
	width, _, _ := xterm.GetSize(int(o.stdout.Fd())) // 0 after an error
	return width
}

// fill writes the output and finishes it. It does nothing if o is nil.
func (o *output) fill(write func(io.Writer) error) error {
	if o == nil {
		return nil
	}
	if err := write(o); err != nil {
		return err
	}
	return o.finish()
}

// finish flushes the output and gives the file its final name.
func (o *output) finish() error {
	err := o.Flush()
	if err == nil && o.file != nil {
		err = o.file.Close()
		if err == nil && o.isRegularFile() {
			err = os.Rename(o.file.Name(), o.name)
		}
	}
	if err != nil {
		return fmt.Errorf("write output: %w", err)
	}
	o.file = nil
	return nil
}

// discard removes the file unless finish has been called.
func (o *output) discard() {
	if o == nil || o.file == nil {
		return
	}
	o.file.Close()
	if o.isRegularFile() {
		os.Remove(o.file.Name())
	}
}
