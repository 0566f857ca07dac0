package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Job is a check or an import on the server.
type Job struct {
	ID        string  `json:"id"`
	State     string  `json:"state"` // waiting, running, done, failed, cancelled
	Stage     string  `json:"stage"` // in words
	Done      int     `json:"done"`
	Total     int     `json:"total"` // 0 where it is not known
	CheckID   int64   `json:"check_id"`
	ContestID int64   `json:"contest_id"`
	Error     *Failed `json:"error"`
}

// Failed is why a job failed.
type Failed struct {
	Message string                `json:"message"` // what is wrong
	Advice  string                `json:"advice"`  // what to do about it
	Layout  string                `json:"layout"`  // the layout to try, where another one may help
	Skipped []contest.SkippedItem `json:"skipped"`
}

func (f *Failed) Error() string {
	if f.Layout != "" {
		return f.Message + " Try --layout " + f.Layout
	}
	return f.Message
}

// waitSeconds is how long the server is asked to wait for a job's next step.
const waitSeconds = "20"

// patience is how many times in a row a server may not be reached before a job is
// given up: some three minutes.
const patience = 10

// Follow tells how a job goes until it has ended, and returns it. It fails with
// what made the job fail, or with the context's error: the job is cancelled then.
func (c *Client) Follow(ctx context.Context, job Job, progress func(stage string, done, total int)) (Job, error) {
	for failures := 0; ; {
		var refused *Problem
		switch job.State {
		case "done":
			return job, nil
		case "cancelled":
			return job, errors.New("it was cancelled on the server")
		case "failed":
			if job.Error == nil {
				return job, errors.New("it failed on the server, which does not say why")
			}
			return job, job.Error
		case "waiting":
			progress("waiting for another check", 0, 0)
		default:
			progress(job.Stage, job.Done, job.Total)
		}
		asked := time.Now()
		next, err := read[Job](ctx, c, http.MethodGet, "/jobs/"+url.PathEscape(job.ID), url.Values{"wait": {waitSeconds}, "until": {"change"}}, nil, "")
		switch {
		case ctx.Err() != nil:
			return job, errors.Join(ctx.Err(), c.cancel(ctx, job.ID))
		case err == nil:
			if next.same(job) && time.Since(asked) < time.Second {
				pause(ctx, time.Second) // for a server that is being stopped waits no more
			}
			job, failures = next, 0
			continue
		case errors.As(err, &refused) && refused.Status == http.StatusNotFound:
			return job, fmt.Errorf("the server was started again meanwhile, which ends what it does: run this again (%w)", err)
		case refused != nil && !refused.passing() || failures == patience:
			return job, fmt.Errorf("the check goes on there, but it cannot be followed: %w", err)
		}
		pause(ctx, retryAfter(failures))
		failures++
	}
}

// same reports whether a job has not come further.
func (j Job) same(other Job) bool {
	return j.State == other.State && j.Stage == other.Stage && j.Done == other.Done && j.Total == other.Total
}

// pause waits for a time, or until the context has ended.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// cancel ends a job whose context has ended.
func (c *Client) cancel(ctx context.Context, id string) error {
	late, stop := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer stop()
	_, err := read[Job](late, c, http.MethodPost, "/jobs/"+url.PathEscape(id)+"/cancel", nil, nil, "")
	if err != nil {
		return fmt.Errorf("the job could not be cancelled: %w", err)
	}
	return nil
}
