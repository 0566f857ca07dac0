package text

import "testing"

func TestCompareNatural(t *testing.T) {
	t.Parallel()
	sorted := []string{"", "1", "2", "9", "10", "010a", "11", "a", "a1b", "a2", "a10", "b"}
	for i, a := range sorted {
		for j, b := range sorted {
			if got := CompareNatural(a, b); got != 0 && (got < 0) != (i < j) || (got == 0) != (i == j) {
				t.Errorf("CompareNatural(%q, %q) = %d", a, b, got)
			}
		}
	}
	if CompareNatural("01", "1") != 0 {
		t.Error("leading zeros count")
	}
}
