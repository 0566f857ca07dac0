package postgres

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// interruptedReason is the reason of imports and checks whose program or connection ended before them.
var interruptedReason = i18n.Textf("interrupted: the program or its connection to the database ended too early; start the import or check again, unless ojcheck serve has done so")

var unknownReason = i18n.Textf("failed for an unknown reason")

// RecoverInterrupted removes the data of interrupted imports and checks (their process or connection
// has ended), marks them as failed, and returns their number. It does not change imports and checks
// that still run, on any machine: they hold their lock.
func (db *DB) RecoverInterrupted(ctx context.Context) (_ int, err error) {
	defer wrap(&err, "recover interrupted work")
	imports, err := db.failAll(ctx, "SELECT DISTINCT contest_id FROM imports WHERE state = 'loading' ORDER BY 1",
		lockContest, (*session).tryLock, (*session).failImports)
	if err != nil {
		return imports, err
	}
	checks, err := db.failAll(ctx, "SELECT id FROM checks WHERE state = 'running' ORDER BY 1",
		lockCheck, (*session).tryLock, (*session).failCheck)
	return imports + checks, err
}

// failFunc removes the data of unfinished imports into a contest, or of an unfinished
// check, and marks them as failed. It returns their number. The session holds the lock.
type failFunc func(s *session, ctx context.Context, id int64, reason i18n.Text) (int, error)

// failAll calls fail for each ID of the query if take takes the lock of the ID, and adds up the results.
func (db *DB) failAll(ctx context.Context, query string, kind lockKind,
	take func(s *session, ctx context.Context, kind lockKind, id int64) (taken bool, err error), fail failFunc) (count int, err error) {
	ids, err := list[int64](ctx, db.pool, query)
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	s, err := db.session(ctx)
	if err != nil {
		return 0, err
	}
	defer s.close()
	for _, id := range ids {
		taken, err := take(s, ctx, kind, id)
		if err != nil {
			return count, s.explain(err)
		}
		if !taken {
			continue
		}
		n, err := fail(s, ctx, id, interruptedReason)
		count += n
		if err := errors.Join(err, s.unlock(ctx, kind, id)); err != nil {
			return count, s.explain(err)
		}
	}
	return count, nil
}

// restartTimeout is how long retryUnavailable waits for a database that restarts.
const restartTimeout = 20 * time.Second

// cleanUp calls fail after a failure on a session, even if ctx has ended. If the connection
// has ended, it uses a new session with the same lock; if the database is restarting, it waits.
func (db *DB) cleanUp(ctx context.Context, failed *session, kind lockKind, id int64, reason i18n.Text, fail failFunc) error {
	return retryUnavailable(context.WithoutCancel(ctx), func(ctx context.Context) error {
		return failed.explain(db.failLocked(ctx, failed, kind, id, reason, fail))
	})
}

// retryUnavailable repeats an operation, for at most restartTimeout, while its error wraps [contest.ErrUnavailable].
func retryUnavailable(ctx context.Context, operation func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, restartTimeout)
	defer cancel()
	_, err := backoff.Retry(ctx, func() (struct{}, error) {
		err := operation(ctx)
		if err != nil && !errors.Is(err, contest.ErrUnavailable) {
			err = backoff.Permanent(err)
		}
		return struct{}{}, err
	}, backoff.WithMaxElapsedTime(0))
	return err
}

// failLocked calls fail on a session that holds the lock. If the connection of the session has
// ended, it uses a new session.
func (db *DB) failLocked(ctx context.Context, s *session, kind lockKind, id int64, reason i18n.Text, fail failFunc) (err error) {
	if s.IsClosed() {
		if s, err = db.session(ctx); err != nil {
			return err
		}
		defer s.close()
		if err := s.lock(ctx, kind, id, "the end of a broken connection"); err != nil {
			return err
		}
	}
	_, err = fail(s, ctx, id, reason)
	return err
}

// failImports removes the data of unfinished imports into a contest, and marks them as
// failed.
func (s *session) failImports(ctx context.Context, contestID int64, reason i18n.Text) (count int, err error) {
	err = pgx.BeginFunc(ctx, s, func(tx pgx.Tx) error {
		imports, err := list[int64](ctx, tx, `
			UPDATE imports SET state = 'failed', reason = $2, finished_at = now()
			WHERE contest_id = $1 AND state = 'loading'
			RETURNING id`, contestID, cmp.Or(reason, unknownReason))
		if err != nil || len(imports) == 0 {
			return err
		}
		count = len(imports)
		return removeImported(ctx, tx, contestID, imports)
	})
	return count, err
}

// removeImported removes the data of failed imports into a contest.
func removeImported(ctx context.Context, tx pgx.Tx, contestID int64, imports []int64) error {
	sources, err := list[[]byte](ctx, tx, `
		SELECT DISTINCT f.source
		FROM submission_files f
		JOIN submissions s ON s.id = f.submission_id
		WHERE s.import_id = ANY ($1)`, imports)
	if err != nil {
		return err
	}
	if err := execOne(ctx, tx, "DELETE FROM submissions WHERE import_id = ANY ($1)", imports); err != nil { // with their files
		return err
	}
	err = execAll(ctx, tx, []string{
		"DELETE FROM problems p WHERE contest_id = $1 AND NOT EXISTS (SELECT FROM submissions WHERE problem_id = p.id)",
		"DELETE FROM participants p WHERE contest_id = $1 AND NOT EXISTS (SELECT FROM submissions WHERE participant_id = p.id)",
	}, contestID)
	if err != nil {
		return err
	}
	return removeUnusedContents(ctx, tx, sources)
}

// failCheck removes the results of an unfinished check, and marks it as failed. The
// check's input stays, and so do fingerprints, which belong to the submissions.
func (s *session) failCheck(ctx context.Context, checkID int64, reason i18n.Text) (count int, err error) {
	err = pgx.BeginFunc(ctx, s, func(tx pgx.Tx) error {
		failed, err := tx.Exec(ctx, `
			UPDATE checks SET state = 'failed', reason = $2, finished_at = now()
			WHERE id = $1 AND state = 'running'`, checkID, cmp.Or(reason, unknownReason))
		if err != nil || failed.RowsAffected() == 0 {
			return err
		}
		count = 1
		return execAll(ctx, tx, []string{
			"DELETE FROM pairs WHERE check_id = $1",
			"DELETE FROM clusters WHERE check_id = $1", // with their members
			"DELETE FROM check_frequencies WHERE check_id = $1",
			"DELETE FROM check_templates WHERE check_id = $1",
			"DELETE FROM check_near WHERE check_id = $1",
		}, checkID)
	})
	return count, err
}
