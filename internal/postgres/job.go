package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/migrations"
)

// SaveJobs stores new jobs, and new content of stored jobs, all or none. If the database is restarting, it waits. If this
// server does not run the jobs, the error wraps [contest.ErrJobLockLost]: see [DB.LockJobs].
func (db *DB) SaveJobs(ctx context.Context, jobs ...contest.Job) (err error) {
	defer wrap(&err, "store jobs")
	return retryUnavailable(ctx, func(ctx context.Context) error {
		return explain(pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
			if err := db.requireJobLock(ctx, tx); err != nil {
				return err
			}
			for _, j := range jobs {
				if err := execOne(ctx, tx, `
					INSERT INTO jobs (id, content) VALUES ($1, $2)
					ON CONFLICT (id) DO UPDATE SET content = excluded.content`, j.ID, j.Content); err != nil {
					return err
				}
			}
			return nil
		}))
	})
}

// DeleteJobs removes jobs. Their results stay.
func (db *DB) DeleteJobs(ctx context.Context, ids ...string) (err error) {
	defer wrap(&err, "delete jobs")
	return execOne(ctx, db.pool, "DELETE FROM jobs WHERE id = ANY ($1)", ids)
}

// Jobs returns all stored jobs in the order of their acceptance. It marks the unfinished checks of
// jobs as failed, so call it while no job runs: see [DB.LockJobs].
func (db *DB) Jobs(ctx context.Context) (_ []contest.Job, err error) {
	defer wrap(&err, "read jobs")
	if err := db.failJobChecks(ctx); err != nil {
		return nil, err
	}
	return list[contest.Job](ctx, db.pool, `
		SELECT j.id, j.content, coalesce(c.id, 0)
		FROM jobs j
		LEFT JOIN checks c ON c.id = j.check_id AND c.state = 'complete'
		ORDER BY j.number`)
}

// failJobChecks marks the unfinished checks of jobs as failed. The previous server, or the connection of a killed server, may
// still be completing a check: failJobChecks waits for the end of the check.
func (db *DB) failJobChecks(ctx context.Context) error {
	// Wait for the transactions that began before the previous server lost its lock.
	if err := pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		return execOne(ctx, tx, "LOCK TABLE jobs IN SHARE MODE")
	}); err != nil {
		return err
	}
	wait := func(s *session, ctx context.Context, kind lockKind, id int64) (bool, error) {
		return true, s.lock(ctx, kind, id, "the end of a check that another server began")
	}
	_, err := db.failAll(ctx, "SELECT c.id FROM checks c JOIN jobs j ON j.check_id = c.id WHERE c.state = 'running' ORDER BY c.id",
		lockCheck, wait, (*session).failCheck)
	return err
}

// beginJobCheck stores that a check belongs to a job. It returns an error if the job has another
// running or complete check, or if this server does not run the jobs.
func (db *DB) beginJobCheck(ctx context.Context, tx pgx.Tx, job string, checkID int64) error {
	if err := db.requireJobLock(ctx, tx); err != nil {
		return err
	}
	changed, err := tx.Exec(ctx, `
		UPDATE jobs SET check_id = $2
		WHERE id = $1 AND NOT EXISTS (SELECT FROM checks c WHERE c.id = jobs.check_id AND c.state <> 'failed')`, job, checkID)
	if err == nil && changed.RowsAffected() == 0 {
		err = errors.New("the job has a check already, or was removed")
	}
	return err
}

// jobLock is the lock that lets one server run the jobs of the database. It ends with its connection.
type jobLock struct {
	session *session
	process int32     // the ID of PostgreSQL's process; a pooler gives its clients other IDs
	since   time.Time // when the connection began: a later connection may have this process ID
}

// pingPause is the pause before a jobLock tests again that its connection works.
const pingPause = 5 * time.Second

// jobsErased is the channel for the IDs of erased jobs.
const jobsErased = "ojcheck_jobs_erased"

