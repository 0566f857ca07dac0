package postgres

import (
	"context"
	"errors"

	"github.com/cenkalti/backoff/v5"
	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// SaveJobs stores new jobs and the new content of stored ones, all or none. If the database is
// restarting, it waits.
func (db *DB) SaveJobs(ctx context.Context, jobs ...contest.Job) (err error) {
	defer wrap(&err, "store jobs")
	return whileRestarting(ctx, func(ctx context.Context) error {
		return explain(pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
			for _, j := range jobs {
				if _, err := tx.Exec(ctx, `
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
	_, err = db.pool.Exec(ctx, "DELETE FROM jobs WHERE id = ANY ($1)", ids)
	return err
}

// Jobs returns all stored jobs in the order of their acceptance. Call it while no job runs, see
// [DB.LockJobs]: it marks checks of jobs that are still unfinished as failed.
func (db *DB) Jobs(ctx context.Context) (_ []contest.Job, err error) {
	defer wrap(&err, "read jobs")
	if err := db.sweepJobs(ctx); err != nil {
		return nil, err
	}
	return list(ctx, db.pool, pgx.RowToStructByPos[contest.Job], `
		SELECT j.id, j.content, coalesce(c.id, 0)
		FROM jobs j
		LEFT JOIN checks c ON c.id = j.check_id AND c.state = 'complete'
		ORDER BY j.number`)
}

// sweepJobs marks the unfinished checks of jobs as failed. The connection of a killed server may
// still be completing a check: sweepJobs waits for its end.
func (db *DB) sweepJobs(ctx context.Context) error {
	s, err := db.session(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	ids, err := list(ctx, s, pgx.RowTo[int64], "SELECT c.id FROM checks c JOIN jobs j ON j.check_id = c.id WHERE c.state = 'running' ORDER BY c.id")
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := s.lock(ctx, lockCheck, id, "the end of a check whose server was killed"); err != nil {
			return err
		}
		_, err := s.sweepCheck(ctx, id, interrupted)
		if err := errors.Join(err, s.unlock(ctx, lockCheck, id)); err != nil {
			return err
		}
	}
	return nil
}

// beginJobCheck notes that a check belongs to a job. It returns an error if the job has another
// check that is running or complete.
func beginJobCheck(ctx context.Context, tx pgx.Tx, job string, checkID int64) error {
	changed, err := tx.Exec(ctx, `
		UPDATE jobs SET check_id = $2
		WHERE id = $1 AND NOT EXISTS (SELECT FROM checks c WHERE c.id = jobs.check_id AND c.state <> 'failed')`, job, checkID)
	if err == nil && changed.RowsAffected() == 0 {
		err = errors.New("the job has a check already, or was removed")
	}
	return err
}

// LockJobs waits until no other server runs the jobs of the database, and keeps others out until
// release is called. If the connection is lost, it takes the lock again.
func (db *DB) LockJobs(ctx context.Context) (release func(), err error) {
	defer wrap(&err, "wait for another server")
	s, err := db.lockJobs(ctx)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	released := make(chan struct{})
	go func() {
		defer close(released)
		for {
			_, _ = s.WaitForNotification(ctx) // returns when the connection ends: nobody notifies
			_ = s.close()
			if s, err = backoff.Retry(ctx, func() (*session, error) { return db.lockJobs(ctx) }, backoff.WithMaxElapsedTime(0)); err != nil {
				return // ctx has ended
			}
		}
	}()
	return func() {
		cancel()
		<-released
	}, nil
}

func (db *DB) lockJobs(ctx context.Context) (*session, error) {
	s, err := db.session(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.lock(ctx, lockJobs, 0, "the other ojcheck serve of this database"); err != nil {
		_ = s.close()
		return nil, err
	}
	return s, nil
}

// UploadDir returns a name for the directory of the uploads to this database, which no other
// database has.
func (db *DB) UploadDir(ctx context.Context) (name string, err error) {
	defer wrap(&err, "identify the database")
	return get(ctx, db.pool, pgx.RowTo[string], `
		SELECT system_identifier || '-' || oid
		FROM pg_control_system(), pg_database
		WHERE datname = current_database()`)
}
