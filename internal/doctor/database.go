package doctor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/ojcheck/ojcheck/migrations"
)

// The codes of PostgreSQL's errors that say what is wrong with the address.
const (
	wrongPassword = "28P01" // or no such user
	noDatabase    = "3D000"
)

// connectTimeout is how long the database may take to answer.
const connectTimeout = 10 * time.Second

// Database checks whether the database at url answers, and its version, schema, settings and clock. It does
// not update the schema. connections is the largest number of connections that ojcheck opens. name is the
// database's name, which the file names of daily dumps contain; "" if the database does not answer. isNew reports that it
// answers and has no tables yet.
func Database(ctx context.Context, url string, connections int) (found []Finding, name string, isNew bool) {
	const check = "database"
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	conn, err := migrations.Connect(ctx, url)
	if err != nil {
		if errors.As(err, new(*pgconn.ParseConfigError)) {
			return []Finding{NewProblem(check, "the address of the database cannot be read", "give it as postgres://user@host/database")}, "", false
		}
		message, do := "it does not answer: ", "see that it runs, and that --database-url is right"
		if server, ok := errors.AsType[*pgconn.PgError](err); ok {
			message = "it refuses the connection: "
			switch server.Code {
			case wrongPassword:
				do = "correct the user or the password in --database-url"
			case noDatabase:
				do = "make the database, or correct its name in --database-url"
			}
		}
		return []Finding{NewProblem(check, message+err.Error(), do)}, "", false
	}
	defer conn.Close(context.WithoutCancel(ctx))
	d := database{conn: conn, connections: connections}
	if err := d.read(ctx); err != nil {
		return []Finding{NewProblem(check, "a query failed: "+err.Error(), "see that its user may read the database")}, "", false
	}
	return []Finding{d.server(), d.schema(), d.rights(), d.durability(), d.memory(), d.capacity(), d.privacy(), d.clock()}, d.name, d.schemaVersion == 0
}

type database struct {
	conn        *pgx.Conn
	connections int

	name                          string
	versionNumber                 int // of the server, such as 150012
	version, encoding             string
	fsync, fullPages, synchronous string // settings of the server, such as "on"
	autovacuum                    string
	hugePages                     string // "on", "off" or "": see hugePagesOf
	hugePagesSetting              string // "on", "off" or "try"
	hugePagesNeeded               int    // for the shared memory; -1 if the system of the server has no huge pages
	programs                      int    // in the archive, approximately
	maxConnections                int    // the limit of the server
	reservedConnections           int    // for administrators of the server
	usedConnections               int
	roleFree, databaseFree        *int // connections that the limits of the user and of the database leave; nil without a limit
	mayCreate                     bool
	schemaVersion                 int64 // 0 without tables of ojcheck
	isBeforeBaseline              bool  // commands refuse such a schema
	isRemote, isEncrypted         bool
	clockOffset                   time.Duration // positive if the clock of the database is ahead
}

