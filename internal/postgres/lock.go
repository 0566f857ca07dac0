package postgres

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// The advisory locks. The upper 16 bits of a key are the kind, the lower 48 bits an ID. Kind 0
// belongs to goose, whose lock is 4097083626. Kind 0x5c7a belongs to internal/bench, which may
// have a database on this server.
const (
	// lockSources (ID 0, held for a transaction) is shared by transactions that add or
	// refer to sources, and exclusive for a transaction that removes unused sources.
	lockSources lockKind = 1
	// lockContest (ID of the contest, held for a session) belongs to the only import into
	// a contest, or to its deletion.
	lockContest lockKind = 2
	// lockCheck (ID of the check, held for a session) belongs to a running check.
	lockCheck lockKind = 3
	// lockAlerts (ID of the contest, held for a transaction) belongs to the transaction that
	// adds alerts, so that they become visible in the order of their IDs.
	lockAlerts lockKind = 4
	// lockWatch (48 bits of the SHA-256 of the name, because the contest may not exist yet;
	// held for a session) belongs to the process that follows a contest.
	lockWatch lockKind = 5
	// lockJobs (ID 0, held for a session) belongs to the only server, which runs the jobs.
	lockJobs lockKind = 6
	// lockIndex (ID 0, held for a transaction) is shared by transactions that change index entries, and exclusive
	// for a transaction that moves the index to other machines or back. In a distributed archive, lockIndex (ID of
	// the contest, held for a transaction) belongs to the transaction that saves index entries of the contest.
	lockIndex lockKind = 7
	// lockDistribution (ID 0, held for a session) belongs to the process that distributes the archive.
	lockDistribution lockKind = 8
	// lockDump (ID 0, held for a session) belongs to the server that writes the daily dump.
	lockDump lockKind = 9
	// lockErasure (ID 0, held for a transaction) belongs to the only transaction that deletes a contest, or erases a person or
	// programs. It also changes checks and cases of other contests, so two at once could wait for each other.
	lockErasure lockKind = 10
)

type lockKind int64

func (k lockKind) key(id int64) int64 { return int64(k)<<48 | id }

// cleanupTimeout is the maximum time for cleaning up after a failure.
const cleanupTimeout = 10 * time.Second

// session is a connection outside the pool, for work that holds advisory locks until the work
// ends. PostgreSQL releases the locks when the connection ends for any reason.
type session struct {
	*pgx.Conn
	db *DB
}

// sessionSettings are for a check that sends nothing for hours while it computes. A machine that vanishes loses its locks
// after two minutes, not two hours. Poolers refuse these settings in the address.
const sessionSettings = `
	SET idle_session_timeout = 0;
	SET tcp_keepalives_idle = 60;
	SET tcp_keepalives_interval = 20;
	SET tcp_keepalives_count = 3`

func (db *DB) session(ctx context.Context) (*session, error) {
	if spare := db.spare.take(); spare != nil {
		if err := execOne(ctx, spare, sessionSettings); err == nil {
			return &session{spare, db}, nil
		}
		_ = spare.Close(ctx)
	}
	conn, err := pgx.ConnectConfig(ctx, db.pool.Config().ConnConfig)
	if err != nil {
		return nil, err
	}
	scanTimes(conn)
	s := &session{conn, db}
	if err := execOne(ctx, conn, sessionSettings); err != nil {
		_ = s.close()
		return nil, s.explain(err)
	}
	return s, nil
}

// commitLater lets commits of the session return before they are on disk. PostgreSQL writes commits in their order, so
// a commit that syncCommit makes wait is on disk with all commits before it.
func (s *session) commitLater(ctx context.Context) error {
	return execOne(ctx, s, "SET synchronous_commit = off")
}

// syncCommit makes the commit of a transaction wait until it is on disk.
func syncCommit(ctx context.Context, tx pgx.Tx) error {
	return execOne(ctx, tx, "SET LOCAL synchronous_commit TO DEFAULT")
}

// spareConn has the connection of a session that has ended, for the next session. It is safe for concurrent use.
type spareConn struct {
	mu       sync.Mutex
	conn     *pgx.Conn // or nil
	isClosed bool
}

// take removes the connection and returns it; nil if there is none.
func (s *spareConn) take() *pgx.Conn {
	s.mu.Lock()
	defer s.mu.Unlock()
	conn := s.conn
	s.conn = nil
	return conn
}

// put reports whether it has taken a connection: there was none, and the DB is not closed.
func (s *spareConn) put(conn *pgx.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conn != nil || s.isClosed {
		return false
	}
	s.conn = conn
	return true
}

// close returns the connection, if any, for the caller to close; from then on put refuses connections.
func (s *spareConn) close() *pgx.Conn {
	s.mu.Lock()
	s.isClosed = true
	s.mu.Unlock()
	return s.take()
}

// close releases the locks and waits for the end of an interrupted query. The next session may use the connection.
func (s *session) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), cleanupTimeout)
	defer cancel()
	if !s.IsClosed() {
		// Without this statement, PostgreSQL may release the locks a little after the end of the connection.
		err := execOne(ctx, s, "SELECT pg_advisory_unlock_all(); UNLISTEN *; RESET ALL")
		if err == nil && s.PgConn().TxStatus() == 'I' && s.db.spare.put(s.Conn) {
			return nil
		}
	}
	err := s.Close(ctx)
	select {
	case <-s.PgConn().CleanupDone():
	case <-ctx.Done():
	}
	return err
}

// lock takes a lock. If the lock is not free, it calls OnWait with holder, which says for people what may hold the lock, and
// waits.
func (s *session) lock(ctx context.Context, kind lockKind, id int64, holder string) error {
	isLocked, err := s.tryLock(ctx, kind, id)
	if isLocked || err != nil {
		return err
	}
	if s.db.OnWait != nil {
		s.db.OnWait(holder)
	}
	return execOne(ctx, s, "SELECT pg_advisory_lock($1)", kind.key(id))
}

// tryLock takes a lock if it is free.
func (s *session) tryLock(ctx context.Context, kind lockKind, id int64) (taken bool, err error) {
	return get[bool](ctx, s, "SELECT pg_try_advisory_lock($1)", kind.key(id))
}

func (s *session) unlock(ctx context.Context, kind lockKind, id int64) error {
	return execOne(ctx, s, "SELECT pg_advisory_unlock($1)", kind.key(id))
}

// explain is [explain] for an error from the session. If the connection is lost, the result says
// that, even if err does not.
func (s *session) explain(err error) error {
	explained := explain(err)
	if explained == err && err != nil && s.IsClosed() && !hasContextEnded(err) {
		return connectionLost(err)
	}
	return explained
}
