package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
)

// The advisory locks. A key is the kind in the upper 16 bits and an ID in the
// lower 48; goose's own lock, 4097083626, is of kind 0 and so never met. Kind
// 0x5c7a belongs to internal/bench, whose database may be on this server.
const (
	// lockSources (ID 0, held for a transaction) is shared by those who add
	// sources, or refer to some, and exclusive to a sweep while it removes
	// those that nothing refers to.
	lockSources lockKind = 1
	// lockContest (ID of the contest, held for a session) belongs to the
	// import that is loading into a contest, or to whoever deletes it. Imports
	// into one contest take turns, so none comes upon half of another.
	lockContest lockKind = 2
	// lockCheck (ID of the check, held for a session) belongs to a running
	// check.
	lockCheck lockKind = 3
	// lockAlerts (ID of the contest, held for a transaction) belongs to whoever
	// adds alerts to it, so that their IDs are in the order in which they are seen.
	lockAlerts lockKind = 4
	// lockWatch (of the contest's name, which may be of none yet, 48 bits of the
	// SHA-256; held for a session) belongs to whoever follows a contest.
	lockWatch lockKind = 5
)

type lockKind int64

func (k lockKind) key(id int64) int64 { return int64(k)<<48 | id }

// patience is how long cleaning up after a failure may take.
const patience = 10 * time.Second

// session is a connection outside of the pool, for work that holds an advisory
// lock from its beginning to its end. The locks go when it is closed, or dies.
type session struct {
	*pgx.Conn
}

func (db *DB) session(ctx context.Context) (*session, error) {
	config := db.pool.Config().ConnConfig
	for name, value := range map[string]string{
		// A running check may be quiet for hours while it computes.
		"idle_session_timeout": "0",
		// A machine that vanishes without a word loses its locks after two
		// minutes, rather than two hours.
		"tcp_keepalives_idle":     "60",
		"tcp_keepalives_interval": "20",
		"tcp_keepalives_count":    "3",
	} {
		config.RuntimeParams[name] = value
	}
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	return &session{conn}, nil
}

// close releases the locks and waits until a query that was cut off is over.
func (s *session) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if !s.IsClosed() {
		// The server would release them too, but perhaps only after somebody
		// has found them taken. Should this fail, it does.
		_, _ = s.Exec(ctx, "SELECT pg_advisory_unlock_all()")
	}
	err := s.Close(ctx)
	select {
	case <-s.PgConn().CleanupDone():
	case <-ctx.Done():
	}
	return err
}

// lock waits for a lock.
func (s *session) lock(ctx context.Context, kind lockKind, id int64) error {
	_, err := s.Exec(ctx, "SELECT pg_advisory_lock($1)", kind.key(id))
	return err
}

// tryLock takes a lock if it is free.
func (s *session) tryLock(ctx context.Context, kind lockKind, id int64) (taken bool, err error) {
	err = s.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", kind.key(id)).Scan(&taken)
	return taken, err
}

// unlock gives back a lock that the session holds.
func (s *session) unlock(ctx context.Context, kind lockKind, id int64) error {
	_, err := s.Exec(ctx, "SELECT pg_advisory_unlock($1)", kind.key(id))
	return err
}

// explain is [explain] for an error that came from the session: when its
// connection is gone, an error that does not say so is put right.
func (s *session) explain(err error) error {
	explained := explain(err)
	if explained == err && err != nil && s.IsClosed() && !errors.Is(err, context.Canceled) {
		return connectionLost(err)
	}
	return explained
}
