package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Contents counts what the archive stores of the contest with a name, even if no import into the
// contest is complete.
func (db *DB) Contents(ctx context.Context, name string) (_ contest.StoredCounts, err error) {
	defer wrap(&err, "contest %q", name)
	return get[contest.StoredCounts](ctx, db.pool, `
		SELECT c.id, c.name,
			(SELECT count(*) FROM participants a WHERE a.contest_id = c.id),
			(SELECT count(*) FROM submissions s WHERE s.contest_id = c.id),
			(SELECT count(*) FROM checks k WHERE k.contest_id = c.id),
			(SELECT count(*) FROM pairs p WHERE p.check_id = ANY (SELECT k.id FROM checks k WHERE k.contest_id = c.id)),
			(SELECT count(*) FROM cases d JOIN reviews r ON r.case_id = d.id WHERE d.contest_id = c.id),
			(SELECT count(*) FROM `+earlierPairsOf("c.id")+`),
			(SELECT count(*) FROM `+namedElsewhere("c.id")+` n)
		FROM contests c
		WHERE c.name = $1`, storable(name))
}

// DeleteContest removes a contest with all its data, in one transaction. Sources that other
// contests use stay. Decisions of other contests stay too, and so do the participants of this contest
// whom these decisions name, with their submissions but without programs. The contest then has
// nothing else, and a new name; when the decisions are gone, another call removes it. From the checks
// of other contests, DeleteContest removes the pairs with other participants of this contest; the
// summaries of the checks then count the deleted pairs. The audit log stays, because it names
// participants only by number, and gets an entry about the deletion. The error wraps
// [contest.ErrInUse] while an import into the contest, a check of the contest, or a check that
// compares with the contest is running, and while a process follows the contest.
func (db *DB) DeleteContest(ctx context.Context, by review.Person, id int64) (err error) {
	defer wrap(&err, "delete contest %d", id)
	return db.whileUnused(ctx, id, func(tx pgx.Tx) error {
		if err := eraseJobsOf(ctx, tx, id); err != nil {
			return err
		}
		name, err := get[string](ctx, tx, "SELECT name FROM contests WHERE id = $1", id)
		if err != nil {
			return err
		}
		if err := execOne(ctx, tx, "DELETE FROM followings WHERE name = $1", name); err != nil {
			return err
		}
		if err := removeContest(ctx, tx, id); err != nil {
			return err
		}
		remaining, err := get[int](ctx, tx, "SELECT count(*) FROM participants WHERE contest_id = $1", id)
		if err != nil {
			return err
		}
		return record(ctx, tx, review.Entry{Actor: by, ContestID: id, Action: review.ActionDelete, Details: review.Details{From: name, Count: remaining}})
	})
}

// eraseJobsOf removes the ended jobs of a contest, because they may name the contest's participants. Jobs that keep
// their files stay for a day, because their uploads are not imported yet.
func eraseJobsOf(ctx context.Context, tx pgx.Tx, contestID int64) error {
	return eraseJobs(ctx, tx, hasJobEnded+` AND `+jobContent+`->>'Held' = 'false' AND id IN (
		WITH RECURSIVE chain AS (
			SELECT id FROM jobs WHERE `+jobContent+`->'Upload'->>'Contest' = (SELECT name FROM contests WHERE id = $1)
			UNION
			SELECT j.id FROM jobs j JOIN chain c ON `+jobContent+`->>'Next' = c.id
		)
		SELECT id FROM chain)`, contestID)
}

// whileUnused calls remove in a transaction during which no import, check or watch uses a contest. One call works at a time.
// If the contest is in use already, the error wraps [contest.ErrInUse].
func (db *DB) whileUnused(ctx context.Context, id int64, remove func(pgx.Tx) error) error {
	s, err := db.session(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	return s.explain(s.whileUnused(ctx, id, remove))
}

func (s *session) whileUnused(ctx context.Context, id int64, remove func(pgx.Tx) error) error {
	free, err := s.tryLock(ctx, lockContest, id)
	if err == nil && !free {
		err = fmt.Errorf("an import into this contest is running; try again when the import has ended: %w", contest.ErrInUse)
	}
	if err != nil {
		return err
	}
	name, err := get[string](ctx, s, "SELECT name FROM contests WHERE id = $1", id)
	if err != nil {
		return err
	}
	free, err = s.tryLock(ctx, lockWatch, nameKey(name))
	if err == nil && !free {
		err = fmt.Errorf("ojcheck watch or ojcheck serve follows this contest; stop that first: %w", contest.ErrInUse)
	}
	if err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, s, func(tx pgx.Tx) error {
		if err := execOne(ctx, tx, "SELECT pg_advisory_xact_lock($1)", lockErasure.key(0)); err != nil {
			return err
		}
		if err := excludeChecks(ctx, tx, id); err != nil {
			return err
		}
		return remove(tx)
	})
}

