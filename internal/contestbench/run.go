package contestbench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"runtime"
	"time"

	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/scratch"
)

// Options say what to measure.
type Options struct {
	// Sizes are how many submissions to check, ascending; none for all there
	// are, once. More than there are means all, too.
	Sizes []int
	// Command returns a command that calls Measure with that part and the
	// database at url, and writes the Steps as JSON to its standard output.
	Command func(ctx context.Context, url string, part Part) *exec.Cmd
	// Errors is where the commands' standard error goes.
	Errors io.Writer
	// Progress is told what is done next.
	Progress func(step string)
}

// Size is what a check of so many submissions takes.
type Size struct {
	Steps
	Total  float64 `json:"total_s"` // of the whole process
	CPU    float64 `json:"cpu_s"`   // of all its processors
	Speed  float64 `json:"lexed_mb_per_s"`
	PeakMB float64 `json:"peak_mb"` // of memory, in millions of bytes
	// Recheck is what a second check takes, of these submissions and one more:
	// seconds of the whole process, too.
	Recheck float64 `json:"recheck_s"`
	Delete  float64 `json:"delete_s"` // of deleting the contest in the end
}

// Run measures each size in a process of its own, and a scratch database beside
// the one at url, which is dropped whatever happens.
func Run(ctx context.Context, url string, opts Options) (*Report, error) {
	report := &Report{CPUs: runtime.NumCPU(), System: runtime.GOOS + "/" + runtime.GOARCH}
	sizes := opts.Sizes
	if len(sizes) == 0 {
		sizes = []int{0}
	}
	for _, first := range sizes {
		size, err := one(ctx, url, first, report, opts)
		if err != nil {
			return nil, fmt.Errorf("measure a check: %w", err)
		}
		report.Sizes = append(report.Sizes, size)
	}
	report.Growth = growth(report.Sizes)
	return report, nil
}

// one measures one size.
func one(ctx context.Context, url string, first int, report *Report, opts Options) (size Size, err error) {
	db, err := scratch.Create(ctx, url)
	if err != nil {
		return size, err
	}
	defer func() { err = errors.Join(err, db.Drop()) }()
	report.Server = db.Server()
	if err := prepare(ctx, db.URL()); err != nil {
		return size, err
	}
	if first == 0 {
		opts.Progress("checking all submissions")
	} else {
		opts.Progress(fmt.Sprintf("checking %d submissions", first))
	}
	steps, used, total, err := process(ctx, db.URL(), Part{First: first}, opts)
	if err != nil {
		return size, err
	}
	size.Steps, size.Total = steps, total
	size.CPU = (used.UserTime() + used.SystemTime()).Round(time.Millisecond).Seconds()
	size.PeakMB = decimal(float64(peakMemory(used)) / 1e6)
	if size.Lexing > 0 {
		size.Speed = decimal(float64(size.Bytes) / 1e6 / size.Lexing)
	}
	opts.Progress("checking them again, and one more")
	steps, _, size.Recheck, err = process(ctx, db.URL(), Part{First: first, OneMore: true}, opts)
	if err == nil && steps.Submissions != size.Submissions+1 {
		err = fmt.Errorf("%d submissions and one more are %d", size.Submissions, steps.Submissions)
	}
	if err != nil {
		return size, err
	}
	opts.Progress("deleting the contest")
	size.Delete, err = remove(ctx, db.URL())
	return size, err
}

// process measures a part in a process of its own, and returns what it wrote,
// what it used, and the seconds that it took.
func process(ctx context.Context, url string, part Part, opts Options) (s Steps, used *os.ProcessState, total float64, err error) {
	command := opts.Command(ctx, url, part)
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, opts.Errors
	// It marks its check as failed and goes; should it not, it is killed.
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = 20 * time.Second
	start := time.Now()
	if err := command.Run(); err != nil {
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return s, nil, 0, err
	}
	total = secondsSince(start)
	if err := json.Unmarshal(out.Bytes(), &s); err != nil {
		return s, nil, 0, fmt.Errorf("what %s wrote: %w", command.Path, err)
	}
	return s, command.ProcessState, total, nil
}

// remove deletes the contest in the database at url, as users delete one, and
// returns the seconds that this takes.
func remove(ctx context.Context, url string) (seconds float64, err error) {
	db, err := postgres.Open(ctx, url)
	if err != nil {
		return 0, err
	}
	defer db.Close()
	contests, err := db.Contests(ctx)
	if err != nil {
		return 0, err
	}
	if len(contests) != 1 {
		return 0, fmt.Errorf("delete the contest: there are %d", len(contests))
	}
	start := time.Now()
	err = db.DeleteContest(ctx, review.CommandLine, contests[0].ID)
	return secondsSince(start), err
}

// secondsSince is rounded to milliseconds.
func secondsSince(start time.Time) float64 {
	return time.Since(start).Round(time.Millisecond).Seconds()
}

// decimal rounds to one decimal.
func decimal(x float64) float64 { return math.Round(x*10) / 10 }

// prepare makes the tables, so that no check has to.
func prepare(ctx context.Context, url string) error {
	db, err := postgres.Open(ctx, url)
	if err != nil {
		return err
	}
	db.Close()
	return nil
}
