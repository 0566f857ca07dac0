package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/term"
)

// outputFlags say how the result of a command is written, and where.
type outputFlags struct {
	Format *string `enum:"${output_formats}" placeholder:"FORMAT" help:"Format of the output: ${output_formats}. By default that of the extension of --output, or else a table."`
	Output string  `short:"o" placeholder:"FILE" help:"Write the output to this file instead of to standard output."`
}

// format returns the format of --format, or else of the extension of --output.
func (f outputFlags) format() string {
	switch extension := strings.ToLower(filepath.Ext(f.Output)); {
	case f.Format != nil:
		return *f.Format
	case extension == ".csv", extension == ".json", extension == ".html":
		return extension[1:]
	}
	return "table"
}

// output is where a command writes its result: standard output, or a file that
// appears when it is whole.
type output struct {
	*bufio.Writer
	stdout *os.File // standard output, where that is a file or a terminal
	file   *os.File // nil for standard output
	name   string   // the file's final name; "" where it is written in place
}

// openOutput opens the named output; "" and "-" are standard output. It is
// opened before the work begins, so that a wrong name costs no time.
func openOutput(name string, stdout io.Writer) (*output, error) {
	if name == "" || name == "-" {
		file, _ := stdout.(*os.File)
		return &output{Writer: bufio.NewWriter(stdout), stdout: file}, nil
	}
	// A link is followed, not replaced.
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
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
	}
	file, err := os.OpenFile(fmt.Sprintf("%s.%d.part", name, os.Getpid()), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, fmt.Errorf("write %s: %w", name, withoutPath(err))
	}
	o := &output{Writer: bufio.NewWriter(file), file: file, name: name}
	if info != nil {
		if err := file.Chmod(info.Mode().Perm()); err != nil {
			o.discard()
			return nil, fmt.Errorf("write output: %w", err)
		}
	}
	return o, nil
}

// openOptional is openOutput, but returns nil for no name.
func openOptional(name string, stdout io.Writer) (*output, error) {
	if name == "" {
		return nil, nil
	}
	return openOutput(name, stdout)
}

// width is the number of columns of the terminal, or 0 if the output is none and
// lines may have any length.
func (o *output) width() int {
	if o.stdout == nil {
		return 0
	}
	width, _, err := term.GetSize(int(o.stdout.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// fill writes the output and finishes it; nothing where o is nil.
func (o *output) fill(write func(io.Writer) error) error {
	if o == nil {
		return nil
	}
	if err := write(o); err != nil {
		return err
	}
	return o.finish()
}

// finish writes what is buffered and gives the file its final name.
func (o *output) finish() error {
	if err := o.Flush(); err != nil {
		return fmt.Errorf("write output: %w", err)
	}
	if o.file == nil {
		return nil
	}
	if err := o.file.Close(); err != nil {
		return fmt.Errorf("write output: %w", err)
	}
	if o.name != "" {
		if err := os.Rename(o.file.Name(), o.name); err != nil {
			return fmt.Errorf("write output: %w", err)
		}
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
	if o.name != "" {
		os.Remove(o.file.Name())
	}
}

// withoutPath returns an error without the path of the temporary file.
func withoutPath(err error) error {
	if pathError := (*fs.PathError)(nil); errors.As(err, &pathError) {
		return pathError.Err
	}
	return err
}
