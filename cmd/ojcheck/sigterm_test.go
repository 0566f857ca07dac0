//go:build linux

package main

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/hostiletest"
	"github.com/ojcheck/ojcheck/internal/pgtest"
)

// A check of programs that are built to be slow ends within a second of SIGTERM. The test measures the CPU
// time of the process, because the clock would depend on the load of the machine.
func TestSlowCheckEndsAfterSIGTERM(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: slow")
	}
	t.Parallel()
	content, err := hostiletest.Zips[0].Bytes(2)
	if err != nil {
		t.Fatal(err)
	}
	path := newFile(t, "contest.zip", content)
	for _, before := range []time.Duration{500 * time.Millisecond, 3 * time.Second} { // of CPU
		check := ojcheckCommand(t, "check", "--top", "1", "--database-url", pgtest.New(t), path)
		var errors strings.Builder
		check.Stderr = &errors
		if err := check.Start(); err != nil {
			t.Fatal(err)
		}
		for cpuOf(t, check.Process.Pid) < before {
			time.Sleep(10 * time.Millisecond)
		}
		used := cpuOf(t, check.Process.Pid)
		if err := check.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		_ = check.Wait() // the status follows
		if status := check.ProcessState.ExitCode(); status != exitFailed || !strings.HasSuffix(errors.String(), "ojcheck: interrupted\n") {
			t.Errorf("after SIGTERM the check ends with status %d, want %d, and says:\n%s", status, exitFailed, errors.String())
		}
		took := check.ProcessState.UserTime() + check.ProcessState.SystemTime() - used
		t.Logf("SIGTERM after %.1f s of CPU: %.2f s more", used.Seconds(), took.Seconds())
		if took > time.Second*hostiletest.Slowdown {
			t.Errorf("%.1f s of CPU after SIGTERM, want at most %d s", took.Seconds(), hostiletest.Slowdown)
		}
	}
}

// cpuOf returns the CPU time of a process that was not waited for, in steps of 10 ms.
func cpuOf(t *testing.T, pid int) time.Duration {
	t.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')'):])) // from the field 2, the name in parentheses
	if fields[1] == "Z" {
		t.Fatal("the process has ended by itself")
	}
	var user, system int64
	if _, err := fmt.Sscan(fields[12]+" "+fields[13], &user, &system); err != nil {
		t.Fatal(err)
	}
	const perSecond = 100 // the unit of these fields, on all systems that Go supports
	return time.Duration(user+system) * time.Second / perSecond
}
