package postgres

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// lookAgain is how often it is looked whether a contest is still followed by
// somebody else.
const lookAgain = 100 * time.Millisecond

// Follow makes the caller the only one who follows the contest of a name, which
// need not be there yet, until they call release. Where somebody else does, it
// waits for them, but no longer than patience, and returns an error that wraps
// [contest.ErrInUse].
func (db *DB) Follow(ctx context.Context, contestName string, patience time.Duration) (release func(), err error) {
	s, err := db.session(ctx)
	if err != nil {
		return nil, fmt.Errorf("follow contest %q: %w", contestName, explain(err))
	}
	for deadline := time.Now().Add(patience); ; {
		taken, err := s.tryLock(ctx, lockWatch, nameKey(contestName))
		switch {
		case err == nil && taken:
			return func() { _ = s.close() }, nil
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
