package access

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
)

// Exports open pairs on half of the cores. One that waits ends with its context.
func TestEvidenceLimit(t *testing.T) {
	t.Parallel()
	opened, release := make(chan bool), make(chan bool)
	archive := New(Parts{Evidence: func(context.Context, contest.Pair, *blind.Masker) (evidence.View, error) {
		opened <- true
		<-release
		return evidence.View{}, nil
	}})
	open := func(ctx context.Context) error {
		ctx = WithViewer(ctx, Viewer{User: account.User{Administrator: true}})
		_, err := archive.Reader(ctx).RedactedEvidence(ctx, contest.Pair{}, nil)
		return err
	}
	var all sync.WaitGroup
	limit := max(1, runtime.GOMAXPROCS(0)/2)
	for range limit + 1 {
		all.Go(func() {
			if err := open(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	for range limit {
		<-opened
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := open(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("one more than the limit: got error %v, want the end of its context", err)
	}
	release <- true
	<-opened // the waiting one has its turn
	close(release)
	all.Wait()
}

// Two programs beside each other are compared as a check does: across languages if they are in two families.
func TestPairOf(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ left, right, want string }{
		{"c", "cpp", "c++"},
		{"cpp", "java", contest.AcrossLanguages},
		{"python", "python", "python"},
	} {
		if got := pairOf(0, contest.Side{Language: test.left}, contest.Side{Language: test.right}).Language; got != test.want {
			t.Errorf("a pair of %s and %s is in %q, want %q", test.left, test.right, got, test.want)
		}
	}
}
