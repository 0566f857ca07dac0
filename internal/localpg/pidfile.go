//go:build unix

package localpg

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
)

// endpoint reads the cluster's postmaster.pid. There is none if no server runs;
// if there is one, a server may run. A socket that others could have put where a
// server of ours once had its own is not accepted.
func (h home) endpoint() (endpoint, bool) {
	content, err := os.ReadFile(h.pidFile())
	if err != nil {
		return endpoint{}, false
	}
	e, ok := parsePidFile(string(content))
	if !ok {
		return endpoint{}, false
	}
	data, err := os.Stat(h.data())
	if err != nil || checkPrivate(e.socketDir, ownerOf(data)) != nil {
		return endpoint{}, false
	}
	return e, true
}

// parsePidFile understands the lines of postmaster.pid that matter here: 1 the
// process id, 4 the port, 5 the first socket directory. A server that is just
// starting has not written all of them. A directory with a comma, which is two to
// pgx, or a NUL is refused: ojcheck chooses neither.
func parsePidFile(content string) (endpoint, bool) {
	lines := strings.Split(content, "\n")
	if len(lines) < 6 { // the fifth line must be complete
		return endpoint{}, false
	}
	pid, err := strconv.Atoi(strings.TrimSpace(lines[0]))
	if err != nil || pid <= 1 {
		return endpoint{}, false
	}
	port, err := strconv.Atoi(strings.TrimSpace(lines[3]))
	if err != nil || port < 1 || port > 65535 {
		return endpoint{}, false
	}
	if !strings.HasPrefix(lines[4], "/") || strings.ContainsAny(lines[4], ",\x00") {
		return endpoint{}, false
	}
	return endpoint{pid: pid, socketDir: lines[4], port: port}, true
}

// removeStalePidFile removes a postmaster.pid whose server is gone, if PostgreSQL
// itself would take it for real, because a zombie or a stranger has its process
// id. The file of a server that was started by hand stays.
func (h home) removeStalePidFile() error {
	content, err := os.ReadFile(h.pidFile())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var pid int
	if _, err := fmt.Sscan(string(content), &pid); err == nil {
		if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			return nil
		}
		if h.isServer(pid) {
			return fmt.Errorf("process %d, which ojcheck did not start, is a server of %s: stop it (pg_ctl -D %[2]s stop)", pid, h.data())
		}
	}
	return os.Remove(h.pidFile())
}

// isServer tells whether a process is a server of this cluster: its working
// directory is the data directory then, and its command names it.
func (h home) isServer(pid int) bool {
	if runtime.GOOS != "linux" {
		out, err := exec.Command("ps", "-o", "command=", "-p", strconv.Itoa(pid)).Output()
		return err == nil && strings.Contains(string(out), h.data())
	}
	cwd, err := os.Stat(fmt.Sprintf("/proc/%d/cwd", pid)) // a zombie has none
	if err != nil {
		return false
	}
	data, err := os.Stat(h.data())
	return err == nil && os.SameFile(cwd, data)
}
