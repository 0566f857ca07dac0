package postgres

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// querier is the pool, a session or a transaction.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// writer is a session or a transaction.
type writer interface {
	Begin(ctx context.Context) (pgx.Tx, error)
	CopyFrom(ctx context.Context, table pgx.Identifier, columns []string, rows pgx.CopyFromSource) (int64, error)
}

// copyRows adds n rows to a table. Spaces separate the columns; row returns the values of
// the i-th row in the order of the columns.
func copyRows(ctx context.Context, w writer, table, columns string, n int, row func(i int) []any) error {
	_, err := w.CopyFrom(ctx, pgx.Identifier{table}, strings.Fields(columns),
		pgx.CopyFromSlice(n, func(i int) ([]any, error) { return row(i), nil }))
	return err
}

// columns returns the columns of rows as arrays, for unnest; row returns the values of one row.
func columns[T any](rows []T, row func(T) []any) []any {
	var zero T
	columns := make([][]any, len(row(zero)))
	for _, r := range rows {
		for i, value := range row(r) {
			columns[i] = append(columns[i], value)
		}
	}
	arrays := make([]any, len(columns))
	for i, column := range columns {
		arrays[i] = notNil(column)
	}
	return arrays
}

// execAll runs statements with the same arguments.
func execAll(ctx context.Context, tx pgx.Tx, statements []string, args ...any) error {
	for _, statement := range statements {
		if _, err := tx.Exec(ctx, statement, args...); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

// oneSnapshot makes all statements of a transaction see the same rows.
var oneSnapshot = pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}

// list returns the rows of a query.
func list[T any](ctx context.Context, q querier, scan pgx.RowToFunc[T], sql string, args ...any) ([]T, error) {
	return pgx.CollectRows(query(ctx, q, sql, args...), scan)
}

// get returns the only row of a query, or [contest.ErrNotFound].
func get[T any](ctx context.Context, q querier, scan pgx.RowToFunc[T], sql string, args ...any) (T, error) {
	v, err := pgx.CollectExactlyOneRow(query(ctx, q, sql, args...), scan)
	if errors.Is(err, pgx.ErrNoRows) {
		err = contest.ErrNotFound
	}
	return v, err
}

// page returns the rows of one page of a list, and the number of rows of all pages. sql selects that number as its last
// column, by the subquery count. A page without rows does not have the number: then page runs count by itself, with the
// arguments countArgs.
func page[T any](ctx context.Context, q querier, scan pgx.RowToFunc[T], count string, countArgs []any, sql string, args ...any) (rows []T, total int, err error) {
	rows, err = list(ctx, q, func(row pgx.CollectableRow) (T, error) { return scan(countedRow{row, &total}) }, sql, args...)
	if err == nil && len(rows) == 0 {
		total, err = get(ctx, q, pgx.RowTo[int], count, countArgs...)
	}
	return rows, total, err
}

// countedRow is a row without its last column, which it scans into total.
type countedRow struct {
	pgx.CollectableRow
	total *int
}

func (r countedRow) Scan(targets ...any) error {
	return r.CollectableRow.Scan(append(targets, r.total)...)
}

func (r countedRow) RawValues() [][]byte {
	values := r.CollectableRow.RawValues()
	return values[:len(values)-1]
}

// rowTo returns a function that scans a row into the fields of a value.
func rowTo[T any](fields func(*T) []any) pgx.RowToFunc[T] {
	return func(row pgx.CollectableRow) (v T, err error) {
		err = row.Scan(fields(&v)...)
		return v, err
	}
}

// fields returns the addresses of the fields of a struct, and more after them. The fields of an embedded struct stand in
// its place, as in [pgx.RowToStructByPos].
func fields[T any](v *T, more ...any) []any {
	value := reflect.ValueOf(v).Elem()
	return append(addresses(make([]any, 0, value.NumField()+len(more)), value), more...)
}

func addresses(list []any, v reflect.Value) []any {
	for i := range v.NumField() {
		if field := v.Field(i); field.Kind() == reflect.Struct && v.Type().Field(i).Anonymous {
			list = addresses(list, field)
		} else {
			list = append(list, field.Addr().Interface())
		}
	}
	return list
}

// byKey returns the rows of a query by their keys.
func byKey[K comparable, V any](ctx context.Context, q querier, scan pgx.RowToFunc[V], key func(V) K, sql string, args ...any) (map[K]V, error) {
	rows, err := list(ctx, q, scan, sql, args...)
	m := make(map[K]V, len(rows))
	for _, row := range rows {
		m[key(row)] = row
	}
	return m, err
}

// query begins a query. Reading its rows returns its error.
func query(ctx context.Context, q querier, sql string, args ...any) pgx.Rows {
	rows, _ := q.Query(ctx, sql, args...)
	return rows
}

// mapOf returns the rows of a query of two columns: key and value.
func mapOf[K comparable, V any](ctx context.Context, q querier, sql string, args ...any) (map[K]V, error) {
	m := make(map[K]V)
	var key K
	var value V
	_, err := pgx.ForEachRow(query(ctx, q, sql, args...), []any{&key, &value}, func() error {
		m[key] = value
		return nil
	})
	return m, err
}

// notNil returns a list that is not nil: a condition with null is neither true nor false.
func notNil[T any](list []T) []T { return append([]T{}, list...) }

// orNull returns a pointer to v, or nil, which is stored as null, if v is zero.
func orNull[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

// scanTimes makes a connection scan null as the zero time, and any other time in UTC.
func scanTimes(conn *pgx.Conn) {
	codec := timeCodec{&pgtype.TimestamptzCodec{ScanLocation: time.UTC}}
	conn.TypeMap().RegisterType(&pgtype.Type{Name: "timestamptz", OID: pgtype.TimestamptzOID, Codec: codec})
}

type timeCodec struct{ *pgtype.TimestamptzCodec }

func (c timeCodec) PlanScan(m *pgtype.Map, oid uint32, format int16, target any) pgtype.ScanPlan {
	if _, ok := target.(*time.Time); ok {
		return timePlan{c.TimestamptzCodec.PlanScan(m, oid, format, new(pgtype.Timestamptz))}
	}
	return c.TimestamptzCodec.PlanScan(m, oid, format, target)
}

type timePlan struct{ pgtype.ScanPlan }

func (p timePlan) Scan(src []byte, target any) error {
	var v pgtype.Timestamptz
	err := p.ScanPlan.Scan(src, &v)
	*target.(*time.Time) = v.Time // zero if v is null
	return err
}

// maxName is the maximum length in bytes of the name of a contest, a problem
// or a participant, because names are indexed.
const maxName = 1000

// validateText returns an error if a text cannot be stored: PostgreSQL accepts only valid
// UTF-8 without NUL.
func validateText(what string, texts ...string) error {
	for _, s := range texts {
		switch {
		case !utf8.ValidString(s):
			return fmt.Errorf("%s %q is not valid UTF-8", what, s)
		case strings.ContainsRune(s, 0):
			return fmt.Errorf("%s %q contains a NUL", what, s)
		}
	}
	return nil
}

// storable returns a text for comparison with stored texts. It replaces invalid UTF-8 and NUL, which PostgreSQL refuses and
// no stored text has.
func storable[S ~string](text S) S {
	return S(strings.ToValidUTF8(strings.ReplaceAll(string(text), "\x00", "\uFFFD"), "\uFFFD"))
}

func validateName(what, s string) error {
	if s == "" {
		return fmt.Errorf("%s has no name", what)
	}
	if len(s) > maxName {
		return fmt.Errorf("%s name %.40q... has %d bytes, the limit is %d", what, s, len(s), maxName)
	}
	return validateText(what, s)
}

func validatePath(s string) error {
	if s == "" {
		return errors.New("a file has no path")
	}
	return validateText("path", s)
}
