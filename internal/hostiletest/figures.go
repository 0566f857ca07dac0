package hostiletest

import (
	"fmt"
	"os"
	"testing"
	"time"
)

// All reports whether a test should try all of its hostile input in full size, and print figures of each case: "make
// hostile" sets OJCHECK_HOSTILE=1 for that.
func All() bool { return os.Getenv("OJCHECK_HOSTILE") != "" }

// Measure runs a case, and prints one line with its time and the figures that it returns, if All asks for it.
func Measure(t *testing.T, run func() (figures string)) {
	t.Helper()
	start := time.Now()
	figures := run()
	if All() {
		fmt.Printf("%7.3f s  %s: %s\n", time.Since(start).Seconds(), t.Name(), figures)
	}
}
