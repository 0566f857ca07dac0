package postgres

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// lookAgain is how often it is looked whether a contest is still followed by
// somebody else.
const lookAgain = 100 * time.Millisecond

// takeBack is how long it is tried to take the lock again that went with a lost
// connection: its old session may be the one that holds it.
const takeBack = 10 * time.Second

// Follow makes the caller the only one who follows the contest of a name, which
// need not be there yet, until they call release. Where somebody else does, it
// waits for them, but no longer than patience, and returns an error that wraps
// [contest.ErrInUse].
//
// Where the database goes away, others may take the caller's place. The context
// that is returned is the caller's; it ends, with a cause that wraps ErrInUse, where
// somebody has.
func (db *DB) Follow(ctx context.Context, contestName string, patience time.Duration) (following context.Context, release func(), err error) {
	s, err := db.follow(ctx, contestName, patience)
	if err != nil {
		return nil, nil, err
	}
	following, end := context.WithCancelCause(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		end(db.keepFollowing(following, contestName, s))
	}()
	return following, func() {
		end(nil)
		<-done
	}, nil
}

// keepFollowing takes the lock again whenever its session is lost, until ctx ends or
// it cannot.
func (db *DB) keepFollowing(ctx context.Context, contestName string, s *session) error {
	for {
		// None is sent: it ends with the connection, or with ctx.
		_, err := s.WaitForNotification(ctx)
		if err == nil {
			continue
		}
		_ = s.close()
		for s = nil; s == nil; {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if s, err = db.follow(ctx, contestName, takeBack); err == nil {
				break
			}
			if !errors.Is(err, contest.ErrUnavailable) {
				return err
			}
			select {
			case <-time.After(lookAgain):
			case <-ctx.Done():
			}
		}
	}
}

// follow takes the lock.
func (db *DB) follow(ctx context.Context, contestName string, patience time.Duration) (*session, error) {
	s, err := db.session(ctx)
	if err != nil {
		return nil, fmt.Errorf("follow contest %q: %w", contestName, explain(err))
	}
	for deadline := time.Now().Add(patience); ; {
		taken, err := s.tryLock(ctx, lockWatch, nameKey(contestName))
		switch {
		case err == nil && taken:
			return s, nil
		case err == nil && !time.Now().Before(deadline):
			err = fmt.Errorf("%w: another process follows it", contest.ErrInUse)
		case err == nil:
			timer := time.NewTimer(lookAgain)
			select {
			case <-timer.C:
				continue
			case <-ctx.Done():
				timer.Stop()
				err = ctx.Err()
			}
		}
		err = fmt.Errorf("follow contest %q: %w", contestName, s.explain(err))
		_ = s.close()
		return nil, err
	}
}

// nameKey makes a name an ID of a lock.
func nameKey(name string) int64 {
	sum := sha256.Sum256([]byte(name))
	return int64(binary.BigEndian.Uint64(sum[:8]) >> 16)
}
