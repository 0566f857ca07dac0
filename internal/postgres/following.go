package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Followings returns what the server follows or has followed, sorted by contest name.
func (db *DB) Followings(ctx context.Context) (_ []contest.Following, err error) {
	defer wrap(&err, "followed contests")
	return list[contest.Following](ctx, db.pool, selectFollowings+` ORDER BY name COLLATE "C"`)
}

// selectFollowings selects followings. The column number is drawn anew at each start, so that SaveFollowing of an earlier start
// stores nothing. The account is null if none is needed, and empty once it was deleted.
const selectFollowings = "SELECT name, url, system_id, account, active, number, reason, coalesce(account = '', false) FROM followings"

// AddFollowing stores a contest that the server is to follow. It replaces a following with the same name that has ended. The
// error wraps [contest.ErrInUse] if a following with this name is active, and [contest.ErrNotFound] if contestID is neither 0
// nor the ID of a contest. It is a [contest.FollowedError] if the server follows the same contest of the judge system under
// another name. AddFollowing ignores StartID, Reason and NeedsAccount.
func (db *DB) AddFollowing(ctx context.Context, by review.Person, f contest.Following, contestID int64) (err error) {
	defer wrap(&err, "follow contest %q", f.Name)
	if err := validateName("the contest", f.Name); err != nil {
		return err
	}
	if err := validateText("the judge system", f.URL, f.SystemID); err != nil {
		return err
	}
	details := review.Details{To: f.Name, From: judgeContest(f.URL, f.SystemID)}
	return pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		// Other transactions that add or remove followings, or delete contests, wait.
		if err := execOne(ctx, tx, "LOCK TABLE followings IN SHARE ROW EXCLUSIVE MODE"); err != nil {
			return err
		}
		if contestID != 0 {
			if _, err := get[int64](ctx, tx, "SELECT id FROM contests WHERE id = $1", contestID); err != nil {
				return err
			}
		}
		others, err := list[string](ctx, tx,
			"SELECT name FROM followings WHERE url = $1 AND system_id = $2 AND name <> $3", f.URL, f.SystemID, f.Name)
		if err != nil {
			return err
		}
		if len(others) > 0 {
			return &contest.FollowedError{Name: others[0]}
		}
		return changeFollowing(ctx, tx, review.Entry{Actor: by, Action: review.ActionStartFollowing, Details: details}, contest.ErrInUse, `
			INSERT INTO followings (name, url, system_id, account, active) VALUES ($1, $2, $3, $4, true)
			ON CONFLICT (name) DO UPDATE SET url = excluded.url, system_id = excluded.system_id, account = excluded.account,
				active = true, number = DEFAULT, reason = ''
			WHERE NOT followings.active`, f.Name, f.URL, f.SystemID, f.Account)
	})
}

// SetFollowing starts or stops following a contest. It does nothing if there is nothing to change. The error wraps
// [contest.ErrNotFound] if the server never followed the contest, and [contest.ErrAccountDeleted] if the following needs an
// account.
func (db *DB) SetFollowing(ctx context.Context, by review.Person, name string, active bool) (err error) {
	action, details := review.ActionStopFollowing, review.Details{To: name}
	defer wrap(&err, "following of contest %q", name)
	return pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		f, err := get[contest.Following](ctx, tx, selectFollowings+" WHERE name = $1", storable(name))
		if err != nil || f.Active == active {
			return err
		}
		if active && f.NeedsAccount {
			return contest.ErrAccountDeleted
		}
		if active {
			action, details.From = review.ActionStartFollowing, judgeContest(f.URL, f.SystemID)
		}
		return changeFollowing(ctx, tx, review.Entry{Actor: by, Action: action, Details: details}, nil,
			"UPDATE followings SET active = $2, number = DEFAULT, reason = '' WHERE name = $1 AND active <> $2", name, active)
	})
}

// RemoveFollowing stops following a contest, and deletes the row with the account. The contest stays. The error wraps
// [contest.ErrNotFound] if the server never followed the contest.
func (db *DB) RemoveFollowing(ctx context.Context, by review.Person, name string) (err error) {
	defer wrap(&err, "remove following of contest %q", name)
	return pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		entry := review.Entry{Actor: by, Action: review.ActionRemoveFollowing, Details: review.Details{To: name}}
		return changeFollowing(ctx, tx, entry, contest.ErrNotFound, "DELETE FROM followings WHERE name = $1", storable(name))
	})
}

// judgeContest names a contest of a judge system in the audit log.
func judgeContest(address, systemID string) string { return address + "contests/" + systemID }

// changeFollowing runs a statement that changes the row of the contest entry.Details.To, and records the entry in the
// audit log. If no row changes, it records nothing and returns errUnchanged.
func changeFollowing(ctx context.Context, tx pgx.Tx, entry review.Entry, errUnchanged error, statement string, args ...any) error {
	changed, err := tx.Exec(ctx, statement, args...)
	if err != nil {
		return err
	}
	if changed.RowsAffected() == 0 {
		return errUnchanged
	}
	ids, err := list[int64](ctx, tx, "SELECT id FROM contests WHERE name = $1", entry.Details.To)
	if err != nil {
		return err
	}
	if len(ids) > 0 {
		entry.ContestID = ids[0]
	}
	return record(ctx, tx, entry)
}

// SaveFollowing stores whether a following goes on, and why it waits or has ended. It stores nothing if somebody has
// stopped the following or started it again. A following that ended without a reason has reached the end of the contest:
// SaveFollowing replaces its account with an empty account.
func (db *DB) SaveFollowing(ctx context.Context, f contest.Following) (err error) {
	defer wrap(&err, "follow contest %q", f.Name)
	hasEnded := !f.Active && f.Reason.IsZero()
	return execOne(ctx, db.pool, `
		UPDATE followings SET active = $3, reason = $4, account = CASE WHEN account IS NULL OR NOT $5 THEN account ELSE '' END
		WHERE name = $1 AND number = $2 AND active`, f.Name, f.StartID, f.Active, f.Reason, hasEnded)
}
