package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// querier is the pool, a session or a transaction.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
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

// execOne runs one statement, whatever number of rows it changes.
func execOne(ctx context.Context, q querier, sql string, args ...any) error {
	_, err := q.Exec(ctx, sql, args...)
	return err
}

// execAll runs statements with the same arguments.
func execAll(ctx context.Context, tx pgx.Tx, statements []string, args ...any) error {
	for _, statement := range statements {
		if err := execOne(ctx, tx, statement, args...); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

// oneSnapshot makes all statements of a transaction see the same rows.
var oneSnapshot = pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}

// list returns the rows of a query. scanner says how a row becomes a T.
func list[T any](ctx context.Context, q querier, sql string, args ...any) ([]T, error) {
	return pgx.CollectRows(query(ctx, q, sql, args...), scanner[T]())
}

// get returns the only row of a query, or [contest.ErrNotFound].
func get[T any](ctx context.Context, q querier, sql string, args ...any) (T, error) {
	return one(list[T](ctx, q, sql, args...))
}

// one returns the only row of a list, or [contest.ErrNotFound].
func one[T any](rows []T, err error) (row T, _ error) {
	switch {
	case err != nil:
		return row, err
	case len(rows) == 0:
		return row, contest.ErrNotFound
	case len(rows) > 1:
		return row, fmt.Errorf("%d rows instead of one", len(rows))
	}
	return rows[0], nil
}

// page returns the rows of one page of a list, and the number of rows of all pages. sql selects that number as its last
// column, by the subquery count. A page without rows does not have the number: then page runs count by itself, with the
// arguments countArgs.
func page[T any](ctx context.Context, q querier, count string, countArgs []any, sql string, args ...any) (rows []T, total int, err error) {
	counted, err := list[struct {
		Row   T
		Total int
	}](ctx, q, sql, args...)
	if err == nil && len(counted) == 0 {
		total, err = get[int](ctx, q, count, countArgs...)
	}
	for _, c := range counted {
		rows, total = append(rows, c.Row), c.Total
	}
	return rows, total, err
}

// mapOf returns the rows of a query by their first columns.
func mapOf[K comparable, V any](ctx context.Context, q querier, sql string, args ...any) (map[K]V, error) {
	rows, err := list[keyedRow[K, V]](ctx, q, sql, args...)
	m := make(map[K]V, len(rows))
	for _, r := range rows {
		m[r.Key] = r.Value
	}
	return m, err
}

// listsOf returns lists of the rows of a query by their first columns.
func listsOf[K comparable, V any](ctx context.Context, q querier, sql string, args ...any) (map[K][]V, error) {
	rows, err := list[keyedRow[K, V]](ctx, q, sql, args...)
	m := make(map[K][]V)
	for _, r := range rows {
		m[r.Key] = append(m[r.Key], r.Value)
	}
	return m, err
}

// keyedRow is a row of mapOf and listsOf.
type keyedRow[K comparable, V any] struct {
	Key   K
	Value V
}

// scanner returns a function that scans a row into a T: the columns are its fields, in their order. The fields of a struct stand
// in its place, unless the struct is one column: a time, JSON, or a type that scans itself. If the column at the place of a
// struct is JSON, it is the whole struct, so JSON cannot be the first of several columns of a struct. As in package pgx, the tag
// db:"-" leaves out a field.
func scanner[T any]() pgx.RowToFunc[T] {
	var v T
	var targets []any // the addresses of the columns' fields in v
	return func(row pgx.CollectableRow) (T, error) {
		if targets == nil {
			targets = addresses(nil, reflect.ValueOf(&v).Elem(), row.FieldDescriptions())
		}
		v = *new(T) // the rows share no slice and no pointer
		err := row.Scan(targets...)
		return v, err
	}
}

// addresses appends the addresses of the fields of a value, or of the value if it is one column.
func addresses(list []any, v reflect.Value, columns []pgconn.FieldDescription) []any {
	t := v.Type()
	isScanner := reflect.PointerTo(t).Implements(reflect.TypeFor[sql.Scanner]())
	isJSON := func(c pgconn.FieldDescription) bool {
		return c.DataTypeOID == pgtype.JSONBOID || c.DataTypeOID == pgtype.JSONOID
	}
	if t.Kind() != reflect.Struct || t == reflect.TypeFor[time.Time]() || isScanner || len(list) < len(columns) && isJSON(columns[len(list)]) {
		return append(list, v.Addr().Interface())
	}
	for i := range t.NumField() {
		if t.Field(i).Tag.Get("db") != "-" {
			list = addresses(list, v.Field(i), columns)
		}
	}
	return list
}

// fieldsOf returns the values of the fields of a struct.
func fieldsOf(v any) (values []any) {
	for i := range reflect.TypeOf(v).NumField() {
		values = append(values, reflect.ValueOf(v).Field(i).Interface())
	}
	return values
}

// query begins a query. Reading its rows returns its error.
func query(ctx context.Context, q querier, sql string, args ...any) pgx.Rows {
	rows, _ := q.Query(ctx, sql, args...)
	return rows
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
