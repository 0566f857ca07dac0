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

	"github.com/ojcheck/ojcheck/internal/contest"
)

// explain puts advice before errors of the database. Errors of a database that may be
// available later wrap contest.ErrUnavailable.
func TestExplain(t *testing.T) {
	t.Parallel()
	code := func(code string) error {
		return fmt.Errorf("copy: %w", &pgconn.PgError{Severity: "ERROR", Code: code, Message: "the server's words"})
	}
	tests := []struct {
		name        string
		err         error
		want        string
		unavailable bool // want contest.ErrUnavailable
	}{
		{"disk full", code("53100"), "disk of the database is full", true},
		{"too many connections", code("53300"), "no free connection", true},
		{"no permission", code("42501"), "does not let this user write", false},
		{"read-only", code("25006"), "does not let this user write", false},
		{"connection terminated", code("57P01"), "lost the database", true},
		{"server starts up", code("57P03"), "lost the database", true},
		{"connection failure", code("08006"), "lost the database", true},
		{"connection closed by the server", io.ErrUnexpectedEOF, "lost the database", true},
		{"network error", &net.OpError{Op: "read", Err: errors.New("connection reset by peer")}, "lost the database", true},
		{"another error of the server", code("23505"), "copy: ERROR: the server's words", false},
		{"another error", errors.New("x"), "x", false},
		{"cancelled context", context.Canceled, "context canceled", false},
		{"deadline of the caller", fmt.Errorf("timeout: %w", context.DeadlineExceeded), "timeout: context deadline exceeded", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := explain(tt.err)
			if !strings.Contains(got.Error(), tt.want) {
				t.Errorf("got %q, which does not contain %q", got, tt.want)
			}
			if !errors.Is(got, tt.err) {
				t.Errorf("%q does not wrap the original error", got)
			}
			if errors.Is(got, contest.ErrUnavailable) != tt.unavailable {
				t.Errorf("%q wraps ErrUnavailable: %t, want %t", got, !tt.unavailable, tt.unavailable)
			}
		})
	}
	if err := explain(nil); err != nil {
		t.Errorf("explain(nil) = %v, want nil", err)
	}
}
