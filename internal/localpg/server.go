//go:build unix

package localpg

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

const (
	silenceTimeout = time.Minute      // how long a server may be silent before ojcheck gives up
	fastTimeout    = 30 * time.Second // how long a fast shutdown may take before an immediate one
	maxLogSize     = 10 << 20         // bytes; a larger server.log is renamed to server.log.old
)

// waitSettled waits until the server answers (ok is true) or is gone (ok is false). While the server starts,
// recovers or stops, waitSettled waits without a limit. If the first process of the server was killed,
// waitSettled ends the other processes of the server. The caller holds guard.lock.
func (h home) waitSettled(ctx context.Context) (e endpoint, ok bool, err error) {
	lastAnswer := time.Now()
	for {
		if e, ok := h.endpoint(); ok {
			switch e.state(ctx) {
			case stateReady:
				return e, true, nil
			case stateBusy:
				lastAnswer = time.Now()
			}
		}
		held, err := h.serverLockHeld()
		if err != nil {
			return endpoint{}, false, err
		}
		if !held {
			return endpoint{}, false, nil
		}
		if h.isHeadless() {
			h.endOrphans()
		}
		if err = pause(ctx); err == nil && time.Since(lastAnswer) > silenceTimeout {
			err = errors.New("no answer for a minute")
		}
		if err != nil {
			return endpoint{}, false, fmt.Errorf("the PostgreSQL server in %s runs but does not answer: %w: "+
				"see %s, and end the processes of the server", h.data(), err, h.log())
		}
	}
}

// serverLockHeld reports whether the server that ojcheck started, or a process that the server forked, still runs.
func (h home) serverLockHeld() (bool, error) {
	l, err := tryLock(h.serverLock(), shared)
	if errors.Is(err, errLocked) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	l.release()
	return false, nil
}

// startServer starts a cluster's server, and returns when it answers. The caller holds guard.lock, and no
// server runs.
func (h home) startServer(
	ctx context.Context, bin binaries, acct *account, settings map[string]string, log *slog.Logger,
) (endpoint, error) {
	if err := h.createSocketDir(acct); err != nil {
		return endpoint{}, err
	}
	if err := h.removeStalePidFile(); err != nil {
		return endpoint{}, err
	}
	serverLock, err := waitLock(ctx, h.serverLock(), exclusive, nil)
	if err != nil {
		return endpoint{}, err
	}
	defer serverLock.file.Close() // the child process, which inherited it, keeps the lock
	if err := os.Remove(h.stopMark()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return endpoint{}, err
	}
	logFile, err := h.openLog()
	if err != nil {
		return endpoint{}, err
	}
	defer logFile.Close()
	logStart, err := logFile.Seek(0, io.SeekEnd)
	if err != nil {
		return endpoint{}, err
	}

	cmd := exec.Command(bin.path("postgres"), h.arguments(settings)...)
	acct.runAs(cmd)
	cmd.Stdout, cmd.Stderr = logFile, logFile
	cmd.ExtraFiles = []*os.File{serverLock.file}
	if err := cmd.Start(); err != nil {
		return endpoint{}, fmt.Errorf("start PostgreSQL: %w", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }() // reaps the server if it ends before ojcheck

	lastAnswer := time.Now()
	for {
		if e, ok := h.endpoint(); ok && e.pid == cmd.Process.Pid {
			switch e.state(ctx) {
			case stateReady:
				log.Debug("PostgreSQL runs", "pid", e.pid, "version", bin.version, "socket", e.socketDir)
				return e, nil
			case stateBusy:
				lastAnswer = time.Now()
			}
		}
		select {
		case err := <-ended:
			return endpoint{}, fmt.Errorf("PostgreSQL did not start (%v); the end of %s:\n%s",
				err, h.log(), logTail(logFile, logStart))
		default:
		}
		if err = pause(ctx); err == nil && time.Since(lastAnswer) > silenceTimeout {
			err = fmt.Errorf("it does not answer; the end of %s:\n%s", h.log(), logTail(logFile, logStart))
		}
		if err != nil {
			_ = cmd.Process.Signal(syscall.SIGQUIT) // immediate shutdown
			<-ended
			return endpoint{}, fmt.Errorf("start PostgreSQL: %w", err)
		}
	}
}

// arguments returns the server's arguments. They contain all settings, and postgresql.conf contains none, so
// that a newer ojcheck can change the settings of old clusters.
func (h home) arguments(settings map[string]string) []string {
	all := map[string]string{
		"cluster_name":               "ojcheck",
		"listen_addresses":           "", // no TCP
		"port":                       fmt.Sprint(port),
		"unix_socket_directories":    h.socketDir(),
		"unix_socket_permissions":    "0700",
		"dynamic_shared_memory_type": "mmap",                       // containers have a small /dev/shm
		"shared_buffers":             sharedBuffers(os.DirFS("/")), // holds the archive's indexes
		"jit":                        "off",                        // slows short queries
		"lc_messages":                "C",
		"timezone":                   "UTC",
		"log_timezone":               "UTC",
		"log_checkpoints":            "off",
	}
	maps.Copy(all, settings)
	args := []string{"-D", h.data()}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		args = append(args, "-c", name+"="+all[name])
	}
	return args
}

