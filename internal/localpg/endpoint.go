//go:build unix

package localpg

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

const (
	role     = "ojcheck" // the cluster's only user
	database = "ojcheck" // created at the first start
)

// endpoint is the process and the socket of a server, as its postmaster.pid says.
type endpoint struct {
	pid       int
	socketDir string
	port      int
}

// url returns the connection URL of a database. It has port and TLS mode, so that PGPORT and PGSSLMODE have
// no effect.
func (e endpoint) url(name string) string {
	dir := strings.NewReplacer("+", "%20", "%2F", "/").Replace(url.QueryEscape(e.socketDir))
	return fmt.Sprintf("postgres://%s@/%s?host=%s&port=%d&sslmode=disable", role, name, dir, e.port)
}

// connect opens a connection to a database.
func (e endpoint) connect(ctx context.Context, name string) (*pgx.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	return pgx.Connect(ctx, e.url(name))
}

// serverState is the reaction of a server to a connection.
type serverState int

const (
	stateSilent serverState = iota // no answer, because the server does not run or hangs
	stateBusy                      // a refusal, because the server starts, recovers or stops
	stateReady
)

// state connects to the server to find out its state.
func (e endpoint) state(ctx context.Context) serverState {
	conn, err := e.connect(ctx, "postgres")
	if err == nil {
		conn.Close(ctx)
	}
	return stateAfter(err)
}

// stateAfter returns the state of a server from the error of a connection.
func stateAfter(err error) serverState {
	if err == nil {
		return stateReady
	}
	if refusal, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch refusal.Code {
		case "53300": // too_many_connections
			return stateReady
		case "57P03": // cannot_connect_now
			return stateBusy
		}
	}
	return stateSilent
}

// connections counts the clients' connections to ojcheck's database; with an error, it returns -1. Its own connection
// is to another database.
func (e endpoint) connections(ctx context.Context) (int, error) {
	conn, err := e.connect(ctx, "postgres")
	if err != nil {
		return -1, err
	}
	defer conn.Close(ctx)
	n := -1
	err = conn.QueryRow(ctx, "SELECT count(*) FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'",
		database).Scan(&n)
	return n, err
}

func (e endpoint) createDatabase(ctx context.Context) error {
	conn, err := e.connect(ctx, "postgres")
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	var exists bool
	err = conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", database).Scan(&exists)
	if err != nil || exists {
		return err
	}
	_, err = conn.Exec(ctx, "CREATE DATABASE "+pgx.Identifier{database}.Sanitize())
	return err
}

// endpoint reads the cluster's postmaster.pid. If it returns false, no server can be reached; if it returns
// true, a server may run. It refuses a socket directory that other users can enter, because they may have put
// a socket of theirs there.
func (h home) endpoint() (endpoint, bool) {
	content, _ := os.ReadFile(h.pidFile())
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

// parsePidFile reads the process id, the port and the first socket directory from lines 1, 4 and 5 of
// postmaster.pid. A starting server may not have written all these lines yet. parsePidFile refuses a
// directory with a comma, because pgx would cut the name there. The result of home.socketDir never has one.
func parsePidFile(content string) (endpoint, bool) {
	lines := strings.Split(content, "\n")
	if len(lines) < 6 { // the fifth line must be complete
		return endpoint{}, false
	}
	pid, pidErr := strconv.Atoi(strings.TrimSpace(lines[0]))
	port, portErr := strconv.Atoi(strings.TrimSpace(lines[3]))
	if pidErr != nil || pid <= 1 || portErr != nil || port < 1 || port > 65535 ||
		!strings.HasPrefix(lines[4], "/") || strings.ContainsAny(lines[4], ",\x00") {
		return endpoint{}, false
	}
	return endpoint{pid: pid, socketDir: lines[4], port: port}, true
}

// removeStalePidFile removes the postmaster.pid of a server that is gone, if a zombie or another program has
// the server's process id. Otherwise PostgreSQL would think that the server runs. For a server that somebody
// started by hand, removeStalePidFile returns an error.
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
			return fmt.Errorf("process %d, which ojcheck did not start, is a server of %s: stop it (pg_ctl -D %[2]s stop)",
				pid, h.data())
		}
	}
	return os.Remove(h.pidFile())
}

// isServer reports whether a process is a server of this cluster. On Linux it looks at the working directory,
// on other systems at the command line.
func (h home) isServer(pid int) bool {
	if runtime.GOOS != "linux" {
		out, err := exec.Command("ps", "-o", "command=", "-p", strconv.Itoa(pid)).Output()
		return err == nil && strings.Contains(string(out), h.data())
	}
	inData, err := h.isInData(pid)
	return err == nil && inData
}
