//go:build unix

package localpg

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"
)

const (
	silenceTimeout = time.Minute      // for a server to answer or to end
	fastTimeout    = 30 * time.Second // for a fast shutdown, before an immediate one
	maxLogSize     = 10 << 20         // bytes; a larger server.log is moved aside
)

// waitSettled waits until the server either answers (then ok is true) or is certainly
// gone. In between it starts, recovers or stops, which may take as long as it
// likes, or is what a killed server left behind.
func (h home) waitSettled(ctx context.Context) (e endpoint, ok bool, err error) {
	heard := time.Now()
	for {
		if e, ok := h.endpoint(); ok {
			switch e.state(ctx) {
			case ready:
				return e, true, nil
			case busy:
				heard = time.Now()
			}
		}
		held, err := h.serverLockHeld()
		if err != nil {
			return endpoint{}, false, err
		}
		if !held {
			return endpoint{}, false, nil
		}
		if err = pause(ctx); err == nil && time.Since(heard) > silenceTimeout {
			err = errors.New("it was silent for a minute")
		}
		if err != nil {
			return endpoint{}, false, fmt.Errorf("the PostgreSQL server in %s runs but does not answer: %w: "+
				"see %s, and end its processes", h.data(), err, h.log())
		}
	}
}

// serverLockHeld tells whether the server that ojcheck started, or any process
// that this server forked, still runs.
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

// startServer starts the server of an existing cluster and returns when it answers.
// The caller holds the guard and knows that no server runs.
func (h home) startServer(ctx context.Context, bin binaries, acct *account, settings map[string]string, log *slog.Logger) (endpoint, error) {
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
	defer serverLock.leaveToChild()
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
	go func() { ended <- cmd.Wait() }() // reaps the server, should it end before us

	heard := time.Now()
	for {
		if e, ok := h.endpoint(); ok && e.pid == cmd.Process.Pid {
			switch e.state(ctx) {
			case ready:
				log.Debug("PostgreSQL runs", "pid", e.pid, "version", bin.version, "socket", e.socketDir)
				return e, nil
			case busy:
				heard = time.Now()
			}
		}
		select {
		case err := <-ended:
			return endpoint{}, fmt.Errorf("PostgreSQL did not start (%v); the end of %s:\n%s", err, h.log(), logTail(logFile, logStart))
		default:
		}
		if err = pause(ctx); err == nil && time.Since(heard) > silenceTimeout {
			err = fmt.Errorf("it does not answer; the end of %s:\n%s", h.log(), logTail(logFile, logStart))
		}
		if err != nil {
			_ = cmd.Process.Signal(syscall.SIGQUIT) // immediate shutdown
			<-ended
			return endpoint{}, fmt.Errorf("start PostgreSQL: %w", err)
		}
	}
}

// arguments of the server. All settings are given here and none in
// postgresql.conf, so that a later ojcheck can change them for old clusters.
func (h home) arguments(settings map[string]string) []string {
	all := map[string]string{
		"cluster_name":               "ojcheck",
		"listen_addresses":           "", // no TCP
		"port":                       fmt.Sprint(port),
		"unix_socket_directories":    h.socketDir(),
		"unix_socket_permissions":    "0700",
		"dynamic_shared_memory_type": "mmap",                       // containers have a small /dev/shm
		"shared_buffers":             sharedBuffers(os.DirFS("/")), // the archive's indexes stay in it
		"jit":                        "off",                        // costs more than it gains in queries this short
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

// openLog opens the server's log for appending.
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

// shutdown stops the server if one runs that ojcheck started, and waits for its
// end. The caller holds the guard.
func (h home) shutdown(ctx context.Context) (stopped bool, err error) {
	e, ok, err := h.waitSettled(ctx)
	if err != nil || !ok {
		return false, err
	}
	if held, err := h.serverLockHeld(); err != nil || !held {
		return false, err
	}
	if err := syscall.Kill(e.pid, syscall.SIGINT); err != nil { // fast: ends transactions
		return false, fmt.Errorf("stop PostgreSQL (process %d): %w", e.pid, err)
	}
	fast, cancel := context.WithTimeout(ctx, fastTimeout)
	defer cancel()
	gone, err := waitLock(fast, h.serverLock(), exclusive, nil)
	if err != nil && ctx.Err() == nil {
		_ = syscall.Kill(e.pid, syscall.SIGQUIT) // immediate: the next start recovers
		gone, err = waitLock(ctx, h.serverLock(), exclusive, nil)
	}
	if err != nil {
		return false, fmt.Errorf("stop PostgreSQL (process %d): %w", e.pid, err)
	}
	gone.release()
	h.removeSocketDir()
	return true, nil
}
