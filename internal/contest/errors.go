package contest

import "errors"

// ErrNotFound is returned, wrapped, where the archive has no such contest,
// check, pair or submission.
var ErrNotFound = errors.New("not found")

// ErrInUse is returned, wrapped, where something of a contest cannot be removed
// because it is being worked on, or referred to. The error says by whom.
var ErrInUse = errors.New("in use")

// ErrAway is returned, wrapped, where the archive does not answer, or has no room
// at this moment. The same may be asked of it again later.
var ErrUnavailable = errors.New("the archive is away")
