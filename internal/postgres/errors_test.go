package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

func TestExplain(t *testing.T) {
	t.Parallel()
	code := func(code string) error {
		return fmt.Errorf("copy: %w", &pgconn.PgError{Severity: "ERROR", Code: code, Message: "the server's words"})
	}
	tests := []struct {
		name string
		err  error
		want string
	}{
		{"disk full", code("53100"), "disk of the database is full"},
		{"too many connections", code("53300"), "no free connection"},
		{"no permission", code("42501"), "does not let this user write"},
		{"read-only", code("25006"), "does not let this user write"},
		{"terminated", code("57P01"), "lost the database"},
		{"starting up", code("57P03"), "lost the database"},
		{"connection failure", code("08006"), "lost the database"},
		{"closed by the server", io.ErrUnexpectedEOF, "lost the database"},
		{"network", &net.OpError{Op: "read", Err: errors.New("connection reset by peer")}, "lost the database"},
		{"another error of the server", code("23505"), "copy: ERROR: the server's words"},
		{"another error", errors.New("x"), "x"},
		{"cancelled", context.Canceled, "context canceled"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := explain(tt.err)
			if !strings.Contains(got.Error(), tt.want) {
				t.Errorf("got %q, want %q in it", got, tt.want)
			}
			if !errors.Is(got, tt.err) {
				t.Error("the error itself is lost")
			}
		})
	}
	if err := explain(nil); err != nil {
		t.Errorf("no error: got %v", err)
	}
}
