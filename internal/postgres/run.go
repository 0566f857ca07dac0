package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Run is a running check, a [contest.Run]. It is safe for concurrent use: concurrent calls wait for each other.
type Run struct {
	db    *DB
	check contest.Check // as in BeginCheck
	id    int64

	mu      sync.Mutex // guards the fields below
	session *session   // holds the check's advisory lock; nil after Close
	ended   bool       // complete or failed
	pairs   int        // number of saved pairs
	// noneFree is true if no second connection was free, see openSecond.
	noneFree bool
	// participants maps submission IDs to participant IDs; nil before the first use.
	participants map[int64]int64
}

// BeginCheck stores a running check of submissions of its contest, which must exist. It stores
// only these fields of c: ContestID, Digest, Matching, Parameters, ToolVersion,
// AlgorithmVersion, Job, and StartedAt unless it is zero; Complete needs Problems and Participants. The caller must close the run.
func (db *DB) BeginCheck(ctx context.Context, by review.Person, c contest.Check, submissionIDs []int64,
	base []contest.File) (_ contest.Run, err error) {
	defer wrap(&err, "begin check of contest %d", c.ContestID)
	if err := validateCheck(c, base); err != nil {
		return nil, err
	}
	s, err := db.session(ctx)
	if err != nil {
		return nil, err
	}
	run := &Run{db: db, check: c, session: s}
	err = pgx.BeginFunc(ctx, s, func(tx pgx.Tx) error {
		err := tx.QueryRow(ctx, `
			INSERT INTO checks (contest_id, digest, matching, parameters, tool_version, algorithm_version, started_at)
			VALUES ($1, $2, $7, $3, $4, $5, coalesce($6, now()))
			RETURNING id`,
			c.ContestID, c.Digest, c.Parameters, c.ToolVersion, c.AlgorithmVersion, orNull(c.StartedAt), c.Matching).Scan(&run.id)
		if err != nil {
			return orNotFound(err) // the contest was deleted after its import
		}
		// Lock before anybody can see the row.
		if err := s.lock(ctx, lockCheck, run.id, fmt.Sprintf("check %d", run.id)); err != nil {
			return err
		}
		if c.Job != "" {
			if err := db.beginJobCheck(ctx, tx, c.Job, run.id); err != nil {
				return err
			}
		}
		if err := run.addSubmissions(ctx, tx, submissionIDs, false); err != nil {
			return err
		}
		if err := run.saveBase(ctx, tx, base); err != nil {
			return err
		}
		return record(ctx, tx, review.Entry{Actor: by, ContestID: c.ContestID, Action: review.ActionCheck,
			Details: review.Details{CheckID: run.id}})
	})
	if err == nil {
		err = s.commitLater(ctx) // until Complete, nobody sees the results
	}
	if err != nil {
		err = s.explain(err)
		_ = s.close()
		return nil, err
	}
	return run, nil
}

func validateCheck(c contest.Check, base []contest.File) error {
	p := c.Parameters
	texts := append([]string{p.Verdicts, p.Participants, p.Language, p.Layout, c.Digest, c.ToolVersion, c.AlgorithmVersion}, p.Base...)
	if err := validateText("parameter", texts...); err != nil {
		return err
	}
	for _, f := range base {
		if err := validatePath(f.Path); err != nil {
			return err
		}
	}
	return nil
}

// addSubmissions adds submissions to the check: of its contest, or earlier ones of other contests. If a submission is not of
// a complete import, or its files were erased since the caller read them, the error wraps [contest.ErrNotFound].
func (r *Run) addSubmissions(ctx context.Context, tx pgx.Tx, ids []int64, earlier bool) error {
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	added, err := tx.Exec(ctx, `
		INSERT INTO check_submissions (check_id, submission_id, earlier)
		SELECT k.id, s.id, $3
		FROM checks k
		JOIN submissions s ON s.id = ANY ($2) AND (s.contest_id <> k.contest_id) = $3
		JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
		WHERE k.id = $1 AND EXISTS (SELECT FROM submission_files WHERE submission_id = s.id)`, r.id, ids, earlier)
	if err != nil {
		return err
	}
	if n := int64(len(ids)) - added.RowsAffected(); n > 0 {
		return fmt.Errorf("%d of %d submissions: %w", n, len(ids), contest.ErrNotFound)
	}
	return nil
}

