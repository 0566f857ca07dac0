package dump

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/jackc/pgx/v5"
)

// settings make the text of values exact and the same on every server; floats get all
// digits that distinguish them.
var settings = []string{
	"client_encoding = 'UTF8'", "datestyle = 'ISO, YMD'", "intervalstyle = 'iso_8601'", "timezone = 'UTC'",
	"bytea_output = 'hex'", "extra_float_digits = 3",
	// An account that may not see all rows gets an error instead of a partial dump.
	"row_security = off",
	"statement_timeout = 0", "lock_timeout = 0", "idle_in_transaction_session_timeout = 0",
}

func set(ctx context.Context, tx pgx.Tx) error {
	for _, setting := range settings {
		if _, err := tx.Exec(ctx, "SET LOCAL "+setting); err != nil {
			return err
		}
	}
	return nil
}

// Dump writes the whole content of the database at url, as of one moment. The header
// names tool, the version of ojcheck. Dump does not migrate the database. After an
// error, the output is useless.
func Dump(ctx context.Context, url string, w io.Writer, tool string, progress Progress) (Summary, error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return Summary{}, fmt.Errorf("dump the database: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return Summary{}, fmt.Errorf("dump the database: %w", err)
	}
	defer tx.Rollback(context.WithoutCancel(ctx))
	s, err := dump(ctx, tx, w, tool, progress)
	if err != nil {
		return Summary{}, fmt.Errorf("dump the database: %w", err)
	}
	return s, nil
}

func dump(ctx context.Context, tx pgx.Tx, w io.Writer, tool string, progress Progress) (Summary, error) {
	if err := set(ctx, tx); err != nil {
		return Summary{}, err
	}
	head := header{Format: format, Tool: tool}
	var err error
	if head.Schema, err = schemaVersion(ctx, tx); err != nil {
		return Summary{}, err
	}
	if head.Schema == 0 {
		return Summary{}, errors.New("it holds nothing of ojcheck's")
	}
	if head.Tables, err = tables(ctx, tx); err != nil {
		return Summary{}, err
	}
	total, err := count(ctx, tx, head.Tables, progress)
	if err != nil {
		return Summary{}, err
	}
	var done int64
	stage := ""
	out, err := newWriter(w, func(rows int64) {
		done += rows
		progress(stage, done, total)
	})
	if err != nil {
		return Summary{}, err
	}
	if err := out.json(headerName, head); err != nil {
		return Summary{}, err
	}
	for _, t := range head.Tables {
		stage = "dump " + t.Name
		progress(stage, done, total)
		if err := out.copy(ctx, tx, t); err != nil {
			return Summary{}, fmt.Errorf("table %s: %w", t.Name, err)
		}
	}
	// Read sequences after the rows: they are not part of the snapshot.
	if out.manifest.Sequences, err = sequences(ctx, tx, head.Tables); err != nil {
		return Summary{}, err
	}
	return out.manifest.summary(head), out.close()
}

// copy writes the rows of a table, sorted by its key.
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
	return w.cut()
}

// count returns the number of rows in all tables.
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
