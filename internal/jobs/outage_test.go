package jobs

import (
	"context"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// outage is a store and a checker. The first check ends because the database ends, and with it the lock.
type outage struct {
	noStore
	Checker
	queue  *Queue
	lost   chan struct{}
	isDown atomic.Bool
	checks int
	row    contest.Job // the stored job
}

func (o *outage) LockJobs(context.Context, func(string)) (<-chan struct{}, func(), error) {
	if o.isDown.Load() {
		return nil, nil, contest.ErrUnavailable
	}
	o.lost = make(chan struct{})
	return o.lost, func() {}, nil
}

func (o *outage) Jobs(context.Context) ([]contest.Job, error) {
	if o.row.ID == "" {
		return nil, nil
	}
	return []contest.Job{o.row}, nil
}

// SaveJobs waits for the database, as postgres.DB does: meanwhile the queue notices that the lock is lost.
func (o *outage) SaveJobs(_ context.Context, rows ...contest.Job) error {
	if !o.isDown.Load() {
		o.row = rows[0]
		return nil
	}
	close(o.lost)
	for !o.queue.hasLostLock() {
		time.Sleep(time.Millisecond)
	}
	return contest.ErrUnavailable
}

func (o *outage) Check(context.Context, Upload, func(i18n.Text, int, int)) (int64, error) {
	if o.checks++; o.checks == 1 {
		o.isDown.Store(true)
		return 0, contest.ErrUnavailable
	}
	return 7, nil
}

// A check that the end of the database interrupts has not failed: the server runs it again when it has the lock again, and the
// first start does not count.
func TestOutageIsNoFailure(t *testing.T) {
	t.Parallel()
	o := &outage{}
	o.queue = New(o, o, nil, slog.New(slog.DiscardHandler))
	if err := o.queue.Resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer o.queue.Close(context.Background())
	id, err := o.queue.Start(Upload{Task: Check}, uploader, 0)
	if err != nil {
		t.Fatal(err)
	}
	o.queue.running.Wait()
	if s := stateOf(t, o.queue, id); s.State != Running {
		t.Errorf("without the database, the job is %s (%v), want %s", s.State, s.Err, Running)
	}
	o.isDown.Store(false)
	j, _ := o.queue.Find(id)
	for deadline := time.After(time.Minute); ; {
		s, changed := j.Watch()
		if s.HasEnded() {
			if s.State != Done || s.CheckID != 7 || s.Starts != 1 {
				t.Errorf("afterwards the job is %+v, want it done, with one start", s)
			}
			return
		}
		select {
		case <-changed:
		case <-deadline:
			t.Fatalf("the job is still %s", s.State)
		}
	}
}
