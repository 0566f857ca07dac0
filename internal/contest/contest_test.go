package contest

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestValidTime tests the first and the last valid time, and that time zones count.
func TestValidTime(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"2026-05-01T10:00:00Z": true, "0001-01-01T00:00:00Z": true, "9999-12-31T23:59:59Z": true,
		"9999-12-31T23:59:59-12:00": false, "0001-01-01T00:00:00+01:00": false, "0000-06-01T00:00:00Z": false,
	} {
		at, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		if got := ValidTime(at); got != want {
			t.Errorf("ValidTime(%s) = %v, want %v", text, got, want)
		}
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{
		0: "no contest is stored yet", 1: `there are "c00"`, 2: `there are "c00", "c01"`,
		MaxNames: `, "c19"`, MaxNames + 3: `, "c19" and 3 more`,
	} {
		var names []string
		for i := range n {
			names = append([]string{fmt.Sprintf("c%02d", i)}, names...)
		}
		if got := StoredNames(names).String(); !strings.HasSuffix(got, want) {
			t.Errorf("%d names: got %s, want a text that ends in %s", n, got, want)
		}
	}
}
