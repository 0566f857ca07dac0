//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
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
			path := filepath.Join(t.TempDir(), "contest.zip")
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Fatal(err)
			}
			hostiletest.Measure(t, func() string {
				check := exec.Command("ojcheck", "check", "--top", "1", "--database-url", pgtest.New(t), path)
				var out, errors strings.Builder
				check.Stdout, check.Stderr = &out, &errors
				err := check.Run()
				if status := check.ProcessState.ExitCode(); status != exitDone && status != exitFailed || status == exitFailed && !strings.Contains(errors.String(), "ojcheck: ") {
					t.Errorf("error %v, want a result or one error:\n%s", err, errors.String())
				}
				peak := check.ProcessState.SysUsage().(*syscall.Rusage).Maxrss // KB, but bytes on macOS
				if runtime.GOOS == "linux" && peak > 1<<20 {
					t.Errorf("it needs %d KB of memory, want at most 1 GB", peak)
				}
				cpu := check.ProcessState.UserTime() + check.ProcessState.SystemTime()
				if cpu > time.Minute {
					t.Errorf("it needs %.1f s of CPU, want at most 60", cpu.Seconds())
				}
				return fmt.Sprintf("a zip of %d KB, %.1f s of CPU, %d MB", len(content)>>10, cpu.Seconds(), peak>>10)
			})
		})
	}
}
