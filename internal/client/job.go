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
	message := f.Message
	if f.Layout != "" {
		message += " Try --layout '" + f.Layout + "'."
	}
	if f.Doubtful {
		message += " If the detected layout is right, add --yes."
	}
	return message
}

// maxRetries is how often Follow repeats a request that fails. All its waits together take approximately
// three minutes.
const maxRetries = 10

// Follow reports the progress of a job until it ends, and returns the job. If the job fails, the error is a
// *FailedError. If ctx ends, Follow cancels the job and returns the error of ctx.
func (c *Client) Follow(ctx context.Context, job apitypes.Job, progress func(stage string, done, total int),
) (apitypes.Job, error) {
	backOff := &backoff.ExponentialBackOff{InitialInterval: time.Second, Multiplier: 2, MaxInterval: 30 * time.Second}
	path := "/jobs/" + url.PathEscape(job.ID)
	query := url.Values{"until": {"change"}, "wait": {"20"}} // the server answers at a change, or after 20 seconds
	for failures := 0; ; {
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
		next, err := call[apitypes.Job](ctx, c, http.MethodGet, path, query, nil, "")
		problem, isProblem := errors.AsType[*Problem](err)
		switch {
		case ctx.Err() != nil:
			return job, errors.Join(ctx.Err(), c.cancel(ctx, path))
		case err == nil:
			hasProgress := next.State != job.State || next.Stage != job.Stage ||
				next.Done != job.Done || next.Total != job.Total
			if !hasProgress && time.Since(start) < time.Second {
				pause(ctx, time.Second) // a server that is shutting down replies at once: do not flood it
			}
			backOff.Reset()
			job, failures = next, 0
			continue
		case isProblem && problem.Status == http.StatusNotFound:
			return job, fmt.Errorf("the server does not know the job any more: run this again (%w)", err)
		case isProblem && problem.Status != http.StatusServiceUnavailable, failures == maxRetries:
			return job, fmt.Errorf("the job may still run on the server, but its progress cannot be read: %w", err)
		}
		pause(ctx, backOff.NextBackOff())
		failures++
	}
}

// pause waits for d, or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// cancel cancels the job at a path of the API, even if ctx has ended.
func (c *Client) cancel(ctx context.Context, path string) error {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer stop()
	if _, err := call[apitypes.Job](ctx, c, http.MethodPost, path+"/cancel", nil, nil, ""); err != nil {
		return fmt.Errorf("the job could not be cancelled: %w", err)
	}
	return nil
}
