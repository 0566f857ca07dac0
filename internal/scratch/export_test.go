package scratch

import "context"

// WithDatabase is withDatabase, for tests.
var WithDatabase = withDatabase

// Abandon does what the end of a killed process does.
func Abandon(ctx context.Context, db *Database) { _ = db.hold.Close(ctx) }
