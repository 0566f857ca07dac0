package dump

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/ojcheck/ojcheck/migrations"
)

// Restore loads a dump into the database at url, which must have no rows. size is the size of the dump in
// bytes; 0 if unknown. If loading fails, the database may have new tables, but no rows.
func Restore(ctx context.Context, url string, in io.Reader, size int64, progress Progress) (_ Summary, err error) {
	defer prefixError(&err, "restore the database")
	r, err := newReader(&progressReader{in: in, size: size, progress: progress})
	if err != nil {
		return Summary{}, err
	}
	defer r.close()
	err = r.restore(ctx, url, progress)
	return r.manifest.summary(r.header), err
}

func (r *reader) restore(ctx context.Context, url string, progress Progress) error {
	conn, err := migrations.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if err := pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return r.checkDatabase(ctx, tx) }); err != nil {
		return err
	}
	progress("create the tables", 0, 0)
	if err := migrations.UpTo(ctx, url, r.header.Schema); err != nil {
		if newer, ok := errors.AsType[*migrations.NewerError](err); ok {
			return fileError(fmt.Sprintf("the dump was made by a newer ojcheck (%s, schema %d; this one knows %d): "+
				"install the newer version", r.header.Tool, newer.Schema, newer.Known))
		}
		return err
	}
	if err := pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return r.load(ctx, tx, progress) }); err != nil {
		return err
	}
	progress("migrate", 0, 0)
	if err := migrations.Up(ctx, url); err != nil {
		return fmt.Errorf("the dump is restored, but the schema could not be migrated; "+
			"the next ojcheck command tries again: %w", err)
	}
	progress("vacuum", 0, 0) // VACUUM updates statistics, and allows index-only scans
	if _, err := conn.Exec(ctx, "VACUUM (ANALYZE)"); err != nil {
		return fmt.Errorf("the dump is restored, but VACUUM (ANALYZE) failed; without it, searches are slow: %w", err)
	}
	return nil
}

// checkDatabase returns an error for a database that has rows, is distributed, or has a newer schema than the dump.
func (r *reader) checkDatabase(ctx context.Context, tx pgx.Tx) error {
	if err := requireEmpty(ctx, tx); err != nil {
		return err
	}
	if distributed, err := isDistributed(ctx, tx); err != nil {
		return err
	} else if distributed {
		return errors.New("the database is distributed: restore into another one, such as a new --data-dir, " +
			"and distribute that with \"ojcheck db distribute\"")
	}
	schema, err := schemaVersion(ctx, tx)
	if err != nil {
		return err
	}
	if schema > r.header.Schema {
		return fmt.Errorf("the database already has the tables of schema %d, but the dump has schema %d: "+
			"restore into an unused database, such as a new --data-dir", schema, r.header.Schema)
	}
	return nil
}

func (r *reader) load(ctx context.Context, tx pgx.Tx, progress Progress) error {
	if _, err := tx.Exec(ctx, sessionSettings); err != nil {
		return err
	}
	existing, err := tables(ctx, tx)
	if err != nil {
		return err
	}
	if err := r.header.checkTables(existing); err != nil {
		return err
	}
	// From now on, no other connection can write.
	for _, t := range existing {
		if _, err := tx.Exec(ctx, "LOCK TABLE "+quoted(t.Name)+" IN ACCESS EXCLUSIVE MODE"); err != nil {
			return err
		}
	}
	if err := requireEmpty(ctx, tx); err != nil {
		return err
	}
	statements, err := dropConstraints(ctx, tx)
	if err != nil {
		return err
	}
	for {
		t, rows, err := r.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		tag, err := tx.Conn().PgConn().CopyFrom(ctx, rows, "COPY "+quoted(t.Name)+" ("+quotedAll(t.Columns)+") FROM STDIN")
		if rows.err != nil {
			return rows.err
		}
		if err != nil {
			return loadError(t.Name, err)
		}
		if tag.RowsAffected() != rows.part.Rows {
			return damagedError("%s has %d rows, of which %d could be read", rows.part.Name, rows.part.Rows, tag.RowsAffected())
		}
	}
	ownedSequences, err := sequences(ctx, tx)
	if err != nil {
		return err
	}
	for _, s := range ownedSequences {
		if err := r.manifest.setSequence(ctx, tx, s); err != nil {
			return err
		}
	}
	progress("check the references", 0, 0)
	for _, statement := range statements {
		if _, err := tx.Exec(ctx, statement); err != nil {
			return loadError(statement, err)
		}
	}
	return nil
}

