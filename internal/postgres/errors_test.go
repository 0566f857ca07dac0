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

func TestExplain(t *testing.T) {
	t.Parallel()
	code := func(code string) error {
		return fmt.Errorf("copy: %w", &pgconn.PgError{Severity: "ERROR", Code: code, Message: "the server's words"})
	}
	tests := []struct {
		name string
		err  error
		want string
		away bool // it is worth to try again
	}{
		{"disk full", code("53100"), "disk of the database is full", true},
		{"too many connections", code("53300"), "no free connection", true},
		{"no permission", code("42501"), "does not let this user write", false},
		{"read-only", code("25006"), "does not let this user write", false},
		{"terminated", code("57P01"), "lost the database", true},
		{"starting up", code("57P03"), "lost the database", true},
		{"connection failure", code("08006"), "lost the database", true},
		{"closed by the server", io.ErrUnexpectedEOF, "lost the database", true},
		{"network", &net.OpError{Op: "read", Err: errors.New("connection reset by peer")}, "lost the database", true},
		{"another error of the server", code("23505"), "copy: ERROR: the server's words", false},
		{"another error", errors.New("x"), "x", false},
		{"cancelled", context.Canceled, "context canceled", false},
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
			if errors.Is(got, contest.ErrUnavailable) != tt.away {
				t.Errorf("%q is of an archive that is away: %t", got, !tt.away)
			}
		})
	}
	if err := explain(nil); err != nil {
		t.Errorf("no error: got %v", err)
	}
}
