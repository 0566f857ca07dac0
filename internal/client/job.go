package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/cenkalti/backoff/v5"

	"github.com/ojcheck/ojcheck/internal/apitypes"
)

// FailedError says why a job failed.
type FailedError struct{ apitypes.Failure }

func (f *FailedError) Error() string {
	if f.Layout != "" {
		return f.Message + " Try --layout " + f.Layout
	}
	return f.Message
}

// waitSeconds is how long the server may wait for a job to make progress before it answers.
const waitSeconds = "20"

// maxRetries is the number of times in a row that Follow repeats a failed request. They
// take some three minutes.
const maxRetries = 10

// Follow reports the progress of a job until it ends, and returns the job. If the job
// fails, the error is a *FailedError. If ctx ends, Follow cancels the job and returns
// the error of ctx.
func (c *Client) Follow(ctx context.Context, job apitypes.Job, progress func(stage string, done, total int)) (apitypes.Job, error) {
	waits := &backoff.ExponentialBackOff{InitialInterval: time.Second, Multiplier: 2, MaxInterval: 30 * time.Second}
	for failures := 0; ; {
		var problem *Problem
		switch job.State {
		case "done":
			return job, nil
		case "cancelled":
			return job, errors.New("the job was cancelled on the server")
		case "failed":
			if job.Error == nil {
				return job, errors.New("the job failed on the server, which gives no reason")
			}
			return job, &FailedError{*job.Error}
		case "waiting":
			progress("waiting for another check", 0, 0)
		default:
			progress(job.Stage, job.Done, job.Total)
		}
		start := time.Now()
		next, err := read[apitypes.Job](ctx, c, http.MethodGet, "/jobs/"+url.PathEscape(job.ID), url.Values{"wait": {waitSeconds}, "until": {"change"}}, nil, "")
		switch {
		case ctx.Err() != nil:
			return job, errors.Join(ctx.Err(), c.cancel(ctx, job.ID))
		case err == nil:
			if sameProgress(next, job) && time.Since(start) < time.Second {
				pause(ctx, time.Second) // a server that is stopping answers at once
			}
			waits.Reset()
			job, failures = next, 0
			continue
		case errors.As(err, &problem) && problem.Status == http.StatusNotFound:
			return job, fmt.Errorf("the server was restarted, which ended the job: run this again (%w)", err)
		case problem != nil && !problem.temporary() || failures == maxRetries:
			return job, fmt.Errorf("the job still runs on the server, but its progress cannot be read: %w", err)
		}
		pause(ctx, waits.NextBackOff())
		failures++
	}
}

// sameProgress reports whether a job has made no progress between two answers.
func sameProgress(a, b apitypes.Job) bool {
	return a.State == b.State && a.Stage == b.Stage && a.Done == b.Done && a.Total == b.Total
}

// pause waits for d, or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// cancel cancels a job, even if ctx has ended.
func (c *Client) cancel(ctx context.Context, id string) error {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer stop()
	_, err := read[apitypes.Job](ctx, c, http.MethodPost, "/jobs/"+url.PathEscape(id)+"/cancel", nil, nil, "")
	if err != nil {
		return fmt.Errorf("the job could not be cancelled: %w", err)
	}
	return nil
}
