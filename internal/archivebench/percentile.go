package archivebench

import (
	"math"
	"slices"
	"time"
)

// percentile is the smallest of the durations that at least a share p of them
// do not exceed (the nearest-rank definition), p above 0 and up to 1. Of no
// durations it is 0.
func percentile(durations []time.Duration, p float64) time.Duration {
	if len(durations) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(durations))
	return sorted[max(0, int(math.Ceil(p*float64(len(sorted))))-1)]
}

// micros is a duration in microseconds, to a tenth.
func micros(d time.Duration) float64 {
	return math.Round(float64(d.Nanoseconds())/100) / 10
}
