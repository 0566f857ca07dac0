//go:build !linux && !darwin

package disk

import "math"

// Free returns math.MaxInt64, because ojcheck does not know the number of free bytes on these systems.
func Free(string) (int64, error) { return math.MaxInt64, nil }
