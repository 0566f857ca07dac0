package doctor

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/dump"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/migrations"
)

// healthy is a database without a fault.
func healthy() database {
	return database{
		connections: 8, versionNumber: 160002, version: "16.2", encoding: "UTF8", fsync: "on", fullPages: "on", synchronous: "on", autovacuum: "on",
		hugePages: "on", hugePagesSetting: "try", hugePagesNeeded: 2107, programs: 50_000_000,
		maxConnections: 100, reservedConnections: 3, usedConnections: 1, mayCreate: true, schemaVersion: migrations.Newest(),
		isRemote: true, isEncrypted: true,
	}
}

// Each fault of a database is one finding, and a healthy database has none.
func TestDatabaseFaults(t *testing.T) {
	t.Parallel()
	all := func(d database) []Finding {
		return []Finding{d.server(), d.schema(), d.rights(), d.durability(), d.memory(), d.capacity(), d.privacy(), d.clock()}
	}
	for _, f := range all(healthy()) {
		checkFinding(t, "healthy", f, OK, "")
	}
	tests := []struct {
		name  string
		spoil func(*database)
		state State
		found string
	}{
		{"old server", func(d *database) { d.versionNumber, d.version = 140011, "14.11" }, Problem, "14.11 is too old"},
		{"encoding", func(d *database) { d.encoding = "LATIN1" }, Problem, "LATIN1"},
		{"newer schema", func(d *database) { d.schemaVersion = 4711 }, Problem, "schema 4711"},
		{"older schema", func(d *database) { d.schemaVersion = 1 }, Advice, "has schema 1"},
		{"schema before the baseline", func(d *database) { d.schemaVersion, d.isBeforeBaseline = 15, true }, Problem, "cannot open"},
		{"no right to create", func(d *database) { d.mayCreate = false }, Problem, "may not create"},
		{"fsync", func(d *database) { d.fsync = "off" }, Problem, "fsync is off"},
		{"full_page_writes", func(d *database) { d.fullPages = "off" }, Problem, "full_page_writes is off"},
		{"synchronous_commit", func(d *database) { d.synchronous = "off" }, Problem, "last decisions"},
		{"autovacuum", func(d *database) { d.autovacuum = "off" }, Advice, "autovacuum"},
		{"small pages", func(d *database) { d.hugePages = "off" }, Advice, "a sixth less time"},
		{"few connections", func(d *database) { d.maxConnections = 11; d.usedConnections = 2 }, Advice, "7 of 11"},
		{"no TLS", func(d *database) { d.isEncrypted = false }, Problem, "cross the network"},
		{"clock", func(d *database) { d.clockOffset = -5 * time.Second }, Advice, "5.0 s"},
		{"wrong clock", func(d *database) { d.clockOffset = time.Hour }, Problem, "3600.0 s"},
	}
	for _, test := range tests {
		d := healthy()
		test.spoil(&d)
		var faults []Finding
		for _, f := range all(d) {
			if f.State != OK {
				faults = append(faults, f)
			}
		}
		if len(faults) != 1 {
			t.Errorf("%s: %d findings, want 1: %+v", test.name, len(faults), faults)
			continue
		}
		checkFinding(t, test.name, faults[0], test.state, test.found)
	}
	local := healthy()
	local.isRemote, local.isEncrypted = false, false
	checkFinding(t, "a socket of this machine", local.privacy(), OK, "")
	small := healthy()
	small.hugePages, small.programs = "off", 49_999_999
	checkFinding(t, "small pages, few programs", small.memory(), OK, "not used")
	other := healthy()
	other.hugePages, other.hugePagesNeeded = "off", -1
	checkFinding(t, "a system without huge pages", other.memory(), OK, "on this system")
	remote := healthy()
	remote.hugePages = ""
	checkFinding(t, "a server of another machine", remote.memory(), OK, "unknown")
	empty := healthy()
	empty.schemaVersion = 0
	checkFinding(t, "no tables", empty.schema(), OK, "no tables yet")
}

// A real database: the server for tests runs without fsync.
func TestDatabase(t *testing.T) {
	t.Parallel()
	url := pgtest.New(t)
	byCheck := make(map[string]Finding)
	findings, name, _ := Database(t.Context(), url, 1)
	for _, f := range findings {
		byCheck[f.Check] = f
	}
	if dump.DatabaseOf("ojcheck-20260503T030000Z-"+name+".dump.age") != name || name == "" {
		t.Errorf("the name %q is not in the names of daily dumps", name)
	}
	checkFinding(t, "server", byCheck["PostgreSQL"], OK, "answers")
	checkFinding(t, "schema", byCheck["schema"], OK, "the newest")
	checkFinding(t, "rights", byCheck["rights"], OK, "")
	checkFinding(t, "durability", byCheck["durability"], Problem, "fsync is off")
	checkFinding(t, "huge pages", byCheck["huge pages"], OK, "")
	checkFinding(t, "connections", byCheck["connections"], OK, "ojcheck opens up to 1")
	checkFinding(t, "connection", byCheck["connection"], OK, "")
	checkFinding(t, "clock", byCheck["clock of the database"], OK, "differs")

	empty, _, isNew := Database(t.Context(), pgtest.NewEmpty(t), 1)
	checkFinding(t, "an empty database", empty[1], OK, "no tables yet")
	if !isNew {
		t.Error("an empty database is not new")
	}
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), "INSERT INTO goose_db_version (version_id, is_applied) VALUES (4711, true)"); err != nil {
		t.Fatal(err)
	}
	newer, _, _ := Database(t.Context(), url, 1)
	checkFinding(t, "a newer schema", newer[1], Problem, "4711")
}

