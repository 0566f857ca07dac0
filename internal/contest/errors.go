package contest

import "errors"

// ErrNotFound is returned, wrapped, where the archive has no such contest,
// check, pair or submission.
var ErrNotFound = errors.New("not found")
