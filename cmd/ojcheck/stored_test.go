package main

import (
	"bytes"
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"
)

// storedCommand implements "stored TEXT", which fails unless a value in the script's database contains the
// text, and "! stored TEXT", which fails if a value contains it. It decompresses compressed values.
func storedCommand(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: stored TEXT")
	}
	ctx := context.Background()
	db, err := pgx.Connect(ctx, ts.Getenv("DATABASE_URL"))
	ts.Check(err)
	defer db.Close(ctx)
	found := 0
	for _, table := range texts(ctx, ts, db, "SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')") {
		for _, row := range texts(ctx, ts, db, "SELECT t::text FROM "+string(table)+" t") {
			if bytes.Contains(row, []byte(args[0])) {
				found++
			}
		}
	}
	decoder, err := zstd.NewReader(nil)
	ts.Check(err)
	defer decoder.Close()
	for _, query := range texts(ctx, ts, db, `SELECT format('SELECT %I FROM %I.%I WHERE %I IS NOT NULL', column_name, table_schema, table_name, column_name)
		FROM information_schema.columns WHERE data_type = 'bytea' AND table_schema NOT IN ('pg_catalog', 'information_schema')`) {
		for _, value := range texts(ctx, ts, db, string(query)) {
			if unpacked, err := decoder.DecodeAll(value, nil); err == nil {
				value = unpacked
			}
			if bytes.Contains(value, []byte(args[0])) {
				found++
			}
		}
	}
	switch {
	case found == 0 && !neg:
		ts.Fatalf("no value contains %q", args[0])
	case found > 0 && neg:
		ts.Fatalf("%d values contain %q", found, args[0])
	}
}

// texts returns the values of a query with one column.
func texts(ctx context.Context, ts *testscript.TestScript, db *pgx.Conn, query string) [][]byte {
	rows, err := db.Query(ctx, query)
	ts.Check(err)
	values, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) ([]byte, error) {
		return bytes.Clone(row.RawValues()[0]), nil
	})
	ts.Check(err)
	return values
}
