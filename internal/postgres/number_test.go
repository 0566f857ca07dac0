package postgres

import (
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
)

// Numbers are 1 to n, stay when others come, and do not follow the names.
func TestNumbers(t *testing.T) {
	t.Parallel()
	db := open(t)
	numbers := func(contestID int64) []int {
		t.Helper()
		rows, err := db.pool.Query(t.Context(), "SELECT number FROM participants WHERE contest_id = $1 ORDER BY name", contestID)
		if err != nil {
			t.Fatal(err)
		}
		list, err := pgx.CollectRows(rows, pgx.RowTo[int])
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	imported(t, db, "small", contestOf(20))
	id := contestNamed(t, db, "small")
	before := numbers(id)
	imported(t, db, "small", contestOf(30))
	after := numbers(id)
	if !slices.Equal(before, after[:20]) {
		t.Errorf("numbers changed: %v, then %v", before, after)
	}
	if sorted := slices.Sorted(slices.Values(after)); sorted[0] != 1 || sorted[29] != 30 || len(slices.Compact(sorted)) != 30 {
		t.Errorf("not 1 to 30: %v", sorted)
	}
	if slices.IsSorted(before) {
		t.Errorf("numbers follow the names: %v", before)
	}
	imported(t, db, "twin", contestOf(20))
	if twin := numbers(contestNamed(t, db, "twin")); slices.Equal(before, twin) {
		t.Errorf("another contest with the same names has the same numbers: %v", twin)
	}
}

func contestNamed(t *testing.T, db *DB, name string) int64 {
	t.Helper()
	c, err := db.Contents(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return c.ID
}
