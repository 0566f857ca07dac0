package postgres

import (
	"context"
	"fmt"
)

// DeleteExpiredSessions deletes the sign-ins that have ended. They are refused
// all the same; this keeps the table small.
func (db *DB) DeleteExpiredSessions(ctx context.Context) error {
	if _, err := db.pool.Exec(ctx, "DELETE FROM sessions WHERE expiry < now()"); err != nil {
		return fmt.Errorf("delete expired sessions: %w", explain(err))
	}
	return nil
}
