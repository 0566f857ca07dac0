package contest

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestByReason(t *testing.T) {
	t.Parallel()
	got := ByReason([]Skipped{{"a", "empty"}, {"b", "binary"}, {"c", "no program"}, {"d", "binary"}})
	want := []SkippedFor{{"binary", []string{"b", "d"}}, {"empty", []string{"a"}}, {"no program", []string{"c"}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := ByReason(nil); len(got) != 0 {
		t.Errorf("of nothing: %v", got)
	}
}