// namedElsewhere selects the IDs of the participants of a contest of whom a jury of another contest has decided or assigned a
// case, or made a link to it; contestID is SQL.
func namedElsewhere(contestID string) string {
	side := func(column string) string {
		return "SELECT own.id FROM participants own JOIN cases theirs ON theirs." + column + " = own.id WHERE own.contest_id = " + contestID +
			" AND theirs.contest_id <> " + contestID +
			" AND (theirs.state <> 'open' OR theirs.assigned IS NOT NULL OR EXISTS (SELECT FROM links WHERE case_id = theirs.id))"
	}
	return "(" + side("first_participant") + " UNION " + side("second_participant") + ")"
}

// deletable selects the IDs of the participants that a deletion of their contest removes: those that namedElsewhere does not
// select. contestID is SQL. EXCEPT compares them at once; NOT EXISTS would read all cases for each of them.
func deletable(contestID string) string {
	return "(SELECT id FROM participants WHERE contest_id = " + contestID + " EXCEPT " + namedElsewhere(contestID) + ")"
}

// shareContests prevents the deletion of the contests of submissions until the transaction ends. If one of these contests is
// being deleted, it waits: see excludeChecks.
func shareContests(ctx context.Context, tx pgx.Tx, submissions []int64) error {
	return execOne(ctx, tx, `
		SELECT FROM contests
		WHERE id = ANY (SELECT contest_id FROM submissions WHERE id = ANY ($1))
		ORDER BY id FOR KEY SHARE`, submissions)
}

// excludeChecks makes sure that no check uses a contest until the transaction ends. The session
// holds the contest's lock.
func excludeChecks(ctx context.Context, tx pgx.Tx, id int64) error {
	// A check that begins from now on waits for the contest's row, because the check's row
	// refers to the contest. A check that began earlier holds its lockCheck.
	if _, err := get[int64](ctx, tx, "SELECT id FROM contests WHERE id = $1 FOR UPDATE", id); err != nil {
		return err
	}
	type check struct {
		ID      int64
		Own     bool
		Contest string
	}
	running, err := list[check](ctx, tx, `
		SELECT k.id, c.id = $1, c.name
		FROM checks k
		JOIN contests c ON c.id = k.contest_id
		WHERE k.state = 'running' AND (k.contest_id = $1 OR EXISTS (
			SELECT FROM check_submissions e
			JOIN submissions s ON s.id = e.submission_id AND s.contest_id = $1
			WHERE e.check_id = k.id AND e.earlier))
		ORDER BY k.id`, id)
	if err != nil {
		return err
	}
	for _, check := range running {
		hasEnded, err := get[bool](ctx, tx, "SELECT pg_try_advisory_xact_lock($1)", lockCheck.key(check.ID))
		switch {
		case err != nil:
			return err
		case !hasEnded && check.Own:
			return fmt.Errorf("check %d of this contest is running; try again when the check has ended: %w", check.ID, contest.ErrInUse)
		case !hasEnded:
			return fmt.Errorf("check %d of contest %q is comparing with this contest; try again when the check has ended: %w",
				check.ID, check.Contest, contest.ErrInUse)
		}
	}
	return nil
}

