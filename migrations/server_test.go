package migrations

import (
	"strings"
	"testing"
)

// CheckServer refuses servers older than PostgreSQL 15.
func TestCheckServer(t *testing.T) {
	t.Parallel()
	for number, ok := range map[int]bool{140_020: false, 150_000: true, 180_001: true} {
		err := CheckServer(number, "14.20")
		if (err == nil) != ok {
			t.Errorf("server %d: got error %v, want success: %v", number, err, ok)
		}
		if !ok && !strings.Contains(err.Error(), "PostgreSQL 14.20: ojcheck needs 15 or newer") {
			t.Errorf("server %d: got error %v, want one that names both versions", number, err)
		}
	}
}