// The limits of the user and of the database count too, if they leave fewer connections than the server.
func TestConnectionLimits(t *testing.T) {
	t.Parallel()
	address := pgtest.NewOneMachine(t)
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.WithoutCancel(t.Context())
	database := conn.Config().Database
	role := pgx.Identifier{"limited_" + database}.Sanitize()
	exec := func(sql string) {
		t.Helper()
		if _, err := conn.Exec(ctx, sql); err != nil {
			t.Error(err)
		}
	}
	exec("CREATE ROLE " + role + " LOGIN PASSWORD 'secret' CONNECTION LIMIT 2; GRANT SELECT ON ALL TABLES IN SCHEMA public TO " + role)
	t.Cleanup(func() {
		exec("DROP OWNED BY " + role + "; DROP ROLE " + role)
		conn.Close(ctx)
	})
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword("limited_"+database, "secret")
	check := func(connections int, state State, found string) {
		t.Helper()
		for open := 0; open != 1; { // the connections of the check before end a little later
			if err := conn.QueryRow(t.Context(), "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()").Scan(&open); err != nil {
				t.Fatal(err)
			}
		}
		findings, _, _ := Database(ctx, u.String(), connections)
		i := slices.IndexFunc(findings, func(f Finding) bool { return f.Check == "connections" })
		if i < 0 {
			t.Fatalf("no finding of connections: %+v", findings)
		}
		checkFinding(t, found, findings[i], state, found)
	}
	check(2, OK, "2 more may be open to this user, and ojcheck opens up to 2")
	check(3, Advice, "2 more may be open to this user, and ojcheck opens up to 3")
	exec("ALTER DATABASE " + pgx.Identifier{database}.Sanitize() + " CONNECTION LIMIT 2")
	check(2, Advice, "1 more may be open to this database, and ojcheck opens up to 2") // conn is the other one
}

// The advice has the number of pages, and how to turn them on if they are off.
func TestHugePagesAdvice(t *testing.T) {
	t.Parallel()
	d := healthy()
	d.hugePages = "off"
	for setting, want := range map[string]string{
		"try": "reserve 2107 of them (sysctl vm.nr_hugepages=2107), and start the server again",
		"off": "set huge_pages = try in postgresql.conf, reserve 2107 of them (sysctl vm.nr_hugepages=2107), and start the server again",
	} {
		d.hugePagesSetting = setting
		if got := d.memory().Do; got != want {
			t.Errorf("huge_pages = %s: %q, want %q", setting, got, want)
		}
	}
}

func TestHugePagesOf(t *testing.T) {
	t.Parallel()
	proc := fstest.MapFS{
		"1/maps": {Data: []byte("7f08dc800000-7f08ff000000 rw-s 00000000 00:11 4270612                    /anon_hugepage (deleted)\n")},
		"2/maps": {Data: []byte("7f7850aa9000-7f78730bf000 rw-s 00000000 00:01 348692                     /dev/zero (deleted)\n")},
		"3/maps": {Data: []byte("56081a000000-56081a0ff000 r-xp 00000000 fe:00 4711                       /usr/bin/bash\n")},
	}
	for pid, want := range map[int]string{1: "on", 2: "off", 3: "", 4: ""} {
		if got := hugePagesOf(proc, pid); got != want {
			t.Errorf("process %d: %q, want %q", pid, got, want)
		}
	}
}

// A real server: /proc says the same as the server, which knows it since PostgreSQL 17. Small pages are worth advice if the
// archive is large.
func TestHugePagesOfServer(t *testing.T) {
	t.Parallel()
	url := pgtest.NewOneMachine(t)
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	var pid int
	var status string
	if err := conn.QueryRow(t.Context(), "SELECT pg_backend_pid(), coalesce(current_setting('huge_pages_status', true), '')").Scan(&pid, &status); err != nil {
		t.Fatal(err)
	}
	if _, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", pid)); err != nil {
		t.Skipf("NOT RUN without the right to read /proc: %v", err)
	}
	pages := hugePagesOf(os.DirFS("/proc"), pid)
	if pages == "" || status != "" && pages != status {
		t.Errorf("/proc says %q, and the server %q", pages, status)
	}
	if _, err := conn.Exec(t.Context(), "UPDATE pg_class SET reltuples = 60000000 WHERE relname = 'index_entries'"); err != nil {
		t.Fatal(err)
	}
	want := map[string]State{"on": OK, "off": Advice}[pages]
	findings, _, _ := Database(t.Context(), url, 1)
	i := slices.IndexFunc(findings, func(f Finding) bool { return f.Check == "huge pages" })
	checkFinding(t, "a large archive", findings[i], want, "")
}

func TestUnreachableDatabase(t *testing.T) {
	t.Parallel()
	server, err := url.Parse(pgtest.NewEmpty(t))
	if err != nil {
		t.Fatal(err)
	}
	server.Path = "/nowhere"
	for url, found := range map[string]string{
		"postgres://ojcheck:geheim@127.0.0.1:1/none": "does not answer",
		"postgres://ojcheck:geheim@[::1/none":        "cannot be read",
		server.String():                              "refuses the connection",
	} {
		findings, _, _ := Database(t.Context(), url, 1)
		if len(findings) != 1 || strings.Contains(findings[0].Found, "geheim") {
			t.Fatalf("%s: %+v, want one finding without the password", url, findings)
		}
		checkFinding(t, url, findings[0], Problem, found)
	}
}