func (h header) checkTables(existing []table) error {
	for _, t := range existing {
		i := slices.IndexFunc(h.Tables, func(dumped table) bool { return dumped.Name == t.Name })
		if i < 0 {
			return damagedError("it does not have the table %s of its schema %d", t.Name, h.Schema)
		}
		if !slices.Equal(slices.Sorted(slices.Values(t.Columns)), slices.Sorted(slices.Values(h.Tables[i].Columns))) {
			return damagedError("its table %s has other columns than that of its schema %d", t.Name, h.Schema)
		}
	}
	if len(h.Tables) != len(existing) {
		return damagedError("it has tables that its schema %d does not have: dump a database that only ojcheck uses", h.Schema)
	}
	return nil
}

// setSequence sets a sequence of the database to the value in the manifest.
func (m manifest) setSequence(ctx context.Context, tx pgx.Tx, own sequence) error {
	i := slices.IndexFunc(m.Sequences, func(s sequence) bool { return s.Table == own.Table && s.Column == own.Column })
	if i < 0 {
		return damagedError("it has no value for the sequence of %s.%s", own.Table, own.Column)
	}
	s := m.Sequences[i]
	if _, err := tx.Exec(ctx, "SELECT setval(pg_get_serial_sequence($1, $2), $3, $4)", quoted(s.Table), s.Column, s.Last, s.Called); err != nil {
		return loadError("sequence of "+s.Table, err)
	}
	lastUsed := s.Last
	if !s.Called {
		lastUsed--
	}
	var isBehind bool
	query := "SELECT coalesce(max(" + quoted(s.Column) + ") > $1, false) FROM " + quoted(s.Table)
	err := tx.QueryRow(ctx, query, lastUsed).Scan(&isBehind)
	if err == nil && isBehind {
		err = damagedError("its sequence of %s.%s is behind the rows", s.Table, s.Column)
	}
	return err
}

// loadError says that the dump is damaged if the server refuses a row, or else returns err with the
// text of what before it. The server refuses invalid values (class 22) and violated constraints (class 23). The result does not
// contain the server's message then, because that message quotes values of the row.
func loadError(what string, err error) error {
	server, ok := errors.AsType[*pgconn.PgError](err)
	if !ok || server.Code[:2] != "22" && server.Code[:2] != "23" {
		return fmt.Errorf("%s: %w", what, err)
	}
	place := ""
	if found := copyLine.FindStringSubmatch(server.Where); found != nil {
		place = " in line " + found[1]
	}
	if server.ConstraintName != "" {
		place += ", constraint " + server.ConstraintName
	}
	return damagedError("%s: PostgreSQL refuses a row%s (SQLSTATE %s)", what, place, server.Code)
}

// copyLine finds the line in the context of an error of COPY: "COPY users, line 3, column name: ...".
var copyLine = regexp.MustCompile(`^COPY \w+, line (\d+)`)

// dropConstraints drops the foreign keys and disables the triggers of the schema, so that tables can be
// loaded in any order. It returns the statements that restore both. Restoring a foreign key checks it.
func dropConstraints(ctx context.Context, tx pgx.Tx) (restore []string, err error) {
	type statements struct{ Drop, Restore string }
	rows, _ := tx.Query(ctx, `
		SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
		       format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
		FROM pg_constraint
		WHERE contype = 'f' AND connamespace = `+schemaOID+`
		UNION ALL
		SELECT format('ALTER TABLE %s DISABLE TRIGGER %I', t.tgrelid::regclass, t.tgname),
		       format('ALTER TABLE %s ENABLE %s TRIGGER %I', t.tgrelid::regclass,
		              CASE t.tgenabled WHEN 'A' THEN 'ALWAYS' WHEN 'R' THEN 'REPLICA' ELSE '' END, t.tgname)
		FROM pg_trigger t
		JOIN pg_class c ON c.oid = t.tgrelid
		WHERE NOT t.tgisinternal AND t.tgenabled <> 'D' AND c.relnamespace = `+schemaOID+`
		ORDER BY 1`)
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[statements])
	if err != nil {
		return nil, err
	}
	for _, s := range all {
		if _, err := tx.Exec(ctx, s.Drop); err != nil {
			return nil, fmt.Errorf("%s: %w", s.Drop, err)
		}
		restore = append(restore, s.Restore)
	}
	return restore, nil
}
