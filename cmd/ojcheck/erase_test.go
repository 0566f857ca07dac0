package main

import (
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// A contest that is in use does not keep "contest expire" from erasing the others.
func TestExpireErasesOthers(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	address := pgtest.New(t)
	db := openDB(t, address)
	for _, name := range []string{"followed", "old"} {
		id, _, err := db.Import(ctx, review.CommandLine, "", contest.Import{Contest: name, Submissions: []contest.Submission{{
			Problem: "A", Participant: "ann", Kind: contest.Official, Path: "a.c", Language: "c", Attempt: 1,
			Files: []contest.File{{Path: "a.c", Content: []byte("int main() {}")}}}}})
		if err == nil {
			err = db.SetSettings(ctx, review.CommandLine, id, contest.Settings{Retention: &contest.Retention{All: 1}})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := db.Pool().Exec(ctx, "UPDATE imports SET finished_at = now() - interval '2 days'"); err != nil {
		t.Fatal(err)
	}
	_, release, err := db.Follow(ctx, "followed", 0)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	status, out, errs := runOjcheck(t, "contest", "expire", "--database-url", address)
	if status == exitDone {
		t.Error("it ends without an error, although one contest is in use")
	}
	if !strings.Contains(out, `erased: everything of "old"`) || !strings.Contains(errs, `contest "followed": `) || !strings.Contains(errs, "stop that first") {
		t.Errorf("it prints %q and the error %q; want the contest old erased, and why the other is not", out, errs)
	}
}