func (d *database) read(ctx context.Context) error {
	before := time.Now()
	var now time.Time
	if err := d.conn.QueryRow(ctx, "SELECT clock_timestamp()").Scan(&now); err != nil {
		return err
	}
	d.clockOffset = now.Sub(before.Add(time.Since(before) / 2))
	var hasTables bool
	var pid int
	err := d.conn.QueryRow(ctx, `
		SELECT current_setting('server_version_num')::integer, current_setting('server_version'), current_setting('server_encoding'),
			current_setting('fsync'), current_setting('full_page_writes'), current_setting('synchronous_commit'),
			current_setting('autovacuum'), current_setting('huge_pages'), coalesce(current_setting('huge_pages_status', true), ''),
			coalesce(current_setting('shared_memory_size_in_huge_pages', true), '-1')::integer, pg_backend_pid(),
			coalesce((SELECT greatest(reltuples, 0)::bigint FROM pg_class WHERE oid = to_regclass('index_entries')), 0),
			current_setting('max_connections')::integer,
			current_setting('superuser_reserved_connections')::integer,
			(SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'),
			(SELECT rolconnlimit - (SELECT count(*) FROM pg_stat_activity WHERE usesysid = r.oid)
				FROM pg_roles r WHERE rolname = session_user AND rolconnlimit >= 0 AND NOT rolsuper),
			(SELECT datconnlimit - (SELECT count(*) FROM pg_stat_activity WHERE datid = d.oid)
				FROM pg_database d, pg_roles WHERE datname = current_database() AND datconnlimit >= 0 AND rolname = session_user AND NOT rolsuper),
			has_database_privilege(current_database(), 'CREATE') OR coalesce(has_schema_privilege(current_schema(), 'CREATE'), false),
			to_regclass('goose_db_version') IS NOT NULL,
			`+migrations.IsBeforeBaseline+`,
			inet_server_addr() IS NOT NULL AND NOT (inet_server_addr() <<= '127.0.0.0/8' OR inet_server_addr() = '::1'),
			coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false)`).Scan(
		&d.versionNumber, &d.version, &d.encoding, &d.fsync, &d.fullPages, &d.synchronous,
		&d.autovacuum, &d.hugePagesSetting, &d.hugePages, &d.hugePagesNeeded, &pid, &d.programs, &d.maxConnections, &d.reservedConnections, &d.usedConnections, &d.roleFree, &d.databaseFree, &d.mayCreate, &hasTables, &d.isBeforeBaseline, &d.isRemote, &d.isEncrypted)
	switch {
	case d.hugePages != "": // PostgreSQL 17 and newer say whether they use huge pages
	case d.hugePagesSetting != "try":
		d.hugePages = d.hugePagesSetting // if "on", the server uses them: otherwise it would not have started
	case !d.isRemote:
		d.hugePages = hugePagesOf(os.DirFS("/proc"), pid)
	}
	if err == nil {
		err = d.conn.QueryRow(ctx, migrations.SelectDatabase).Scan(&d.name)
	}
	if err == nil && hasTables {
		err = d.conn.QueryRow(ctx, migrations.SelectVersion).Scan(&d.schemaVersion)
	}
	return err
}

// hugePagesOf returns "on" if PostgreSQL's shared memory is in huge pages, "off" if it is not, "" if that is unknown. pid is a
// process of PostgreSQL, and proc is the file system /proc of Linux.
func hugePagesOf(proc fs.FS, pid int) string {
	maps, _ := fs.ReadFile(proc, fmt.Sprintf("%d/maps", pid)) // only the same user and root may read it
	switch {
	case bytes.Contains(maps, []byte(" /anon_hugepage")):
		return "on"
	case bytes.Contains(maps, []byte(" /dev/zero")): // the kernel's name for other anonymous shared memory
		return "off"
	}
	return ""
}

func (d *database) server() Finding {
	const check = "PostgreSQL"
	switch {
	case d.versionNumber < migrations.MinServer*10_000:
		return NewProblem(check, fmt.Sprintf("version %s is too old", d.version), fmt.Sprintf("install version %d or newer", migrations.MinServer))
	case d.encoding != "UTF8":
		do := migrations.MakeDatabase
		if d.schemaVersion > 0 {
			do += ", and move the data by db dump and db restore"
		}
		return NewProblem(check, fmt.Sprintf("the database has the encoding %s, which cannot hold all names", d.encoding), do)
	}
	return NewOK(check, "version %s answers", d.version)
}

func (d *database) schema() Finding {
	const check = "schema"
	newest := migrations.Newest()
	switch {
	case d.schemaVersion == 0:
		return NewOK(check, "there are no tables yet; the first command makes them")
	case d.schemaVersion > newest:
		return NewProblem(check, fmt.Sprintf("the database has schema %d, from a newer ojcheck; this one knows %d", d.schemaVersion, newest), "install the newer ojcheck")
	case d.isBeforeBaseline:
		return NewProblem(check, "commands cannot open the database", migrations.ErrBeforeBaseline.Error())
	case d.schemaVersion < newest:
		return NewAdvice(check,
			fmt.Sprintf("the database has schema %d; the next command that opens it, except db dump, updates it to %d", d.schemaVersion, newest),
			`write a dump first with "ojcheck db dump": an older ojcheck cannot open the database afterwards`)
	}
	return NewOK(check, "%d, the newest", d.schemaVersion)
}

