package retention

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// recorder is a store that records what is erased.
type recorder struct {
	overdue []contest.Overdue // for a day
	found   []contest.Overdue
	later   []contest.Overdue // replaces overdue when a contest is deleted; nil changes nothing
	fails   int64             // ID of the contest that cannot be erased
	calls   []string
	expired int           // calls of DeleteExpiredSessions
	by      review.Person // of the last call of ErasePlaces
}

func (r *recorder) OverdueForADay(context.Context, time.Time) ([]contest.Overdue, error) {
	return r.overdue, nil
}

func (r *recorder) FindOverdue(context.Context, time.Time) ([]contest.Overdue, error) {
	return r.found, nil
}

func (r *recorder) call(name string, id int64) error {
	if id == r.fails {
		return errors.New("in use")
	}
	r.calls = append(r.calls, name)
	return nil
}

// ErasePlaces records that addresses and seats are erased.
func (r *recorder) ErasePlaces(_ context.Context, by review.Person, id int64) (int, error) {
	r.by = by
	return 1, r.call("places", id)
}

func (r *recorder) ErasePrograms(_ context.Context, _ review.Person, id int64) (int, error) {
	return 1, r.call("programs", id)
}

func (r *recorder) DeleteContest(_ context.Context, _ review.Person, id int64) error {
	if r.later != nil {
		r.overdue = r.later
	}
	return r.call("contest", id)
}

func (r *recorder) DeleteExpiredSessions(context.Context) error {
	r.expired++
	return nil
}

func TestExpire(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		due  contest.Retention
		want []string
	}{
		{contest.Retention{Places: 1}, []string{"places"}},
		{contest.Retention{Programs: 1}, []string{"programs"}},
		{contest.Retention{Places: 1, Programs: 1}, []string{"programs", "places"}},
		{contest.Retention{Places: 1, Programs: 1, All: 1}, []string{"contest"}},
	} {
		var store recorder
		if err := Expire(t.Context(), &store, review.CommandLine, contest.Overdue{ID: 1, Exceeded: tt.due}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, store.calls); diff != "" {
			t.Errorf("with %+v due (-want +got):\n%s", tt.due, diff)
		}
	}
}

// Somebody changes how long data is stored while an earlier contest is being deleted.
func TestChangeWhileErasing(t *testing.T) {
	t.Parallel()
	everything, places := contest.Retention{All: 1}, contest.Retention{Places: 1}
	store := recorder{
		overdue: []contest.Overdue{{ID: 1, Exceeded: everything}, {ID: 2, Exceeded: everything}, {ID: 3, Exceeded: everything}},
		later:   []contest.Overdue{{ID: 3, Exceeded: places}},
	}
	if err := look(t.Context(), &store, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	if want := []string{"contest", "places"}; !cmp.Equal(store.calls, want) {
		t.Errorf("it erased %q, want %q", store.calls, want)
	}
}

// Run works at once and every hour; a contest that cannot be erased does not hold up the others.
func TestRun(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := recorder{fails: 1, overdue: []contest.Overdue{
			{ID: 1, Exceeded: contest.Retention{All: 1}}, {ID: 2, Exceeded: contest.Retention{Places: 1}}},
			found: []contest.Overdue{{ID: 3, Name: "autumn", Exceeded: contest.Retention{All: 1}}}}
		var log strings.Builder
		ctx, stop := context.WithCancel(t.Context())
		go Run(ctx, &store, slog.New(slog.NewTextHandler(&log, nil)))
		time.Sleep(2*interval + time.Minute)
		stop()
		synctest.Wait()
		if want := []string{"places", "places", "places"}; !cmp.Equal(store.calls, want) {
			t.Errorf("in two hours it erased %q, want %q", store.calls, want)
		}
		if store.expired != 3 {
			t.Errorf("in two hours it deleted expired sessions %d times, want 3", store.expired)
		}
		if store.by != review.Server {
			t.Errorf("the actor is %q, want the server", store.by.Name)
		}
		for _, line := range []string{"could not erase", "contest=autumn overdue=everything"} {
			if n := strings.Count(log.String(), line); n != 3 {
				t.Errorf("the log has %d times %q, want it for each look:\n%s", n, line, log.String())
			}
		}
	})
}