// contestRows lists the statements that remove the rows of contest $1, each table before
// the tables that it refers to. Large tables have a statement even if ON DELETE CASCADE would
// remove their rows: one statement for all rows is faster than one for each owner.
var contestRows = []string{
	`DELETE FROM watches WHERE contest_id = $1`,
	`DELETE FROM alerts WHERE contest_id = $1`,
	`DELETE FROM pairs WHERE check_id = ANY (SELECT id FROM checks WHERE contest_id = $1)`,
	`DELETE FROM clusters WHERE check_id = ANY (SELECT id FROM checks WHERE contest_id = $1)`, // with their members
	`DELETE FROM check_templates WHERE check_id = ANY (SELECT id FROM checks WHERE contest_id = $1)`,
	`DELETE FROM check_submissions WHERE check_id = ANY (SELECT id FROM checks WHERE contest_id = $1)`,
	`DELETE FROM checks WHERE contest_id = $1`, // with base code, known sources, skipped files, histograms and shingle frequencies
	`DELETE FROM cases WHERE contest_id = $1`,  // with their reviews and links
	// Cases of other contests that nobody has decided.
	`DELETE FROM cases WHERE first_participant = ANY ` + deletable("$1"),
	`DELETE FROM cases WHERE second_participant = ANY ` + deletable("$1"),
	`DELETE FROM outcomes WHERE participant_id = ANY (SELECT id FROM participants WHERE contest_id = $1)`,
	`DELETE FROM submission_files WHERE submission_id = ANY (SELECT id FROM submissions WHERE contest_id = $1)`,
	`DELETE FROM submissions WHERE contest_id = $1 AND participant_id = ANY ` + deletable("$1"),
	`DELETE FROM participants WHERE id = ANY ` + deletable("$1"),
	// A note on a pair with an earlier contest may name participants of both contests.
	`DELETE FROM audit_notes n USING audit_log l WHERE l.id = n.entry_id AND (l.contest_id = $1
		OR l.first_contest = $1 AND l.first_number <> ALL (SELECT number FROM participants WHERE contest_id = $1)
		OR l.second_contest = $1 AND l.second_number <> ALL (SELECT number FROM participants WHERE contest_id = $1))`,
	`DELETE FROM problems WHERE contest_id = $1 AND id <> ALL (SELECT problem_id FROM submissions WHERE contest_id = $1)`,
	`DELETE FROM import_skipped WHERE import_id = ANY (SELECT id FROM imports WHERE contest_id = $1)`,
	`DELETE FROM imports WHERE contest_id = $1 AND id <> ALL (SELECT import_id FROM submissions WHERE contest_id = $1)`,
	`DELETE FROM known_sources WHERE contest_id = $1`,
	`DELETE FROM memberships WHERE contest_id = $1 AND NOT EXISTS (SELECT FROM participants WHERE contest_id = $1)`,
	`DELETE FROM contests WHERE id = $1 AND NOT EXISTS (SELECT FROM participants WHERE contest_id = $1)`,
	// What remains. A new contest can get the contest's name, and its retention removes it when no decision names its
	// participants any more.
	`UPDATE submissions SET ` + withoutFiles + ` WHERE contest_id = $1`,
	`UPDATE participants SET address = '', seat = '' WHERE contest_id = $1`,
	`UPDATE imports SET origin = '' WHERE contest_id = $1`,
	`UPDATE contests c
		SET deleted = true, problems = 0, participants = 0, submissions = 0, contest_days = 1,
			name = n.name || CASE WHEN EXISTS (SELECT FROM contests o WHERE o.name = n.name AND o.id <> c.id) THEN ' ' || c.id ELSE '' END
		FROM (SELECT left(name, 200) || ' (deleted)' AS name FROM contests WHERE id = $1) n
		WHERE c.id = $1 AND NOT c.deleted`,
}

func removeContest(ctx context.Context, tx pgx.Tx, id int64) error {
	sources, err := list[[]byte](ctx, tx, `
		SELECT f.source
		FROM submission_files f
		JOIN submissions s ON s.id = f.submission_id
		WHERE s.contest_id = $1
		UNION
		SELECT b.source
		FROM check_base b
		JOIN checks k ON k.id = b.check_id
		WHERE k.contest_id = $1
		UNION
		SELECT n.source
		FROM check_sources n
		JOIN checks k ON k.id = n.check_id
		WHERE k.contest_id = $1
		UNION
		SELECT source FROM known_sources WHERE contest_id = $1`, id)
	if err != nil {
		return err
	}
	if err := removeEarlierSubmissions(ctx, tx, id); err != nil {
		return err
	}
	if err := removeIndex(ctx, tx, "contest_id = $1", id); err != nil {
		return err
	}
	if err := execAll(ctx, tx, contestRows, id); err != nil {
		return err
	}
	// Sources come last, because imports into other contests wait for the lock on sources.
	return removeUnusedContents(ctx, tx, sources)
}
