package metrics

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/preview"
)

// results are the values of the label result. A failed job has an error that the user can correct, a broken one an unexpected error.
var results = []string{"done", "failed", "broken", "stopped"}

// readingStage stands for all stages before the check, because their names contain the format of the input.
const readingStage = "reading the input"

// Checker returns a Checker that passes every call to next, and measures it.
func (m *Metrics) Checker(next jobs.Checker) jobs.Checker { return &checker{m, next} }

type checker struct {
	metrics *Metrics
	next    jobs.Checker
}

// progress is the type of the functions that report the stage of a job.
type progress = func(stage i18n.Text, done, total int)

func (c *checker) Check(ctx context.Context, upload jobs.Upload, report progress) (int64, error) {
	return c.measure(report, func(report progress) (int64, error) { return c.next.Check(ctx, upload, report) })
}

func (c *checker) Import(ctx context.Context, upload jobs.Upload, report progress) (int64, error) {
	return c.measure(report, func(report progress) (int64, error) { return c.next.Import(ctx, upload, report) })
}

func (c *checker) Preview(ctx context.Context, upload jobs.Upload, report progress) (p preview.Preview, err error) {
	_, err = c.measure(report, func(report progress) (int64, error) {
		p, err = c.next.Preview(ctx, upload, report)
		return 0, err
	})
	return p, err
}

// measure runs a job, counts its result, and adds the time of each stage when the next stage begins.
func (c *checker) measure(report progress, run func(progress) (int64, error)) (id int64, err error) {
	stage, since := readingStage, time.Now()
	end := func() {
		now := time.Now()
		c.metrics.stages.WithLabelValues(stage).Add(now.Sub(since).Seconds())
		since = now
	}
	result := "broken" // the result of an unexpected error, and of a panic
	defer func() {
		end()
		c.metrics.jobs.WithLabelValues(result).Inc()
	}()
	id, err = run(func(name i18n.Text, done, total int) {
		next := name.String()
		if !slices.Contains(check.Stages, check.Stage(next)) {
			next = readingStage
		}
		if next != stage {
			end()
			stage = next
		}
		report(name, done, total)
	})
	switch {
	case err == nil:
		result = "done"
	case errors.Is(err, context.Canceled):
		result = "stopped"
	case errors.As(err, new(*jobs.Failure)):
		result = "failed"
	}
	return id, err
}
