package dump

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/jackc/pgx/v5"
	"github.com/pressly/goose/v3/lock"

	"github.com/ojcheck/ojcheck/migrations"
)

// sessionSettings make the text of values exact, and equal on every server. If row_security is off, an account that
// may not see all rows gets an error instead of a partial dump. With one connection to each worker server,
// Citus reads one snapshot of each. Without Citus the last setting has no effect.
const sessionSettings = `
	SET LOCAL client_encoding = 'UTF8';
	SET LOCAL datestyle = 'ISO, YMD';
	SET LOCAL intervalstyle = 'iso_8601';
	SET LOCAL timezone = 'UTC';
	SET LOCAL bytea_output = 'hex';
	SET LOCAL extra_float_digits = 3;
	SET LOCAL row_security = off;
	SET LOCAL statement_timeout = 0;
	SET LOCAL lock_timeout = 0;
	SET LOCAL idle_in_transaction_session_timeout = 0;
	SET LOCAL citus.max_adaptive_executor_pool_size = 1`

// prefixError puts the name of the failed action before *err, unless *err is nil.
func prefixError(err *error, action string) {
	if *err != nil {
		*err = fmt.Errorf("%s: %w", action, *err)
	}
}

// Dump writes a snapshot of the whole database at url. It does not migrate the database. If there are
// recipients, it encrypts the dump, see [Encrypt]. tool is the version of ojcheck for the header. After an error
// the output is useless.
func Dump(ctx context.Context, url string, w io.Writer, recipients []string, tool string, progress Progress) (s Summary, err error) {
	defer prefixError(&err, "dump the database")
	if len(recipients) == 0 {
		return dumpPlain(ctx, url, w, tool, progress)
	}
	encrypted, err := Encrypt(w, recipients)
	if err != nil {
		return Summary{}, err
	}
	s, err = dumpPlain(ctx, url, encrypted, tool, progress)
	if err == nil {
		err = encrypted.Close()
	}
	return s, err
}

func dumpPlain(ctx context.Context, url string, w io.Writer, tool string, progress Progress) (s Summary, err error) {
	conn, err := migrations.Connect(ctx, url)
	if err != nil {
		return Summary{}, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	release, err := lockTables(ctx, url)
	if err != nil {
		return Summary{}, err
	}
	defer release()
	oneSnapshot := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err = pgx.BeginTxFunc(ctx, conn, oneSnapshot, func(tx pgx.Tx) error {
		s, err = dump(ctx, tx, w, tool, progress, release)
		return err
	})
	return s, err
}

// lockTables blocks migrations, and the commands that distribute the archive to workers or move it back from them, until the
// caller calls release. Rows that move after the snapshot, or whose table is written anew, would be missing in the dump. In a
// distributed archive, lockTables also blocks changes of the tables that are on workers, because the transaction takes a
// separate snapshot of each worker when it first reads from the worker. A table that refers to another table
// must not change between the first and the last snapshot.
func lockTables(ctx context.Context, url string) (release func(), err error) {
	conn, err := migrations.Connect(ctx, url)
	if err != nil {
		return nil, err
	}
	release = func() { _ = conn.Close(context.WithoutCancel(ctx)) } // a second call does nothing
	tx, err := conn.Begin(ctx)
	if err == nil {
		err = lockArchive(ctx, tx)
	}
	if err != nil {
		release()
		return nil, err
	}
	return release, nil
}

func lockArchive(ctx context.Context, tx pgx.Tx) error {
	// The lock that migrations take. Locks on tables would not do: a migration would wait for them, and the dump for the migration.
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", lock.DefaultLockID); err != nil {
		return err
	}
	var exist bool
	err := tx.QueryRow(ctx, "SELECT to_regclass('sources') IS NOT NULL AND to_regclass('index_entries') IS NOT NULL").Scan(&exist)
	if err != nil || !exist {
		return err
	}
	if _, err := tx.Exec(ctx, "LOCK TABLE sources, index_entries IN ACCESS SHARE MODE"); err != nil {
		return err
	}
	distributed, err := isDistributed(ctx, tx)
	if err != nil || !distributed {
		return err
	}
	_, err = tx.Exec(ctx, "LOCK TABLE sources, index_entries IN SHARE MODE")
	return err
}

// dump writes the dump. It calls onSnapshots when all snapshots are taken.
func dump(ctx context.Context, tx pgx.Tx, w io.Writer, tool string, progress Progress, onSnapshots func(),
) (s Summary, err error) {
	var number int     // version of the server, such as 150012
	var version string // the version as text, such as "15.12"
	err = tx.QueryRow(ctx, `
		SELECT current_setting('server_version_num')::integer, current_setting('server_version')`).Scan(&number, &version)
	if err == nil {
		err = migrations.CheckServer(number, version) // an older server has no tables of ojcheck
	}
	if err != nil {
		return s, err
	}
	if _, err := tx.Exec(ctx, sessionSettings); err != nil {
		return s, err
	}
	head := header{Format: format, Tool: tool}
	if head.Schema, err = schemaVersion(ctx, tx); err != nil {
		return s, err
	}
	if head.Schema == 0 {
		return s, errors.New("it has no tables of ojcheck")
	}
	if head.Tables, err = tables(ctx, tx); err != nil {
		return s, err
	}
	total, err := count(ctx, tx, head.Tables, progress)
	onSnapshots()
	if err != nil {
		return s, err
	}
	var done int64
	stage := ""
	out, err := newWriter(w, func(rows int64) {
		done += rows
		progress(stage, done, total)
	})
	if err != nil {
		return s, err
	}
	if err := out.json(headerName, head); err != nil {
		return s, err
	}
	for _, t := range head.Tables {
		stage = "dump " + t.Name
		progress(stage, done, total)
		if err := out.copy(ctx, tx, t); err != nil {
			return s, fmt.Errorf("table %s: %w", t.Name, err)
		}
	}
	// Read sequences after the rows, because sequences are not in the snapshot.
	if out.manifest.Sequences, err = sequences(ctx, tx); err != nil {
		return s, err
	}
	return out.manifest.summary(head), out.close()
}

// copy writes the rows of a table, sorted by the primary key.
func (w *writer) copy(ctx context.Context, tx pgx.Tx, t table) error {
	order, err := key(ctx, tx, t.Name)
	if err != nil {
		return err
	}
	query := "SELECT " + quotedAll(t.Columns) + " FROM " + quoted(t.Name)
	if order != "" {
		query += " ORDER BY " + order
	}
	w.begin(t.Name)
	if _, err := tx.Conn().PgConn().CopyTo(ctx, w, "COPY ("+query+") TO STDOUT"); err != nil {
		return err
	}
	return w.endPart()
}

func count(ctx context.Context, tx pgx.Tx, all []table, progress Progress) (total int64, err error) {
	for _, t := range all {
		progress("count "+t.Name, 0, 0)
		var n int64
		if err := tx.QueryRow(ctx, "SELECT count(*) FROM "+quoted(t.Name)).Scan(&n); err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}
