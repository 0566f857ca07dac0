package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// openingPause is the shortest time between two log entries that a link was opened, so that nobody can fill the log.
const openingPause = time.Hour

const selectLinks = `
	SELECT l.id, c.contest_id, c.problem, c.first_participant, c.second_participant, l.pair_id, coalesce(l.participant_id, 0),
		l.recipient, l.hides, l.once, l.ends_at, u.id, u.name, l.created_at, l.opened_at, l.withdrawn_at, l.stated_at, l.statement
	FROM links l
	JOIN cases c ON c.id = l.case_id
	JOIN users u ON u.id = l.created_by`

// AddLink stores a link with the hash of its token, and returns the link's ID. A new link for a statement withdraws the
// participant's open link. The error wraps [review.ErrRefused] if the link is not valid, or if it is for a statement on a
// case that is not confirmed.
func (db *DB) AddLink(ctx context.Context, by review.Person, l review.Link, hash account.TokenHash) (id int64, err error) {
	if err := l.Validate(time.Now()); err != nil {
		return 0, fmt.Errorf("add link: %w", err)
	}
	_, err = db.withCases(ctx, "add link", []review.Key{l.Key}, func(d *caseTx) ([]review.Entry, error) {
		state, err := get[review.State](ctx, d.tx, "SELECT state FROM cases WHERE id = $1", d.ids[l.Key])
		if err != nil {
			return nil, err
		}
		if l.ForStatement() {
			if state != review.CaseConfirmed {
				return nil, review.Refuse("only participants of a confirmed pair are asked for a statement")
			}
			older, err := list[review.Link](ctx, d.tx, selectLinks+" WHERE l.case_id = $1 AND l.participant_id = $2 ORDER BY l.id", d.ids[l.Key], l.ParticipantID)
			if err != nil {
				return nil, err
			}
			for _, o := range older {
				if err := d.withdrawLink(ctx, by, o); err != nil {
					return nil, err
				}
			}
		}
		l.ID, err = get[int64](ctx, d.tx, `
			INSERT INTO links (case_id, pair_id, participant_id, recipient, hides, hash, once, ends_at, created_by)
			VALUES ($1, $2, nullif($3::bigint, 0), $4, $5, $6, $7, $8, $9) RETURNING id`,
			d.ids[l.Key], l.PairID, l.ParticipantID, l.Recipient, l.Hides, hash[:], l.OneTime, l.EndsAt, by.ID)
		return []review.Entry{d.linkEntry(by, review.ActionAddLink, l)}, err
	})
	return l.ID, err
}

// linkEntry returns a log entry on a link. The entry's First is the participant who may make the statement.
func (d *caseTx) linkEntry(by review.Person, action review.Action, l review.Link) review.Entry {
	e := d.entry(by, action, l.Key)
	if l.ParticipantID == l.Second {
		e.First, e.Second = e.Second, e.First
	}
	e.Details.Link, e.Details.Hides = l.ID, l.Hides
	if l.ForStatement() {
		e.Details.To = "statement"
	}
	return e
}

// withdrawLink withdraws an open link, and logs the withdrawal.
func (d *caseTx) withdrawLink(ctx context.Context, by review.Person, l review.Link) error {
	if l.State(time.Now()) != review.LinkOpen {
		return nil
	}
	if err := execOne(ctx, d.tx, "UPDATE links SET withdrawn_at = clock_timestamp() WHERE id = $1", l.ID); err != nil {
		return err
	}
	return record(ctx, d.tx, d.linkEntry(by, review.ActionWithdrawLink, l))
}

// Links returns the links of a case, the newest first.
func (db *DB) Links(ctx context.Context, key review.Key) (_ []review.Link, err error) {
	defer wrap(&err, "links of a case of contest %d", key.ContestID)
	return list[review.Link](ctx, db.pool, selectLinks+`
		WHERE c.contest_id = $1 AND c.problem = $2 AND c.first_participant = $3 AND c.second_participant = $4
		ORDER BY l.id DESC`, key.ContestID, storable(key.Problem), key.First, key.Second)
}

