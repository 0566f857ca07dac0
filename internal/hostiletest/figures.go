package hostiletest

import (
	"fmt"
	"os"
	"testing"
	"time"
)

// All reports whether a test should try all hostile input in full size, and print the figures of each case. "make
// hostile" sets OJCHECK_HOSTILE=1 to ask for both.
func All() bool { return os.Getenv("OJCHECK_HOSTILE") != "" }

// Measure runs a case. If All is true, Measure prints a line with the time of the case and the figures that run returns.
func Measure(t *testing.T, run func() (figures string)) {
	t.Helper()
	start := time.Now()
	figures := run()
	if All() {
		fmt.Printf("%7.3f s  %s: %s\n", time.Since(start).Seconds(), t.Name(), figures)
	}
}
