package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contestbench"
)

// benchContestCommand measures checks of a contest.
type benchContestCommand struct {
	benchInput
	Sizes  []count `placeholder:"N" help:"Numbers of submissions to check, such as 1000,2000,5000, to see how the time grows; all there are by default, or where it is more."`
	Format string  `enum:"table,json" default:"table" help:"Format of the figures: table or json."`
	Quiet  bool    `short:"q" help:"Show no progress."`
}

// benchInput is what is checked.
type benchInput struct {
	Paths    []string `arg:"" name:"path" help:"Directory or archive of a contest's submissions, as for check."`
	Layout   string   `placeholder:"LAYOUT" help:"How folders and files are named, as for check."`
	Language string   `placeholder:"NAME" help:"Language of all files, whatever their extension."`
}

// Validate is called by kong.
func (c *benchContestCommand) Validate() error {
	if !slices.IsSorted(c.Sizes) || len(slices.Compact(slices.Clone(c.Sizes))) != len(c.Sizes) {
		return errors.New("--sizes: give them in ascending order")
	}
	if len(c.Sizes) > 0 && c.Sizes[0] < 1 {
		return errors.New("--sizes: give 1 or more")
	}
	return nil
}

func (c *benchContestCommand) Run(ctx context.Context, term terminal, flags *databaseFlags) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	server, err := flags.server(ctx, term.log)
	if err != nil {
		return err
	}
	defer server.close()
	opts := contestbench.Options{
		Command: func(ctx context.Context, url string, part contestbench.Part) *exec.Cmd {
			command := exec.CommandContext(ctx, self, c.arguments(part)...)
			command.Args[0] = os.Args[0]
			command.Env = append(os.Environ(), "DATABASE_URL="+url)
			return command
		},
		Errors:   term.err,
		Progress: newSteps(term.err, c.Quiet),
	}
	for _, size := range c.Sizes {
		opts.Sizes = append(opts.Sizes, int(size))
	}
	report, err := contestbench.Run(ctx, server.url, opts)
	if err != nil {
		return err
	}
	report.Input = strings.Join(c.Paths, " ")
	write := report.Table
	if c.Format == "json" {
		write = report.JSON
	}
	return write(term.out)
}

// arguments are those of the process that checks a part.
func (c *benchContestCommand) arguments(part contestbench.Part) []string {
	return append([]string{"bench", "part", fmt.Sprintf("--first=%d", part.First), fmt.Sprintf("--one-more=%t", part.OneMore), "--layout=" + c.Layout, "--language=" + c.Language, "--"}, c.Paths...)
}

// benchPartCommand is what "bench contest" runs in a process of its own.
type benchPartCommand struct {
	benchInput
	First   int  `required:"" help:"Number of submissions to check; 0 for all."`
	OneMore bool `help:"Check one submission more, which is new."`
}

func (c *benchPartCommand) Run(ctx context.Context, term terminal, flags *databaseFlags) error {
	read := func(ctx context.Context) (*check.Request, error) {
		p := check.Defaults()
		p.Layout, p.Language = c.Layout, c.Language
		return readRequest(ctx, input{paths: c.Paths}, p)
	}
	steps, err := contestbench.Measure(ctx, flags.URL, read, contestbench.Part{First: c.First, OneMore: c.OneMore})
	if err != nil {
		return err
	}
	return json.NewEncoder(term.out).Encode(steps)
}