// WithdrawLink ends a link of a case. It does nothing if the link has ended already.
func (db *DB) WithdrawLink(ctx context.Context, by review.Person, key review.Key, id int64) error {
	_, err := db.withCases(ctx, "withdraw link", []review.Key{key}, func(d *caseTx) ([]review.Entry, error) {
		l, err := get[review.Link](ctx, d.tx, selectLinks+" WHERE l.id = $1 AND l.case_id = $2", id, d.ids[key])
		if err != nil {
			return nil, err
		}
		return nil, d.withdrawLink(ctx, by, l)
	})
	return err
}

// Link returns the link with a token, in any state.
func (db *DB) Link(ctx context.Context, hash account.TokenHash) (_ review.Link, err error) {
	defer wrap(&err, "link")
	return get[review.Link](ctx, db.pool, selectLinks+" WHERE l.hash = $1", hash[:])
}

// OpenLink logs that a link is opened, and ends the link if it works only once. It returns the link as it was before
// the call. The caller may show the case only if the returned link is open.
func (db *DB) OpenLink(ctx context.Context, hash account.TokenHash) (review.Link, error) {
	return db.useLink(ctx, "open link", hash, func(d *caseTx, l review.Link) error {
		if time.Since(l.OpenedAt) < openingPause {
			return nil
		}
		if err := execOne(ctx, d.tx, "UPDATE links SET opened_at = clock_timestamp() WHERE id = $1", l.ID); err != nil {
			return err
		}
		return record(ctx, d.tx, d.linkEntry(review.LinkHolder, review.ActionOpenLink, l))
	})
}

// AddStatement stores the statement of the participant who has a link, and ends the link. It returns the link as it was
// before the call. If the returned link is not open, AddStatement has stored nothing.
func (db *DB) AddStatement(ctx context.Context, hash account.TokenHash, text string) (review.Link, error) {
	if err := review.ValidateStatement(text); err != nil {
		return review.Link{}, fmt.Errorf("add statement: %w", err)
	}
	return db.useLink(ctx, "add statement", hash, func(d *caseTx, l review.Link) error {
		if !l.ForStatement() {
			return contest.ErrNotFound
		}
		err := execOne(ctx, d.tx, "UPDATE links SET stated_at = clock_timestamp(), statement = $2 WHERE id = $1", l.ID, text)
		if err != nil {
			return err
		}
		return record(ctx, d.tx, d.linkEntry(review.LinkHolder, review.ActionStatement, l))
	})
}

// MarkStatementRead marks the statement of a link as read, and logs who marked it. It does nothing if the statement is marked
// already.
func (db *DB) MarkStatementRead(ctx context.Context, by review.Person, key review.Key, link int64) error {
	_, err := db.withCases(ctx, "read statement", []review.Key{key}, func(d *caseTx) ([]review.Entry, error) {
		l, err := get[review.Link](ctx, d.tx, selectLinks+" WHERE l.id = $1 AND l.case_id = $2 AND l.stated_at IS NOT NULL", link, d.ids[key])
		if err != nil {
			return nil, err
		}
		changed, err := d.tx.Exec(ctx, "UPDATE links SET read_at = clock_timestamp(), read_by = $2 WHERE id = $1 AND read_at IS NULL", link, by.ID)
		if err != nil || changed.RowsAffected() == 0 {
			return nil, err
		}
		return []review.Entry{d.linkEntry(by, review.ActionRead, l)}, nil
	})
	return err
}

// newStatement is the condition that a link l has a statement that nobody has marked as read.
const newStatement = "l.stated_at IS NOT NULL AND l.read_at IS NULL"

// useLink calls use with the link that has a token, if the link is open. Meanwhile nobody else can use or withdraw the link.
func (db *DB) useLink(ctx context.Context, action string, hash account.TokenHash, use func(*caseTx, review.Link) error) (l review.Link, err error) {
	if l, err = db.Link(ctx, hash); err != nil {
		return l, err
	}
	_, err = db.withCases(ctx, action, []review.Key{l.Key}, func(d *caseTx) ([]review.Entry, error) {
		// Read the link again: somebody may have used it before the case was locked.
		if l, err = get[review.Link](ctx, d.tx, selectLinks+" WHERE l.hash = $1", hash[:]); err != nil {
			return nil, err
		}
		if l.State(time.Now()) != review.LinkOpen {
			return nil, nil
		}
		return nil, use(d, l)
	})
	return l, err
}
