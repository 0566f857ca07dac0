package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Roles returns the roles that a user has as a member, by contest ID, whether or not the user
// is an administrator or disabled.
func (db *DB) Roles(ctx context.Context, userID int64) (_ map[int64]account.Role, err error) {
	defer wrap(&err, "roles of user %d", userID)
	return mapOf[int64, account.Role](ctx, db.pool, "SELECT contest_id, role FROM memberships WHERE user_id = $1", userID)
}

// Members returns the members of a contest, including disabled ones, sorted by name.
func (db *DB) Members(ctx context.Context, contestID int64) (_ []account.Member, err error) {
	defer wrap(&err, "members of contest %d", contestID)
	return list(ctx, db.pool, pgx.RowToStructByPos[account.Member], `
		SELECT u.id, u.name, m.role, u.disabled
		FROM memberships m
		JOIN users u ON u.id = m.user_id
		WHERE m.contest_id = $1
		ORDER BY u.key`, contestID)
}

// SetMember sets the role of a user in a contest; account.NoRole removes the member. SetMember
// logs the change if the user had another role. The error wraps [contest.ErrNotFound] if the user
// or the contest does not exist.
func (db *DB) SetMember(ctx context.Context, by review.Person, contestID, userID int64, role account.Role) (err error) {
	defer wrap(&err, "role of user %d in contest %d", userID, contestID)
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		var changed pgconn.CommandTag
		var err error
		if role == account.NoRole {
			changed, err = tx.Exec(ctx, "DELETE FROM memberships WHERE contest_id = $1 AND user_id = $2", contestID, userID)
		} else {
			changed, err = tx.Exec(ctx, `
				INSERT INTO memberships AS m (contest_id, user_id, role) VALUES ($1, $2, $3)
				ON CONFLICT (contest_id, user_id) DO UPDATE SET role = excluded.role WHERE m.role <> excluded.role`, contestID, userID, role)
		}
		if err != nil || changed.RowsAffected() == 0 {
			return err
		}
		d := review.Details{User: userID, Role: string(role)}
		if err := tx.QueryRow(ctx, "SELECT name FROM users WHERE id = $1", userID).Scan(&d.UserName); err != nil {
			return err
		}
		return record(ctx, tx, review.Entry{Actor: by, ContestID: contestID, Action: review.ActionMembers, Details: d})
	})
	return orNotFound(err)
}