func (h home) openLog() (*os.File, error) {
	if info, err := os.Stat(h.log()); err == nil && info.Size() > maxLogSize {
		if err := os.Rename(h.log(), h.log()+".old"); err != nil {
			return nil, err
		}
	}
	return os.OpenFile(h.log(), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
}

// logTail returns the last lines that were written to the log since start.
func logTail(log io.ReaderAt, start int64) string {
	const lines = 20
	content, err := io.ReadAll(io.NewSectionReader(log, start, 1<<20))
	if err != nil {
		return err.Error()
	}
	all := strings.Split(strings.TrimSpace(string(content)), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}

// shutdown stops the server that ojcheck started, and waits for its end. It returns false if no such server
// runs. The caller holds guard.lock.
func (h home) shutdown(ctx context.Context) (stopped bool, err error) {
	e, ok, err := h.waitSettled(ctx)
	if err != nil || !ok {
		return false, err
	}
	if held, err := h.serverLockHeld(); err != nil || !held {
		return false, err
	}
	if err := os.WriteFile(h.stopMark(), nil, 0o600); err != nil { // first, so that nobody restarts the server
		return false, fmt.Errorf("stop PostgreSQL: %w", err)
	}
	if err := syscall.Kill(e.pid, syscall.SIGINT); err != nil { // fast: ends transactions
		_ = os.Remove(h.stopMark())
		return false, fmt.Errorf("stop PostgreSQL (process %d): %w", e.pid, err)
	}
	fastCtx, cancel := context.WithTimeout(ctx, fastTimeout)
	defer cancel()
	lock, err := waitLock(fastCtx, h.serverLock(), exclusive, nil)
	if err != nil && ctx.Err() == nil {
		_ = syscall.Kill(e.pid, syscall.SIGQUIT) // immediate: the next start recovers
		lock, err = waitLock(ctx, h.serverLock(), exclusive, nil)
	}
	if err != nil {
		return false, fmt.Errorf("stop PostgreSQL (process %d): %w", e.pid, err)
	}
	lock.release()
	h.removeSocketDir()
	return true, nil
}

// initPrefix is the prefix of directories in which initdb has not finished.
const initPrefix = "data.init-"

// initialise creates the cluster under a temporary name and then renames it, because initdb may outlive a
// killed ojcheck. If sync is true, the cluster is on disk when initialise returns. The caller holds
// guard.lock.
func (h home) initialise(ctx context.Context, bin binaries, acct *account, sync bool) (err error) {
	defer prefixError(&err, "create the database")
	// Remove the directories of killed initialisations. An initdb that still writes one of them fails.
	removeMatches(filepath.Join(h.dir, initPrefix+"*"))
	dir, err := os.MkdirTemp(h.dir, initPrefix)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.RemoveAll(dir)
		}
	}()
	if err := acct.chown(dir); err != nil {
		return err
	}
	args := []string{"-D", dir, "--username", role, "--encoding", "UTF8", "--locale", "C",
		"--auth-local", "trust", "--auth-host", "reject", "--no-instructions"}
	if !sync {
		args = append(args, "--no-sync")
	}
	cmd := exec.CommandContext(ctx, bin.path("initdb"), args...)
	acct.runAs(cmd)
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) } // with all children of initdb
	cmd.WaitDelay = 5 * time.Second
	if out, err := cmd.CombinedOutput(); err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		hint := "" // says that the disk is full, because that is easily missed in the output
		if strings.Contains(strings.ToLower(string(out)), "no space left on device") {
			hint = fmt.Sprintf(": the disk is full (%s needs 100 MB to begin with): free some space, or %s", h.dir, dirHint)
		}
		return fmt.Errorf("initdb: %w%s:\n%s", err, hint, out)
	}
	return os.Rename(dir, h.data())
}

// removeMatches removes the files and directories that match a pattern. It ignores errors.
func removeMatches(pattern string) {
	paths, _ := filepath.Glob(pattern)
	for _, path := range paths {
		_ = os.RemoveAll(path)
	}
}

const (
	maxBuffers = 4096 // MB; more than the indexes of thirty million programs need
	minBuffers = 128  // MB; PostgreSQL's own default
)

// sharedBuffers returns the setting shared_buffers. It is a quarter of the memory, as PostgreSQL's manual
// advises, within bounds. Buffers that are not used cost nothing, but the kernel refuses more memory than the
// machine has. root is the machine's file system.
func sharedBuffers(root fs.FS) string {
	quarter := memory(root) >> 20 / 4
	return fmt.Sprintf("%dMB", max(minBuffers, min(quarter, maxBuffers)))
}
