package postgres

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/pgtest"
)

// startPooler starts pgbouncer in front of a database, and returns the database's address through pgbouncer.
func startPooler(t *testing.T, mode string, connections int, database string) string {
	t.Helper()
	if pgtest.OnCluster() {
		t.Skip("about the server on this machine")
	}
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		program = "/usr/sbin/pgbouncer"
	}
	if _, err := os.Stat(program); err != nil {
		t.Skip("NOT RUN without pgbouncer: install it")
	}
	server, err := pgx.ParseConfig(database)
	must(t, err)
	socket, err := os.Stat(server.Host)
	must(t, err)
	free, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	address := free.Addr().(*net.TCPAddr)
	free.Close()
	dir, err := os.MkdirTemp("", "ojcheck-pooler-")
	must(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	config := filepath.Join(dir, "pgbouncer.ini")
	err = os.WriteFile(config, fmt.Appendf(nil, `[databases]
%s = host=%s port=%d user=%s
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %d
unix_socket_dir =
auth_type = any
pool_mode = %s
default_pool_size = %d
`, server.Database, server.Host, server.Port, server.User, address.Port, mode, connections), 0o644)
	if err == nil {
		err = os.Chmod(dir, 0o755)
	}
	must(t, err)
	cmd := exec.Command(program, config)
	cmd.Dir, cmd.Stderr = dir, t.Output()
	if owner := socket.Sys().(*syscall.Stat_t); os.Getuid() == 0 { // pgbouncer refuses to run as root
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}}
	}
	must(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		conn, err := net.Dial("tcp", address.String())
		if err == nil {
			conn.Close()
			return fmt.Sprintf("postgres://%s@%s/%s?sslmode=disable", server.User, address, server.Database)
		}
		if time.Now().After(end) {
			t.Fatalf("pgbouncer does not answer: %v", err)
		}
	}
}

// Behind a pooler with connections for each session, contests are stored and jobs run. A pooler that shares connections is
// refused in one sentence, which says what to set, as is one that refuses a setting of the address or has too few connections.
func TestPooler(t *testing.T) {
	skipIfShort(t, "takes a second")
	t.Parallel()
	t.Run("session", func(t *testing.T) {
		t.Parallel()
		address := startPooler(t, "session", 50, pgtest.New(t))
		if err := CheckPooler(t.Context(), address); err != nil {
			t.Error(err)
		}
		db := openURL(t, address)
		importContest(t, db, "c", contestOf(2))
		saveJobs(t, db, contest.Job{ID: "a", Content: []byte("{}")})
		_, release, err := db.Follow(t.Context(), "c", 0)
		must(t, err)
		defer release()
		if _, _, err := db.Follow(t.Context(), "c", 0); !errors.Is(err, contest.ErrInUse) {
			t.Errorf("followed twice: error %v, want ErrInUse", err)
		}
		_, err = Open(context.Background(), address+"&idle_session_timeout=0")
		if want := "take the setting out of the address"; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("a setting in the address: error %v, want one with %q", err, want)
		}
	})
	for _, mode := range []string{"transaction", "statement"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			address := startPooler(t, mode, 50, pgtest.New(t))
			if err := CheckPooler(t.Context(), address); !errors.Is(err, errSharedConnections) {
				t.Errorf("CheckPooler: error %v, want errSharedConnections", err)
			}
			_, err := Open(context.Background(), address)
			if want := "open database: " + errSharedConnections.Error(); err == nil || err.Error() != want {
				t.Errorf("error %v, want %q", err, want)
			}
		})
	}
	t.Run("one connection", func(t *testing.T) {
		t.Parallel()
		pool, err := pgxpool.New(t.Context(), startPooler(t, "session", 1, pgtest.New(t)))
		must(t, err)
		defer pool.Close()
		_, err = testPool(t.Context(), pool, time.Second)
		if want := "set default_pool_size"; !errors.Is(err, contest.ErrUnavailable) || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want ErrUnavailable with %q", err, want)
		}
	})
}
