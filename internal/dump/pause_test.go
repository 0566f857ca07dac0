package dump

import (
	"os"
	"syscall"
	"testing"
	"time"
	_ "time/tzdata" // New York, wherever the test runs
)

// Run never looks for a dump without a pause, also around the changes of the clock: on 14 March 2027, 2
// o'clock does not exist in New York.
func TestSchedulePauses(t *testing.T) {
	t.Parallel()
	zone, err := time.LoadLocation("America/New_York")
	must(t, err)
	for hour := range 24 {
		s := Schedule{Hour: hour}
		for now := time.Date(2027, 3, 13, 0, 0, 0, 0, zone); now.Day() < 17; now = now.Add(10 * time.Minute) {
			if pause := s.untilRetry(now); pause < time.Minute || pause > retryPause {
				t.Errorf("hour %d: at %v, the pause is %v", hour, now, pause)
			}
			if age := now.Sub(s.lastDue(now)); age < 0 || age > 25*time.Hour {
				t.Errorf("hour %d: at %v, a dump was last due %v ago", hour, now, age)
			}
		}
	}
}

// A dump is complete on a file system that cannot sync directories. Other errors of the disk count.
func TestIgnoreUnsupported(t *testing.T) {
	t.Parallel()
	for cause, counts := range map[error]bool{syscall.EINVAL: false, syscall.ENOTSUP: false, syscall.EIO: true, syscall.ENOSPC: true} {
		if err := ignoreUnsupported(&os.PathError{Op: "sync", Path: "dumps", Err: cause}); (err != nil) != counts {
			t.Errorf("%v becomes %v", cause, err)
		}
	}
	if err := syncDir(t.TempDir()); err != nil {
		t.Error(err)
	}
}
