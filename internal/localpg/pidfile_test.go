//go:build unix

package localpg

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgproto3"
)

const examplePIDFile = "4711\n/var/lib/ojcheck/postgres/data\n1700000000\n5432\n/var/lib/ojcheck/postgres/run\n\n  1234567         8\nready   \n"

// parsePidFile reads complete files, and refuses incomplete and unsafe ones.
func TestParsePidFile(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		content string
		want    endpoint
		ok      bool
	}{
		"complete file":                   {examplePIDFile, endpoint{4711, "/var/lib/ojcheck/postgres/run", 5432}, true},
		"starting server":                 {"4711\n/data\n1700000000\n5432\n/run\n", endpoint{4711, "/run", 5432}, true},
		"incomplete line 5":               {"4711\n/data\n1700000000\n5432\n/ru", endpoint{}, false},
		"only line 1":                     {"4711\n", endpoint{}, false},
		"empty":                           {"", endpoint{}, false},
		"no socket directory":             {"4711\n/data\n1700000000\n5432\n\nlocalhost\n", endpoint{}, false},
		"process id that is not a number": {"x\n/data\n1700000000\n5432\n/run\n\n", endpoint{}, false},
		"process 1":                       {"1\n/data\n1700000000\n5432\n/run\n\n", endpoint{}, false},
		"single-user mode":                {"-4711\n/data\n1700000000\n5432\n/run\n\n", endpoint{}, false},
		"port out of range":               {"4711\n/data\n1700000000\n65536\n/run\n\n", endpoint{}, false},
		"comma in the socket directory":   {"4711\n/data\n1700000000\n5432\n/run,/tmp\n\n", endpoint{}, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got, ok := parsePidFile(test.content); got != test.want || ok != test.ok {
				t.Errorf("got %+v, %t, want %+v, %t", got, ok, test.want, test.ok)
			}
		})
	}
}

// The URL of an endpoint has all that pgx needs, so that PG* variables have no effect.
func TestURL(t *testing.T) {
	e := endpoint{pid: 4711, socketDir: "/var/lib/ojcheck/postgres/run", port: 5432}
	const want = "postgres://ojcheck@/ojcheck?host=/var/lib/ojcheck/postgres/run&port=5432&sslmode=disable"
	if got := e.url(database); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	t.Setenv("PGPORT", "1")
	t.Setenv("PGHOST", "elsewhere")
	t.Setenv("PGUSER", "somebody")
	t.Setenv("PGDATABASE", "other")
	t.Setenv("PGSSLMODE", "verify-full")
	config, err := pgx.ParseConfig(want)
	must(t, err)
	if config.Host != e.socketDir || config.Port != 5432 || config.User != role || config.Database != database || config.TLSConfig != nil {
		t.Errorf("with PG* set, pgx reads the URL as host %s, port %d, user %s, database %s; want the values of the URL and no TLS",
			config.Host, config.Port, config.User, config.Database)
	}
}

// For any accepted postmaster.pid, pgx reads the URL as intended.
func FuzzParsePidFile(f *testing.F) {
	f.Add(examplePIDFile)
	f.Add("4711\n/data\n0\n5432\n/a b+c%20&host=x?#ü\x00\n\n")
	f.Fuzz(func(t *testing.T, content string) {
		e, ok := parsePidFile(content)
		if !ok {
			return
		}
		if e.pid <= 1 {
			t.Fatalf("accepted the process id %d", e.pid)
		}
		config, err := pgx.ParseConfig(e.url(database))
		must(t, err)
		if config.Host != e.socketDir || int(config.Port) != e.port || config.Database != database {
			t.Fatalf("pgx reads the URL of %+v as %s, %d, %s", e, config.Host, config.Port, config.Database)
		}
	})
}

// Inspect tells a server that refuses connections from one that does not run.
func TestStatusOfRefusingServer(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]Status{
		"57P03": {Version: "16", Busy: true},
		"53300": {Version: "16", Running: true, Connections: -1},
		"28000": {Version: "16"},
	} {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			h := homeOf(t, tempDir(t))
			must(t, os.MkdirAll(h.data(), 0o700))
			must(t, os.MkdirAll(h.socketDir(), 0o700))
			must(t, os.WriteFile(filepath.Join(h.data(), "PG_VERSION"), []byte(want.Version+"\n"), 0o600))
			pidFile := fmt.Sprintf("%d\n%s\n0\n%d\n%s\n\n", os.Getpid(), h.data(), port, h.socketDir())
			must(t, os.WriteFile(h.pidFile(), []byte(pidFile), 0o600))
			listener, err := net.Listen("unix", filepath.Join(h.socketDir(), socketName))
			must(t, err)
			defer listener.Close()
			go func() {
				for conn, err := listener.Accept(); err == nil; conn, err = listener.Accept() {
					backend := pgproto3.NewBackend(conn, conn)
					_, _ = backend.ReceiveStartupMessage()
					backend.Send(&pgproto3.ErrorResponse{Severity: "FATAL", Code: code, Message: "no"})
					_ = backend.Flush()
					conn.Close()
				}
			}()
			got := inspect(t, h.dataDir)
			got.DataDir, got.Log, got.Pid, got.URL = "", "", 0, ""
			if got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}
