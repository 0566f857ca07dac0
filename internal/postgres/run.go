package postgres

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Run is a check while it runs. It is safe for concurrent use, but works off
// one call after another.
type Run struct {
	db        *DB
	id        int64
	contestID int64

	mu      sync.Mutex // guards what follows
	session *session   // holds the check's advisory lock; nil once it is over
	ended   bool       // complete or failed
	pairs   int        // saved so far
	// participants of the submissions, by their IDs; nil until they are needed.
	participants map[int64]int64
}

// BeginCheck inserts a running check of submissions of its contest, which must
// be there. Of c, it stores ContestID, Digest, Matching, Parameters, ToolVersion,
// AlgorithmVersion and, unless it is zero, StartedAt. The caller must close the
// run.
func (db *DB) BeginCheck(ctx context.Context, by review.Person, c contest.Check, submissionIDs []int64, base []contest.File) (_ *Run, err error) {
	defer wrap(&err, "begin check")
	if err := checkCheck(c, base); err != nil {
		return nil, err
	}
	s, err := db.session(ctx)
	if err != nil {
		return nil, err
	}
	run := &Run{db: db, contestID: c.ContestID, session: s}
	err = pgx.BeginFunc(ctx, s, func(tx pgx.Tx) error {
		err := tx.QueryRow(ctx, `
			INSERT INTO checks (contest_id, digest, matching, parameters, tool_version, algorithm_version, started_at)
			VALUES ($1, $2, $7, $3, $4, $5, coalesce($6, now()))
			RETURNING id`,
			c.ContestID, c.Digest, c.Parameters, c.ToolVersion, c.AlgorithmVersion, nullTime(c.StartedAt), c.Matching).Scan(&run.id)
		if isForeignKeyViolation(err) {
			return contest.ErrNotFound // it may have been deleted since it was read in
		}
		if err != nil {
			return err
		}
		// Before anybody can see the row and find its lock free.
		if err := s.lock(ctx, lockCheck, run.id); err != nil {
			return err
		}
		if err := run.saveSubmissions(ctx, tx, c.ContestID, submissionIDs); err != nil {
			return err
		}
		if err := run.saveBase(ctx, tx, base); err != nil {
			return err
		}
		return record(ctx, tx, review.Entry{Actor: by, ContestID: c.ContestID, Action: review.ActionCheck,
			Details: review.Details{CheckID: run.id}})
	})
	if err != nil {
		err = s.explain(err)
		_ = s.close() // the error above matters
		return nil, fmt.Errorf("begin check of contest %d: %w", c.ContestID, err)
	}
	return run, nil
}

// checkCheck returns an error if the check cannot be stored.
func checkCheck(c contest.Check, base []contest.File) error {
	p := c.Parameters
	texts := append([]string{p.Verdicts, p.Participants, p.Language, p.Layout, c.Digest, c.ToolVersion, c.AlgorithmVersion}, p.Base...)
	for _, text := range texts {
		if err := checkText("parameter", text); err != nil {
			return err
		}
	}
	for _, f := range base {
		if err := checkPath(f.Path); err != nil {
			return err
		}
	}
	return nil
}

func (r *Run) saveSubmissions(ctx context.Context, tx pgx.Tx, contestID int64, ids []int64) error {
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	added, err := tx.Exec(ctx, `
		INSERT INTO check_submissions (check_id, submission_id)
		SELECT $1, s.id
		FROM submissions s
		JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
		WHERE s.contest_id = $2 AND s.id = ANY ($3)`, r.id, contestID, ids)
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
	contents := make(map[sourceHash][]byte)
	var rows [][]any
	for i, f := range base {
		hash := sourceHash(sha256.Sum256(f.Content))
		contents[hash] = f.Content
		rows = append(rows, []any{r.id, i + 1, f.Path, hash[:]})
	}
	if err := shareSources(ctx, tx); err != nil {
		return err
	}
	if err := r.db.putSources(ctx, tx, contents); err != nil {
		return err
	}
	_, err := tx.CopyFrom(ctx, pgx.Identifier{"check_base"}, []string{"check_id", "ordinal", "path", "source"}, pgx.CopyFromRows(rows))
	return err
}

// ID returns the ID of the check.
func (r *Run) ID() int64 { return r.id }

// errEnded is returned by a run that is over.
var errEnded = errors.New("the check has ended already")

// do calls f with the run's connection, one call after another.
func (r *Run) do(what string, f func(s *session) error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	err := errEnded
	if !r.ended {
		if err = f(r.session); err != nil {
			err = r.session.explain(err)
		}
	}
	if err != nil {
		return fmt.Errorf("check %d: %s: %w", r.id, what, err)
	}
	return nil
}

// Complete stores what is left and makes the check's results visible.
func (r *Run) Complete(ctx context.Context, summary contest.Summary, histograms []contest.Histogram, skipped []contest.SkippedItem) error {
	return r.do("complete", func(s *session) error {
		if err := checkSkipped(skipped); err != nil {
			return err
		}
		err := pgx.BeginFunc(ctx, s, func(tx pgx.Tx) error {
			if err := copyHistograms(ctx, tx, r.id, histograms); err != nil {
				return err
			}
			if err := copySkipped(ctx, tx, "check_skipped", "check_id", r.id, skipped); err != nil {
				return err
			}
			done, err := tx.Exec(ctx, `
				UPDATE checks SET state = 'complete', summary = $2, finished_at = now(), last_listed = coalesce((
					SELECT max(p.rank) FROM pairs p
					WHERE p.check_id = $1 AND p.suspicion >= (parameters->>'threshold')::double precision), 0)
				WHERE id = $1 AND state = 'running'`, r.id, summary)
			if err == nil && done.RowsAffected() != 1 {
				err = errEnded
			}
			return err
		})
		r.ended = err == nil
		if r.ended && r.pairs >= manyPairs {
			// Should this fail, the server does it by itself, later.
			_, _ = s.Exec(ctx, "ANALYZE pairs (check_id, rank, suspicion, problem, language, left_participant, right_participant)")
		}
		return err
	})
}

// manyPairs is from how many pairs of a check on the server should count at once what
// the table holds. By itself it does so within a minute; until then it takes the check
// for a small one, and plans its queries for that.
const manyPairs = 10_000

// Fail removes the check's results and marks it as failed. People read the reason, so it
// says what to do. Fail works even if ctx has ended or the connection is lost, as long as
// the database can be reached.
func (r *Run) Fail(ctx context.Context, reason string) error {
	return r.do("mark as failed", func(s *session) error {
		err := r.db.abandonCheck(ctx, s, r.id, reason)
		r.ended = err == nil
		return err
	})
}

// Close gives back the connection and the lock. A run that is neither complete
// nor failed is marked as failed first. Closing again does nothing.
func (r *Run) Close() (err error) {
	defer wrap(&err, "close check %d", r.id)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.session == nil {
		return nil
	}
	if !r.ended {
		// Should this fail, RecoverInterrupted does it.
		err = r.db.abandonCheck(context.Background(), r.session, r.id, interrupted)
		r.ended = true
	}
	err = errors.Join(err, r.session.close())
	r.session = nil
	return err
}
