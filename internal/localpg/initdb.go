//go:build unix

package localpg

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// initPrefix begins the names of directories that initdb has not finished.
const initPrefix = "data.init-"

// initialise creates the cluster: under a temporary name, since an initdb may
// outlive an ojcheck that is killed, then by a rename. With sync, it is on disk
// when initialise returns. The caller holds the guard.
func (h home) initialise(ctx context.Context, bin binaries, acct *account, sync bool) (err error) {
	h.removeUnfinished()
	dir, err := os.MkdirTemp(h.dir, initPrefix)
	if err != nil {
		return fmt.Errorf("create the database: %w", err)
	}
	defer func() {
		if err != nil {
			_ = os.RemoveAll(dir)
		}
	}()
	if err := acct.giveTo(dir); err != nil {
		return fmt.Errorf("create the database: %w", err)
	}
	args := []string{"-D", dir, "--username", role, "--encoding", "UTF8", "--locale", "C",
		"--auth-local", "trust", "--auth-host", "reject", "--no-instructions"}
	if !sync {
		args = append(args, "--no-sync")
	}
	cmd := exec.CommandContext(ctx, bin.path("initdb"), args...)
	acct.runAs(cmd)
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) } // with its children
	cmd.WaitDelay = 5 * time.Second
	if out, err := cmd.CombinedOutput(); err != nil {
		if ctx.Err() != nil {
			return fmt.Errorf("create the database: %w", context.Cause(ctx))
		}
		return fmt.Errorf("create the database: initdb: %w%s:\n%s", err, initdbHint(string(out), h.dir), out)
	}
	if err := os.Rename(dir, h.data()); err != nil {
		return fmt.Errorf("create the database: %w", err)
	}
	return nil
}

// initdbHint explains the one failure of initdb that is not ojcheck's fault and
// easily missed in its output.
func initdbHint(out, dir string) string {
	if strings.Contains(out, syscall.ENOSPC.Error()) || strings.Contains(out, "No space left on device") {
		return fmt.Sprintf(": the disk is full (%s needs 100 MB to begin with): free some space, or %s", dir, dirHint)
	}
	return ""
}

// removeUnfinished removes what killed initialisations left. None of it was ever
// a cluster. An initdb that still writes there fails, and nobody waits for it.
func (h home) removeUnfinished() {
	left, _ := filepath.Glob(filepath.Join(h.dir, initPrefix+"*"))
	for _, dir := range left {
		_ = os.RemoveAll(dir)
	}
}
