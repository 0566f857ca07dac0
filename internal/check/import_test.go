package check

import (
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
)

// What is imported is in the archive as what was checked is, and no check is made.
func TestImport(t *testing.T) {
	t.Parallel()
	store := open(t)
	checker := Checker{Store: store}
	req := Request{Contest: "imported", Submissions: primes(), About: contest.About{Title: "Autumn"}}
	read := len(req.Submissions)
	id, skipped, err := checker.Import(t.Context(), req, func(Stage, int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	if len(skipped) != 0 {
		t.Errorf("skipped %v", skipped)
	}
	c, err := store.Contest(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if c.Submissions != read || c.Checks != 0 || c.About.Title != "Autumn" {
		t.Errorf("contest %+v", c)
	}
	if left, err := store.Keeper(id).Unarchived(t.Context(), program.FingerprintVersion, program.SampleVersion); err != nil || len(left) != 0 {
		t.Errorf("the archive lacks %d programs (%v)", len(left), err)
	}
}