func (r *Run) saveBase(ctx context.Context, tx pgx.Tx, base []contest.File) error {
	if len(base) == 0 {
		return nil
	}
	hashes, err := r.db.storeFiles(ctx, tx, len(base), func(i int) contest.File { return base[i] })
	if err != nil {
		return err
	}
	return copyRows(ctx, tx, "check_base", "check_id ordinal path source", len(base), func(i int) []any {
		return []any{r.id, i + 1, base[i].Path, hashes[i][:]}
	})
}

// ID returns the ID of the check.
func (r *Run) ID() int64 { return r.id }

// errEnded is the error of calls after the end of a run.
var errEnded = errors.New("the check has ended already")

// do calls f with the run's connection. Only one call of do runs at a time.
func (r *Run) do(action string, f func(s *session) error) (err error) {
	defer wrap(&err, "check %d: %s", r.id, action)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended {
		return errEnded
	}
	return r.session.explain(f(r.session))
}

// Complete stores the rest of the results, and makes all results visible, under the present names of the problems and
// participants.
func (r *Run) Complete(ctx context.Context, summary contest.Summary, histograms []contest.Histogram, skipped []contest.SkippedItem) error {
	return r.do("complete", func(s *session) error {
		if err := validateSkipped(skipped); err != nil {
			return err
		}
		err := pgx.BeginFunc(ctx, s, func(tx pgx.Tx) error {
			if err := syncCommit(ctx, tx); err != nil {
				return err
			}
			if err := copyHistograms(ctx, tx, r.id, histograms); err != nil {
				return err
			}
			if err := copySkipped(ctx, tx, "check_skipped", "check_id", r.id, skipped); err != nil {
				return err
			}
			summary, err := r.renameResults(ctx, tx, summary)
			if err != nil {
				return err
			}
			update, err := tx.Exec(ctx, `
				UPDATE checks SET state = 'complete', summary = $2, finished_at = now(), last_listed = coalesce((
					SELECT max(p.rank) FROM pairs p
					WHERE p.check_id = $1 AND `+listedBy("parameters")+`), 0)
				WHERE id = $1 AND state = 'running'`, r.id, summary)
			if err == nil && update.RowsAffected() != 1 {
				err = errEnded
			}
			return err
		})
		r.ended = err == nil
		if r.ended && r.pairs >= manyPairs {
			// If this fails, PostgreSQL updates the statistics later.
			_, _ = s.Exec(ctx, "ANALYZE pairs (check_id, rank, suspicion, problem, language, left_participant, right_participant, cluster)")
		}
		return err
	})
}

// manyPairs is the number of pairs of a check from which Complete updates the table's
// statistics. PostgreSQL does so within a minute, but until then plans for a small check.
const manyPairs = 10_000

// Fail removes the check's results and marks it as failed. Users see the reason, which should
// tell them what to do. Fail works even if ctx has ended or the connection is lost.
func (r *Run) Fail(ctx context.Context, reason i18n.Text) error {
	return r.do("mark as failed", func(s *session) error {
		err := r.db.cleanUp(ctx, s, lockCheck, r.id, reason, (*session).failCheck)
		r.ended = err == nil
		return err
	})
}

// Close releases the connection and the lock. It first marks a run that is neither complete
// nor failed as failed. A second call does nothing.
func (r *Run) Close() (err error) {
	defer wrap(&err, "close check %d", r.id)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.session == nil {
		return nil
	}
	if !r.ended {
		// If this fails, RecoverInterrupted cleans up.
		err = r.db.cleanUp(context.Background(), r.session, lockCheck, r.id, interruptedReason, (*session).failCheck)
		r.ended = true
	}
	err = errors.Join(err, r.session.close())
	r.session = nil
	return err
}
