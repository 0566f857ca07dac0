package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// UserOfIdentity returns the user with an identity of an identity provider. At the first sign-in
// it adds a user without a password, called name. If name is taken, the new user is called
// "name 2" and so on: a user who has the name already never gets the identity.
func (db *DB) UserOfIdentity(ctx context.Context, id account.Identity, name string) (account.User, error) {
	if err := checkText("identity", id.Issuer, id.Subject); err != nil {
		return account.User{}, err
	}
	name, err := account.CleanName(name)
	if err != nil {
		return account.User{}, err
	}
	const maxNamesakes = 1000
	for n := 1; n <= maxNamesakes; n++ {
		u, err := get(ctx, db.pool, scanUser, selectUser+"JOIN identities i ON i.user_id = u.id WHERE i.issuer = $1 AND i.subject = $2",
			id.Issuer, id.Subject)
		if !errors.Is(err, contest.ErrNotFound) {
			wrap(&err, "user of an identity")
			return u, err
		}
		candidateName := name
		if n > 1 {
			candidateName = fmt.Sprintf("%s %d", name, n)
		}
		u, err = db.addUserOfIdentity(ctx, id, candidateName)
		if !errors.Is(err, account.ErrNameTaken) { // another request may just have added the identity: look again
			return u, err
		}
	}
	return account.User{}, fmt.Errorf("more than %d users are called %q: %w", maxNamesakes, name, account.ErrNameTaken)
}

func (db *DB) addUserOfIdentity(ctx context.Context, id account.Identity, name string) (u account.User, err error) {
	defer wrap(&err, "add user %q", name)
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		u, err = get(ctx, tx, scanUser, "INSERT INTO users AS u (name, key) VALUES ($1, $2) RETURNING "+userColumns, name, account.NameKey(name))
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "INSERT INTO identities (issuer, subject, user_id) VALUES ($1, $2, $3)", id.Issuer, id.Subject, u.ID); err != nil {
			return err
		}
		by := review.Person{ID: u.ID, Name: u.Name}
		return recordUser(ctx, tx, by, review.ActionAddAccount, u, review.Details{})
	})
	if hasCode(err, "23505") { // unique_violation
		err = account.ErrNameTaken
	}
	return u, err
}