func (d *database) rights() Finding {
	const check = "rights"
	if !d.mayCreate {
		return NewProblem(check, "the user of the database may not create tables", "GRANT CREATE ON SCHEMA public, as the owner of the database")
	}
	return NewOK(check, "the user of the database may create tables")
}

func (d *database) durability() Finding {
	const check = "durability"
	const damaged = " is off: after a crash of the machine the database may be damaged"
	switch {
	case d.fsync != "on":
		return NewProblem(check, "fsync"+damaged, "set fsync = on in postgresql.conf")
	case d.fullPages != "on":
		return NewProblem(check, "full_page_writes"+damaged, "set full_page_writes = on in postgresql.conf")
	case d.synchronous == "off":
		return NewProblem(check, "synchronous_commit is off: the last decisions before a crash may be lost", "set synchronous_commit = on")
	case d.autovacuum != "on":
		return NewAdvice(check, "autovacuum is off: the database grows and becomes slow", "set autovacuum = on")
	}
	return NewOK(check, "committed changes survive a crash")
}

// manyPrograms is how many programs the archive must have before huge pages are worth the memory that they reserve. With 50
// million programs a search takes a sixth less time, with 10 million a twentieth.
const manyPrograms = 50_000_000

func (d *database) memory() Finding {
	const check = "huge pages"
	switch {
	case d.hugePages == "on":
		return NewOK(check, "the server's shared memory is in huge pages")
	case d.hugePages == "":
		return NewOK(check, "unknown whether the server's shared memory is in huge pages")
	case d.hugePagesNeeded < 0:
		return NewOK(check, "not used; the server cannot use them on this system")
	case d.programs < manyPrograms:
		return NewOK(check, "not used; they are worth it if the archive has 50 million programs or more")
	}
	do := fmt.Sprintf("reserve %d of them (sysctl vm.nr_hugepages=%[1]d), and start the server again", d.hugePagesNeeded)
	if d.hugePagesSetting == "off" {
		do = "set huge_pages = try in postgresql.conf, " + do
	}
	return NewAdvice(check, "not used; with them, searches of so large an archive take a sixth less time", do)
}

func (d *database) capacity() Finding {
	const check = "connections"
	// The connection of this query counts as used in each of the three limits, so add 1.
	free := d.maxConnections - d.reservedConnections - d.usedConnections + 1
	found := fmt.Sprintf("%d of %d are free", free, d.maxConnections)
	do := "raise max_connections in postgresql.conf"
	if d.databaseFree != nil && *d.databaseFree+1 < free {
		free = *d.databaseFree + 1
		found, do = fmt.Sprintf("%d more may be open to this database", free), "raise its limit: ALTER DATABASE ... CONNECTION LIMIT"
	}
	if d.roleFree != nil && *d.roleFree+1 < free {
		free = *d.roleFree + 1
		found, do = fmt.Sprintf("%d more may be open to this user", free), "raise its limit: ALTER ROLE ... CONNECTION LIMIT"
	}
	found += fmt.Sprintf(", and ojcheck opens up to %d", d.connections)
	if free < d.connections {
		return NewAdvice(check, found, do+", or add pool_max_conns to --database-url")
	}
	return NewOK(check, "%s", found)
}

func (d *database) privacy() Finding {
	const check = "connection"
	if d.isRemote && !d.isEncrypted {
		return NewProblem(check, "names and password hashes cross the network to the database unencrypted", "turn on TLS there, and add sslmode=verify-full to --database-url")
	}
	return NewOK(check, "nobody on the network can read it")
}

func (d *database) clock() Finding {
	const check = "clock of the database"
	seconds := math.Abs(d.clockOffset.Seconds())
	found := fmt.Sprintf("it differs from that of this machine by %.1f s", seconds)
	const advice = "synchronise the time of both machines, for example with timedatectl set-ntp true"
	switch {
	case seconds > 60:
		return NewProblem(check, found, advice)
	case seconds > 2:
		return NewAdvice(check, found, advice)
	}
	return NewOK(check, "%s", found)
}
