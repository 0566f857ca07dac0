//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/hostiletest"
	"github.com/ojcheck/ojcheck/internal/pgtest"
)

// A check of a hostile archive ends with a result or with one error, and needs at most 1 GB.
func TestHostileArchives(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes seconds of processor time")
	}
	divisor := 20 // a twentieth of each zip
	if hostiletest.All() {
		divisor = 1
	} else {
		t.Parallel()
	}
	for _, z := range hostiletest.Zips {
		t.Run(z.Name, func(t *testing.T) {
			content, err := z.Bytes(divisor)
			if err != nil {
				t.Fatal(err)
			}
			path := newFile(t, "contest.zip", content)
			hostiletest.Measure(t, func() string {
				check := exec.Command("ojcheck", "check", "--top", "1", "--database-url", pgtest.New(t), path)
				var out, errors strings.Builder
				check.Stdout, check.Stderr = &out, &errors
				if err := check.Start(); err != nil {
					t.Fatal(err)
				}
				peak := make(chan int)
				go func() { peak <- peakMemory(check.Process.Pid) }()
				err := check.Wait()
				if status := check.ProcessState.ExitCode(); status != exitDone && status != exitFailed || status == exitFailed && !strings.Contains(errors.String(), "ojcheck: ") {
					t.Errorf("error %v, want a result or one error:\n%s", err, errors.String())
				}
				kb := <-peak
				if runtime.GOOS == "linux" && (kb == 0 || kb > 1<<20) {
					t.Errorf("it needs %d KB of memory, want at most 1 GB", kb)
				}
				cpu := check.ProcessState.UserTime() + check.ProcessState.SystemTime()
				if cpu > time.Minute {
					t.Errorf("it needs %.1f s of CPU, want at most 60", cpu.Seconds())
				}
				return fmt.Sprintf("a zip of %d KB, %.1f s of CPU, %d MB", len(content)>>10, cpu.Seconds(), kb>>10)
			})
		})
	}
}

// peakMemory returns the most memory that a process has had, in KB, when the process ends; 0 where there is no /proc. The
// operating system's account of an ended process would count the memory of this process too, which the new process has shared until
// it ran its program.
func peakMemory(pid int) (kb int) {
	for {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		_, peak, found := strings.Cut(string(status), "VmHWM:")
		if err != nil || !found {
			return kb
		}
		_, _ = fmt.Sscan(peak, &kb)
		time.Sleep(10 * time.Millisecond)
	}
}
