package review

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// CleanOutcomes keeps the order of a list, and refuses texts that cannot be stored or shown.
func TestCleanOutcomes(t *testing.T) {
	t.Parallel()
	got, err := CleanOutcomes([]string{" warning\r", "", "problem \t voided", "warning", "失格"})
	if diff := cmp.Diff([]string{"warning", "problem voided", "失格"}, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if got, err := CleanOutcomes(nil); got == nil || len(got) != 0 || err != nil {
		t.Errorf("no outcomes: got %#v, %v; want an empty list that is not nil", got, err)
	}
	var many []string
	for i := range maxOutcomes + 1 {
		many = append(many, fmt.Sprint("outcome ", i))
	}
	for name, list := range map[string][]string{
		"too long": {strings.Repeat("ü", MaxOutcomeName+1)}, "too many": many, "NUL": {"a\x00b"}, "not UTF-8": {"\xff"},
	} {
		if got, err := CleanOutcomes(list); !errors.Is(err, ErrRefused) {
			t.Errorf("%s: got %q, %v; want ErrRefused", name, got, err)
		}
	}
	if list, err := CleanOutcomes([]string{strings.Repeat("ü", MaxOutcomeName)}); err != nil || len(list) != 1 {
		t.Errorf("the longest outcome: got %q, %v", list, err)
	}
}
