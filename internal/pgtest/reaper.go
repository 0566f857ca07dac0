//go:build unix

package pgtest

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"syscall"
	"time"

	"github.com/ojcheck/ojcheck/internal/localpg"
)

// reaperEnv has the data directory of a reaper: a process of the test binary with this variable is the reaper.
const reaperEnv = "OJCHECK_PGTEST_REAPER"

// shutdownDelay is how long the server outlives the last test process: the next package with a database may use it.
const shutdownDelay = 10 * time.Second

// A test binary cannot run code after all tests, and may be killed. So each test process has a reaper: a second process
// of the binary, which waits for the end of the test process, and then stops the server if no other test process uses it.
func init() {
	dir := os.Getenv(reaperEnv)
	if dir == "" {
		return
	}
	_, _ = io.Copy(io.Discard, os.Stdin) // ends when the test process does
	time.Sleep(shutdownDelay)
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	// An error is fine: other processes use the server, or another reaper stopped it.
	_, _ = localpg.Stop(ctx, dir, false)
	os.Exit(0)
}

// startReaper starts a process that stops the server after the last test process.
func startReaper(dir string) error {
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("reaper: %w", err)
	}
	reaper := exec.Command(program)
	reaper.Env = append(os.Environ(), reaperEnv+"="+dir)
	reaper.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // ignores Ctrl-C in the terminal
	stdin, err := reaper.StdinPipe()
	if err == nil {
		err = reaper.Start()
	}
	if err != nil {
		return fmt.Errorf("reaper: %w", err)
	}
	go func() {
		_ = reaper.Wait()
		stdin.Close()
		log.Print("pgtest: the reaper ended before its test process")
	}()
	return nil
}
