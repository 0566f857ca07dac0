package dump

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/migrations"
)

// excludedTables are not in a dump.
var excludedTables = []string{
	"fingerprint_postings", "shingle_postings", // a distributed archive makes them from other tables
	"followings",       // a restored copy must not follow the same contests
	"goose_db_version", // the header has the version of the schema
	"jobs",             // their uploads are files on the server
	"sessions",
}

// schemaOID selects the schema of the tables.
const schemaOID = "(SELECT oid FROM pg_namespace WHERE nspname = current_schema())"

// schemaVersion returns the version of a database's schema; 0 for a database without a schema.
func schemaVersion(ctx context.Context, tx pgx.Tx) (version int64, err error) {
	var exists bool
	if err := tx.QueryRow(ctx, "SELECT to_regclass('goose_db_version') IS NOT NULL").Scan(&exists); err != nil || !exists {
		return 0, err
	}
	err = tx.QueryRow(ctx, migrations.SelectVersion).Scan(&version)
	return version, err
}

// tables returns the tables of the schema in the order of their names, without generated columns.
func tables(ctx context.Context, tx pgx.Tx) ([]table, error) {
	rows, _ := tx.Query(ctx, `
		SELECT c.relname, array_agg(a.attname::text ORDER BY a.attnum)
		FROM pg_class c
		JOIN pg_attribute a ON a.attrelid = c.oid
		WHERE c.relnamespace = `+schemaOID+` AND c.relkind IN ('r', 'p') AND NOT c.relispartition
		  AND c.relname <> ALL ($1) AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
		GROUP BY c.relname
		ORDER BY c.relname COLLATE "C"`, excludedTables)
	return pgx.CollectRows(rows, pgx.RowToStructByPos[table])
}

// key returns the columns of a table's primary key for ORDER BY; "" for a table without a primary key.
func key(ctx context.Context, tx pgx.Tx, name string) (columns string, err error) {
	err = tx.QueryRow(ctx, `
		SELECT coalesce(string_agg(quote_ident(a.attname), ', ' ORDER BY k.place), '')
		FROM pg_constraint c
		CROSS JOIN unnest(c.conkey) WITH ORDINALITY AS k(number, place)
		JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.number
		WHERE c.conrelid = $1::text::regclass AND c.contype = 'p'`, quoted(name)).Scan(&columns)
	return columns, err
}

// sequences returns the states of the sequences behind the identity columns of the tables.
func sequences(ctx context.Context, tx pgx.Tx) ([]sequence, error) {
	rows, _ := tx.Query(ctx, `
		SELECT c.relname, a.attname,
			0, false, -- Last and Called: read below
			pg_get_serial_sequence(quote_ident(c.relname), a.attname)
		FROM pg_class c
		JOIN pg_attribute a ON a.attrelid = c.oid AND a.attidentity <> ''
		WHERE c.relnamespace = `+schemaOID+` AND c.relname <> ALL ($1)
		ORDER BY c.relname COLLATE "C", a.attnum`, excludedTables)
	type owned struct {
		sequence
		Name string
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[owned])
	list := []sequence{} // not nil, for the manifest
	for _, s := range all {
		if err := tx.QueryRow(ctx, "SELECT last_value, is_called FROM "+s.Name).Scan(&s.Last, &s.Called); err != nil {
			return nil, err
		}
		list = append(list, s.sequence)
	}
	return list, err
}

// isDistributed reports whether an archive is distributed, see postgres.DB.Distribute.
func isDistributed(ctx context.Context, tx pgx.Tx) (distributed bool, err error) {
	err = tx.QueryRow(ctx, "SELECT to_regclass('fingerprint_postings') IS NOT NULL").Scan(&distributed)
	return distributed, err
}

// requireEmpty returns an error if any table has rows. The error names the table.
func requireEmpty(ctx context.Context, tx pgx.Tx) error {
	all, err := tables(ctx, tx)
	if err != nil {
		return err
	}
	// People know contests best, then users: the error names these first.
	known := []string{"users", "contests"} // a higher index comes first; it is -1 for other tables
	slices.SortStableFunc(all, func(a, b table) int { return slices.Index(known, b.Name) - slices.Index(known, a.Name) })
	for _, t := range all {
		var hasRows bool
		if err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT FROM "+quoted(t.Name)+")").Scan(&hasRows); err != nil {
			return err
		}
		if hasRows {
			return fmt.Errorf("the database is not empty: it has %s; restore into an empty one, such as a new --data-dir",
				strings.ReplaceAll(t.Name, "_", " "))
		}
	}
	return nil
}

func quoted(name string) string { return pgx.Identifier{name}.Sanitize() }

func quotedAll(names []string) string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = quoted(name)
	}
	return strings.Join(list, ", ")
}
