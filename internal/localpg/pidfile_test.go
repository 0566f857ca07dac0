//go:build unix

package localpg

import (
	"testing"

	"github.com/jackc/pgx/v5"
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
