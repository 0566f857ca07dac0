package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// WebSessions stores the sessions of the pages, for package scs. Its errors have advice, like the
// errors of DB.
type WebSessions struct{ db *DB }

// WebSessions returns the sessions of the pages.
func (db *DB) WebSessions() WebSessions { return WebSessions{db} }

// FindCtx returns the data of a session; found is false if there is none, or if it has expired.
func (s WebSessions) FindCtx(ctx context.Context, token string) (data []byte, found bool, err error) {
	defer wrap(&err, "find session")
	data, err = get[[]byte](ctx, s.db.pool, "SELECT data FROM sessions WHERE token = $1 AND now() < expiry", token)
	if errors.Is(err, contest.ErrNotFound) {
		return nil, false, nil
	}
	return data, err == nil, err
}

// CommitCtx stores the data of a session until expiry. It does nothing if the session has ended: a request that changes its
// session may end after the user has signed out.
func (s WebSessions) CommitCtx(ctx context.Context, token string, data []byte, expiry time.Time) (err error) {
	defer wrap(&err, "store session")
	return execOne(ctx, s.db.pool, `
		INSERT INTO sessions (token, data, expiry) VALUES ($1, $2, $3)
		ON CONFLICT (token) DO UPDATE SET data = EXCLUDED.data, expiry = EXCLUDED.expiry WHERE sessions.expiry > now()`, token, data, expiry)
}

// DeleteCtx ends a session, if there is one. Its row stays for CommitCtx until DeleteExpiredSessions.
func (s WebSessions) DeleteCtx(ctx context.Context, token string) (err error) {
	defer wrap(&err, "delete session")
	return execOne(ctx, s.db.pool, "UPDATE sessions SET data = '', expiry = now() WHERE token = $1", token)
}

// DeleteExpiredSessions deletes expired sessions, so that the table stays small. FindCtx finds none of them.
func (db *DB) DeleteExpiredSessions(ctx context.Context) (err error) {
	defer wrap(&err, "delete expired sessions")
	return execOne(ctx, db.pool, "DELETE FROM sessions WHERE expiry < now()")
}

// Find, Commit and Delete complete the interface scs.Store. Package scs calls them only for stores without the
// methods above.
func (s WebSessions) Find(token string) ([]byte, bool, error) {
	return s.FindCtx(context.Background(), token)
}

func (s WebSessions) Commit(token string, data []byte, expiry time.Time) error {
	return s.CommitCtx(context.Background(), token, data, expiry)
}

func (s WebSessions) Delete(token string) error { return s.DeleteCtx(context.Background(), token) }
