package postgres

import (
	"cmp"
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/review"
)

// Log adds an entry to the audit log. The database sets the entry's ID and At.
func (db *DB) Log(ctx context.Context, entry review.Entry) (err error) {
	defer wrap(&err, "audit log")
	return pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error { return record(ctx, tx, entry) })
}

// record adds entries to the audit log, in the transaction of the logged change. An entry
// without an actor gets the command line as its actor. Notes are stored only for entries of a
// contest.
func record(ctx context.Context, tx pgx.Tx, entries ...review.Entry) error {
	if len(entries) == 0 {
		return nil
	}
	args := columns(entries, func(e review.Entry) []any {
		actor := cmp.Or(e.Actor, review.CommandLine)
		return []any{actor.ID, actor.Name, e.ContestID, e.Action, e.Problem,
			e.First.ContestID, e.First.Number, e.Second.ContestID, e.Second.Number, e.Details}
	})
	// The rows are inserted, and get their IDs, in the order of the entries.
	ids, err := list[int64](ctx, tx, `
		INSERT INTO audit_log (actor, actor_name, contest_id, action, problem, first_contest, first_number, second_contest, second_number, details)
		SELECT actor, actor_name, nullif(contest_id, 0), action, problem,
			nullif(first_contest, 0), nullif(first_number, 0), nullif(second_contest, 0), nullif(second_number, 0), details
		FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::integer[], $8::bigint[], $9::integer[], $10::jsonb[])
			WITH ORDINALITY new (actor, actor_name, contest_id, action, problem, first_contest, first_number, second_contest, second_number, details, place)
		ORDER BY place
		RETURNING id`, args...)
	if err != nil {
		return err
	}
	slices.Sort(ids)
	for i, e := range entries {
		if e.Note == "" || e.ContestID == 0 {
			continue
		}
		if err := execOne(ctx, tx, "INSERT INTO audit_notes (entry_id, contest_id, note) VALUES ($1, $2, $3)", ids[i], e.ContestID, e.Note); err != nil {
			return err
		}
	}
	return nil
}

// AuditLog returns a page of the entries of a contest that pass a filter, the newest first, and counts
// all such entries; limit 0 means no limit. Contest 0 means all contests, including deleted contests.
func (db *DB) AuditLog(ctx context.Context, contestID int64, filter review.LogFilter, offset, limit int) (entries []review.Entry, total int, err error) {
	defer wrap(&err, "audit log")
	where := logOf(contestID)
	if filter.Actor.ID != 0 {
		where.add("l.actor = $?", filter.Actor.ID)
	} else if filter.Actor.Name != "" {
		where.add("l.actor = 0 AND l.actor_name = $?", storable(filter.Actor.Name))
	}
	if filter.Actions != nil {
		where.add("l.action = ANY ($?)", filter.Actions)
	}
	if filter.Visible != nil {
		where.add("NOT EXISTS (SELECT FROM contests c WHERE c.id IN (l.first_contest, l.second_contest) AND NOT c.deleted AND c.id <> ALL ($?))", filter.Visible)
	}
	count, countArgs := "SELECT count(*) FROM audit_log l WHERE "+where.String(), where.args
	limitArg, offsetArg := where.arg(limit), where.arg(offset)
	return page[review.Entry](ctx, db.pool, count, countArgs, `
		SELECT l.id, l.at, l.actor, l.actor_name, coalesce(l.contest_id, 0), l.action, l.problem,
			coalesce(l.first_contest, 0), coalesce(l.first_number, 0), coalesce(l.second_contest, 0), coalesce(l.second_number, 0),
			l.details, coalesce(n.note, ''), (`+count+`)
		FROM audit_log l
		LEFT JOIN audit_notes n ON n.entry_id = l.id
		WHERE `+where.String()+`
		ORDER BY l.id DESC LIMIT nullif(`+limitArg+`::bigint, 0) OFFSET `+offsetArg, where.args...)
}

// LogActors lists who has entries in the audit log of a contest, sorted by name; contest 0 means all contests. Users have
// their present names.
func (db *DB) LogActors(ctx context.Context, contestID int64) (_ []review.Person, err error) {
	defer wrap(&err, "actors of the audit log")
	where := logOf(contestID)
	return list[review.Person](ctx, db.pool, `
		SELECT l.actor, coalesce(u.name, l.actor_name)
		FROM (SELECT actor, max(actor_name) AS actor_name FROM audit_log l WHERE `+where.String()+`
			GROUP BY actor, CASE WHEN actor = 0 THEN actor_name END) l
		LEFT JOIN users u ON u.id = l.actor
		ORDER BY u.key NULLS LAST, l.actor_name`, where.args...)
}

// logOf returns the condition that entry l of the audit log is of a contest, or of any if the ID is 0. Each of the two
// conditions can use its own index.
func logOf(contestID int64) conditions {
	where := conditions{args: []any{contestID}}
	if contestID == 0 {
		where.add("$1::bigint = 0") // always true; PostgreSQL requires that a statement uses each argument
	} else {
		where.add("l.contest_id = $1")
	}
	return where
}
