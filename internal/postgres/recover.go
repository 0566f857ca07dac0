package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

// interrupted is the reason of a load whose program, or connection, is gone.
const interrupted = "interrupted: the program or its connection to the database ended before this did; start it again"

// unknownReason is for failures without a reason.
const unknownReason = "failed for an unknown reason"

// RecoverInterrupted sweeps what dead imports and checks left behind, marks
// them as failed, and returns how many there were. Those whose program lives,
// here or on another machine, hold their advisory lock and are left alone.
func (db *DB) RecoverInterrupted(ctx context.Context) (_ int, err error) {
	defer wrap(&err, "recover interrupted work")
	s, err := db.session(ctx)
	if err != nil {
		return 0, err
	}
	defer s.close()
	imports, err := s.sweepDead(ctx, "SELECT DISTINCT contest_id FROM imports WHERE state = 'loading' ORDER BY 1", lockContest, s.sweepImports)
	if err != nil {
		return imports, fmt.Errorf("recover interrupted imports: %w", s.explain(err))
	}
	checks, err := s.sweepDead(ctx, "SELECT id FROM checks WHERE state = 'running' ORDER BY 1", lockCheck, s.sweepCheck)
	if err != nil {
		return imports + checks, fmt.Errorf("recover interrupted checks: %w", s.explain(err))
	}
	return imports + checks, nil
}

// sweepDead calls sweep for each ID that the query returns and whose lock is
// free, and adds up what it returns.
func (s *session) sweepDead(ctx context.Context, query string, kind lockKind,
	sweep func(ctx context.Context, id int64, reason string) (int, error)) (swept int, err error) {
	ids, err := list(ctx, s, pgx.RowTo[int64], query)
	if err != nil {
		return 0, err
	}
	for _, id := range ids {
		free, err := s.tryLock(ctx, kind, id)
		if err != nil {
			return swept, err
		}
		if !free {
			continue
		}
		n, err := sweep(ctx, id, interrupted)
		swept += n
		if err := errors.Join(err, s.unlock(ctx, kind, id)); err != nil {
			return swept, err
		}
	}
	return swept, nil
}

// abandonImports sweeps the import that failed on the session, even where the
// failure was the end of the context or of the connection.
func (db *DB) abandonImports(ctx context.Context, failed *session, contestID int64, reason string) error {
	return db.abandon(ctx, failed, lockContest, contestID, func(ctx context.Context, s *session) error {
		_, err := s.sweepImports(ctx, contestID, reason)
		return err
	})
}

// abandonCheck does the same for a check.
func (db *DB) abandonCheck(ctx context.Context, failed *session, checkID int64, reason string) error {
	return db.abandon(ctx, failed, lockCheck, checkID, func(ctx context.Context, s *session) error {
		_, err := s.sweepCheck(ctx, checkID, reason)
		return err
	})
}

// abandon lets sweep work on the session that failed if it can still be used,
// and otherwise on a new one that takes its lock.
func (db *DB) abandon(ctx context.Context, failed *session, kind lockKind, id int64, sweep func(context.Context, *session) error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	if !failed.IsClosed() {
		return sweep(ctx, failed)
	}
	s, err := db.session(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	if err := s.lock(ctx, kind, id); err != nil {
		return err
	}
	return sweep(ctx, s)
}

// sweepImports removes what imports that are still loading have left in a
// contest, and marks them as failed. The session holds the contest's lock.
func (s *session) sweepImports(ctx context.Context, contestID int64, reason string) (swept int, err error) {
	err = pgx.BeginFunc(ctx, s, func(tx pgx.Tx) error {
		imports, err := list(ctx, tx, pgx.RowTo[int64], `
			UPDATE imports SET state = 'failed', reason = $2, finished_at = now()
			WHERE contest_id = $1 AND state = 'loading'
			RETURNING id`, contestID, reasonText(reason))
		if err != nil || len(imports) == 0 {
			return err
		}
		swept = len(imports)
		return removeImported(ctx, tx, contestID, imports)
	})
	return swept, err
}

// removeImported removes what failed imports brought into a contest.
func removeImported(ctx context.Context, tx pgx.Tx, contestID int64, imports []int64) error {
	sources, err := list(ctx, tx, pgx.RowTo[[]byte], `
		SELECT DISTINCT f.source
		FROM submission_files f
		JOIN submissions s ON s.id = f.submission_id
		WHERE s.import_id = ANY ($1)`, imports)
	if err != nil {
		return err
	}
	for _, removal := range []struct {
		statement string
		argument  any
	}{
		{`DELETE FROM submissions WHERE import_id = ANY ($1)`, imports}, // with their files
		{`DELETE FROM problems p
			WHERE p.contest_id = $1
			  AND NOT EXISTS (SELECT FROM submissions s WHERE s.problem_id = p.id)`, contestID},
		{`DELETE FROM participants p
			WHERE p.contest_id = $1
			  AND NOT EXISTS (SELECT FROM submissions s WHERE s.participant_id = p.id)`, contestID},
	} {
		if _, err := tx.Exec(ctx, removal.statement, removal.argument); err != nil {
			return err
		}
	}
	return removeSources(ctx, tx, sources)
}

// sweepCheck removes the results of a check that is still running, and marks
// it as failed. The session holds the check's lock. What the check was given
// stays, and so do fingerprints, which belong to the submissions.
func (s *session) sweepCheck(ctx context.Context, checkID int64, reason string) (swept int, err error) {
	err = pgx.BeginFunc(ctx, s, func(tx pgx.Tx) error {
		failed, err := tx.Exec(ctx, `
			UPDATE checks SET state = 'failed', reason = $2, finished_at = now()
			WHERE id = $1 AND state = 'running'`, checkID, reasonText(reason))
		if err != nil || failed.RowsAffected() == 0 {
			return err
		}
		swept = 1
		if _, err = tx.Exec(ctx, "DELETE FROM pairs WHERE check_id = $1", checkID); err != nil {
			return err
		}
		if _, err = tx.Exec(ctx, "DELETE FROM clusters WHERE check_id = $1", checkID); err != nil { // with their members
			return err
		}
		if _, err = tx.Exec(ctx, "DELETE FROM check_frequencies WHERE check_id = $1", checkID); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, "DELETE FROM check_templates WHERE check_id = $1", checkID)
		return err
	})
	return swept, err
}

// reasonText makes a reason fit to be stored: it may quote anything.
func reasonText(reason string) string {
	if reason == "" {
		return unknownReason
	}
	return strings.ReplaceAll(strings.ToValidUTF8(reason, "\uFFFD"), "\x00", "\uFFFD")
}
