package postgres

import (
	"context"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// isForeignKey tells whether an error says that a row is missing, or needed.
func isForeignKey(err error) bool {
	var server *pgconn.PgError
	return errors.As(err, &server) && server.Code == "23503"
}

// A pair has two submissions of its check on its sides, whatever happens to
// the rows of either.
func TestPairsNeedTheirSides(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	submissions := contestOf(5)
	contestID := imported(t, db, "c", submissions)
	run := begun(t, db, contestID, submissions[:4])
	other := begun(t, db, contestID, submissions)
	err := errors.Join(
		run.SavePairs(ctx, []contest.Pair{pair(1, submissions[0], submissions[1], 0.5), pair(2, submissions[2], submissions[0], 0.4)}),
		other.SavePairs(ctx, []contest.Pair{pair(1, submissions[3], submissions[4], 0.5)}))
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, statement string
		refused         bool
	}{
		{"left side of another check", "UPDATE pairs SET left_submission = @stranger WHERE check_id = @run AND rank = 1", true},
		{"right side that is nowhere", "UPDATE pairs SET right_submission = 4711 WHERE check_id = @run AND rank = 2", true},
		{"pair moved to a check without its sides", "UPDATE pairs SET check_id = @run, rank = 10 WHERE check_id = @other", true},
		{"pair of no check", "UPDATE pairs SET check_id = 4711 WHERE check_id = @run", true},
		{"left side removed", "DELETE FROM check_submissions WHERE check_id = @run AND submission_id = (SELECT left_submission FROM pairs WHERE check_id = @run AND rank = 2)", true},
		{"right side removed", "DELETE FROM check_submissions WHERE check_id = @run AND submission_id = (SELECT right_submission FROM pairs WHERE check_id = @run AND rank = 1)", true},
		{"all sides removed", "DELETE FROM check_submissions", true},
		{"side replaced", "UPDATE check_submissions SET submission_id = @stranger WHERE check_id = @run AND submission_id = (SELECT min(left_submission) FROM pairs WHERE check_id = @run)", true},
		{"side that no pair of the check has", "DELETE FROM check_submissions WHERE check_id = @run AND submission_id = (SELECT min(left_submission) FROM pairs WHERE check_id = @other)", false},
		{"sides the other way round", "UPDATE pairs SET left_submission = right_submission, right_submission = left_submission", false},
		{"sides that stay what they are", "UPDATE check_submissions SET submission_id = submission_id", false},
		{"check removed with its pairs", "DELETE FROM checks WHERE id = @run", false},
	}
	for _, tt := range tests {
		done, err := db.pool.Exec(ctx, tt.statement, pgx.NamedArgs{"run": run.ID(), "other": other.ID(), "stranger": submissions[4].ID})
		if tt.refused != isForeignKey(err) || !tt.refused && err != nil {
			t.Errorf("%s: got error %v, want a refusal: %v", tt.name, err, tt.refused)
		}
		if !tt.refused && done.RowsAffected() == 0 {
			t.Errorf("%s: no row, the test shows nothing", tt.name)
		}
	}
	if n := rowsOf(t, db, "pairs")["pairs"]; n != 1 {
		t.Errorf("%d pairs are left, want that of the other check", n)
	}
}

// Whoever stores a pair and whoever removes its side do not miss one another.
func TestPairsAndSidesAtOnce(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	submissions := contestOf(2)
	contestID := imported(t, db, "c", submissions)
	const remove = "DELETE FROM check_submissions WHERE check_id = $1 AND submission_id = $2"
	save := func(tx pgx.Tx, run *Run) error {
		_, err := tx.Exec(ctx, `
			INSERT INTO pairs (check_id, rank, problem, language, left_submission, right_submission, left_participant, right_participant, suspicion, similarity,
				max_similarity, coverage_left, coverage_right, longest_match, matched_tokens)
			VALUES ($1, 1, 'A', 'c++', $2, $3, 1, 2, 0, 0, 0, 0, 0, 0, 0)`, run.ID(), submissions[0].ID, submissions[1].ID)
		return err
	}
	removal := func(tx pgx.Tx, run *Run) error {
		_, err := tx.Exec(ctx, remove, run.ID(), submissions[1].ID)
		return err
	}
	for _, tt := range []struct {
		name          string
		first, second func(pgx.Tx, *Run) error
	}{
		{"pair first", save, removal},
		{"removal first", removal, save},
	} {
		run := begun(t, db, contestID, submissions)
		second := make(chan error, 1)
		err := pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
			if err := tt.first(tx, run); err != nil {
				return err
			}
			go func() {
				second <- pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error { return tt.second(tx, run) })
			}()
			waitForLock(t, db)
			return nil
		})
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		if err := <-second; !isForeignKey(err) {
			t.Errorf("%s: the second got error %v, want a refusal", tt.name, err)
		}
	}
}
