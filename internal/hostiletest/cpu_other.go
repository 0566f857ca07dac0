//go:build !unix

package hostiletest

import "time"

var start = time.Now()

// CPU returns the time since the start of this process, which is not less than the CPU time of one core.
func CPU() time.Duration { return time.Since(start) }
