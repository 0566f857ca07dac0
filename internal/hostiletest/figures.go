package hostiletest

import (
	"fmt"
	"os"
	"testing"
	"time"
)

// All reports whether a test should try all hostile input in full size, check the CPU time that each case takes, and print
// figures. "make hostile" sets OJCHECK_HOSTILE=1 to ask for all of this. Tests are not parallel then, because [CPU] is the
// time of the whole process.
func All() bool { return os.Getenv("OJCHECK_HOSTILE") != "" }

// Measure runs a case. If All is true, Measure prints a line with the CPU time of the case and the figures that run returns.
func Measure(t *testing.T, run func() (figures string)) {
	t.Helper()
	start := CPU()
	figures := run()
	if All() {
		fmt.Printf("%7.3f s  %s: %s\n", (CPU() - start).Seconds(), t.Name(), figures)
	}
}

// CheckCPU runs a function and returns the CPU time that it takes. If All is true, it fails the test if that is more than limit*Slowdown.
func CheckCPU(t *testing.T, name string, limit time.Duration, run func()) time.Duration {
	t.Helper()
	start := CPU()
	run()
	took := CPU() - start
	if All() && took > limit*Slowdown {
		t.Errorf("%q takes %.3f s of CPU, want at most %.1f s", name, took.Seconds(), (limit * Slowdown).Seconds())
	}
	return took
}

// CheckEnd fails the test if a computation used more than a second of CPU time after its context ended. ended is the CPU time when the context
// ended. The test must not be parallel.
func CheckEnd(t *testing.T, ended time.Duration) {
	t.Helper()
	took := CPU() - ended
	t.Logf("%.3f s of CPU after the end of the context", took.Seconds())
	if took > time.Second*Slowdown {
		t.Errorf("%.1f s of CPU after the end of the context, want at most %d s", took.Seconds(), Slowdown)
	}
}
