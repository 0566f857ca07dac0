package contest

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestByReason(t *testing.T) {
	t.Parallel()
	got := GroupByReason([]SkippedItem{{"a", "empty"}, {"b", "binary"}, {"c", "no program"}, {"d", "binary"}})
	want := []SkipGroup{{"binary", []string{"b", "d"}}, {"empty", []string{"a"}}, {"no program", []string{"c"}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := GroupByReason(nil); len(got) != 0 {
		t.Errorf("of nothing: %v", got)
	}
}
