package postgres

import (
	"testing"

	"github.com/ojcheck/ojcheck/internal/review"
)

// Alerts are to be sent once each, the oldest first, each contest's by itself.
func TestDeliveries(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	old, own, quiet := contestOf(1), contestOf(3), contestOf(2)
	earlier, id, other := imported(t, db, "old", old), imported(t, db, "c", own), imported(t, db, "quiet", quiet)
	all := added(t, db, id, alert("A", own[0], own[1], 0.9), alert("A", own[0], own[2], 0.5), alert("A", own[1], own[2], 0.7), alert("A", own[0], old[0], 0.8))
	added(t, db, other, alert("A", quiet[0], quiet[1], 0.5))

	refused := ""
	deliver := func() (alertID int64) {
		t.Helper()
		a, ok, err := db.NextDelivery(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			return 0
		}
		for range 2 { // noted once more after a kill
			if err := db.SaveDelivery(ctx, a.ID, refused); err != nil {
				t.Fatal(err)
			}
		}
		return a.ID
	}
	for i := range 2 {
		refused = []string{"", "it answers 422"}[i]
		if got := deliver(); got != all[i].ID {
			t.Errorf("delivery %d is alert %d, want %d", i+1, got, all[i].ID)
		}
	}
	if n, err := db.CountUndelivered(ctx, id); n != 2 || err != nil {
		t.Errorf("%d are left (%v), want 2", n, err)
	}
	if got := deliver(); got != all[2].ID {
		t.Errorf("the third is alert %d, want %d", got, all[2].ID)
	}
	if err := db.DeleteContest(ctx, review.CommandLine, earlier); err != nil {
		t.Fatal(err)
	}
	if err := db.SaveDelivery(ctx, all[3].ID, ""); err != nil {
		t.Errorf("one that is gone: %v", err)
	}
	if got := deliver(); got != 0 {
		t.Errorf("alert %d is to be sent, and there is none", got)
	}
	if n, err := db.CountUndelivered(ctx, other); n != 1 || err != nil {
		t.Errorf("%d of the other contest (%v), want 1", n, err)
	}
	if err := db.DeleteContest(ctx, review.CommandLine, id); err != nil {
		t.Errorf("delete a contest whose alerts were sent: %v", err)
	}
}