// LockJobs waits until no other server runs the jobs of the database, and keeps other servers out until release is called.
// Until then it calls onErased with the ID of each erased job. If the connection ends, another server may begin to run the
// jobs: lost is closed within seconds, and this server can no longer change a job or begin the check of a job.
func (db *DB) LockJobs(ctx context.Context, onErased func(id string)) (lost <-chan struct{}, release func(), err error) {
	defer wrap(&err, "wait for another server")
	s, err := db.session(ctx)
	if err != nil {
		return nil, nil, err
	}
	l := &jobLock{session: s}
	err = s.lock(ctx, lockJobs, 0, "the other ojcheck serve of this database")
	if err == nil {
		err = execOne(ctx, s, "LISTEN "+jobsErased)
	}
	if err == nil {
		err = s.QueryRow(ctx, "SELECT pid, backend_start FROM pg_stat_get_activity(pg_backend_pid())").Scan(&l.process, &l.since)
	}
	if err != nil {
		_ = s.close()
		return nil, nil, err
	}
	db.jobs.Store(l)
	ended := make(chan struct{})
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	go func() {
		defer close(ended)
		defer s.close()
		for ctx.Err() == nil && l.wait(ctx, onErased) == nil {
		}
	}()
	return ended, func() {
		cancel()
		<-ended
	}, nil
}

// wait waits at most pingPause for an erased job. It returns an error if the connection has ended.
func (l *jobLock) wait(ctx context.Context, onErased func(id string)) error {
	short, cancel := context.WithTimeout(ctx, pingPause)
	defer cancel()
	erased, err := l.session.WaitForNotification(short)
	switch {
	case err == nil:
		onErased(erased.Payload)
		return nil
	case short.Err() == nil:
		return err
	}
	pingCtx, cancel := context.WithTimeout(ctx, pingPause)
	defer cancel()
	return l.session.Ping(pingCtx)
}

// requireJobLock returns an error unless this server runs the jobs. If another server takes the lock now, that server
// cannot read the jobs before tx ends.
func (db *DB) requireJobLock(ctx context.Context, tx pgx.Tx) error {
	l := db.jobs.Load()
	if l == nil {
		return contest.ErrJobLockLost
	}
	if err := execOne(ctx, tx, "LOCK TABLE jobs IN ROW EXCLUSIVE MODE"); err != nil {
		return err
	}
	isHeld, err := get[bool](ctx, tx, `
		SELECT EXISTS (
			SELECT
			FROM pg_locks l
			JOIN pg_stat_activity a ON a.pid = l.pid AND a.backend_start = $3
			JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
			WHERE l.locktype = 'advisory' AND l.granted AND (l.classid::bigint << 32 | l.objid::bigint) = $1 AND l.pid = $2)`,
		lockJobs.key(0), l.process, l.since)
	if err == nil && !isHeld {
		err = contest.ErrJobLockLost
	}
	return err
}

// LockDump reserves the daily dump for this server until release is called. ok is false if another server runs the jobs of
// the database, or still writes a dump.
func (db *DB) LockDump(ctx context.Context) (release func(), ok bool, err error) {
	defer wrap(&err, "reserve the daily dump")
	s, err := db.session(ctx)
	if err != nil {
		return nil, false, err
	}
	release = func() { _ = s.close() }
	ok, err = s.tryLock(ctx, lockDump, 0)
	if ok && err == nil {
		err = pgx.BeginFunc(ctx, s, func(tx pgx.Tx) error { return db.requireJobLock(ctx, tx) })
	}
	if !ok || err != nil {
		release()
		if errors.Is(err, contest.ErrJobLockLost) {
			err = nil
		}
		return nil, false, err
	}
	return release, true, nil
}

const (
	// jobContent is the content of a job without NUL, because PostgreSQL reads no text of JSON with a NUL in it.
	jobContent  = `replace(content::text, '\u0000', '\ufffd')::json`
	hasJobEnded = jobContent + "->>'State' IN ('done', 'failed')"
)

// eraseJobs removes the jobs that a condition selects. It notifies the server that runs the jobs, see [DB.LockJobs].
func eraseJobs(ctx context.Context, tx pgx.Tx, condition string, args ...any) error {
	return execOne(ctx, tx, `
		WITH erased AS (DELETE FROM jobs WHERE `+condition+` RETURNING id)
		SELECT pg_notify('`+jobsErased+`', id) FROM erased`, args...)
}

// NameForFiles returns a name of the database for names of files and directories. No other database has this name.
func (db *DB) NameForFiles(ctx context.Context) (name string, err error) {
	defer wrap(&err, "identify the database")
	return get[string](ctx, db.pool, migrations.SelectDatabase)
}
