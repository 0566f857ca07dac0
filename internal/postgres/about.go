package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// SaveAbout keeps what a judge system says of a contest and of its problems, who
// are told by their names. What is "" or zero stays as it was; problems that
// nobody has handed in anything for are left out.
func (db *DB) SaveAbout(ctx context.Context, contestID int64, about contest.About) error {
	if err := checkAbout(about); err != nil {
		return fmt.Errorf("contest %d: %w", contestID, err)
	}
	err := pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error { return saveAbout(ctx, tx, contestID, about) })
	if err != nil {
		return fmt.Errorf("contest %d: %w", contestID, explain(err))
	}
	return nil
}

// checkAbout tells what of it cannot be stored.
func checkAbout(about contest.About) error {
	texts := []string{about.System, about.SystemID, about.Title}
	for _, p := range about.Problems {
		texts = append(texts, p.Name, p.Title, p.SystemID)
	}
	for _, text := range texts {
		if err := checkText("what the judge system says", text); err != nil {
			return err
		}
	}
	return nil
}

func saveAbout(ctx context.Context, tx pgx.Tx, contestID int64, about contest.About) error {
	_, err := tx.Exec(ctx, `
		UPDATE contests
		SET system = coalesce(nullif($2, ''), system), system_id = coalesce(nullif($3, ''), system_id), title = coalesce(nullif($4, ''), title),
			starts_at = coalesce($5, starts_at), duration = coalesce(nullif($6::interval, '0'), duration)
		WHERE id = $1`, contestID, about.System, about.SystemID, about.Title, nullTime(about.StartsAt), about.Duration)
	if err != nil || len(about.Problems) == 0 {
		return err
	}
	var names, titles, ids []string
	var ordinals []int32
	for i, p := range about.Problems {
		names, titles, ids, ordinals = append(names, p.Name), append(titles, p.Title), append(ids, p.SystemID), append(ordinals, int32(i)+1)
	}
	_, err = tx.Exec(ctx, `
		UPDATE problems b
		SET title = coalesce(nullif(new.title, ''), b.title), system_id = coalesce(nullif(new.system_id, ''), b.system_id), ordinal = new.ordinal
		FROM unnest($2::text[], $3::text[], $4::text[], $5::integer[]) new (name, title, system_id, ordinal)
		WHERE b.contest_id = $1 AND b.name = new.name`, contestID, names, titles, ids, ordinals)
	return err
}

// About returns what a judge system has said of the contest of a name, but for its
// problems; zero where none is kept under it.
func (db *DB) About(ctx context.Context, contestName string) (contest.About, error) {
	rows, err := db.pool.Query(ctx, selectContest+" AND c.name = $1", contestName)
	if err != nil {
		return contest.About{}, fmt.Errorf("contest %q: %w", contestName, explain(err))
	}
	c, err := one(rows, scanContest)
	if errors.Is(err, contest.ErrNotFound) {
		return contest.About{}, nil
	}
	if err != nil {
		return contest.About{}, fmt.Errorf("contest %q: %w", contestName, explain(err))
	}
	return c.About, nil
}

// Problems returns the problems of a contest: in the contest's order where it is
// known, then by name.
func (db *DB) Problems(ctx context.Context, contestID int64) ([]contest.Problem, error) {
	rows, err := db.pool.Query(ctx, `
		SELECT name, title, system_id FROM problems WHERE contest_id = $1
		ORDER BY ordinal NULLS LAST, name COLLATE "C"`, contestID)
	if err != nil {
		return nil, fmt.Errorf("problems of contest %d: %w", contestID, explain(err))
	}
	problems, err := pgx.CollectRows(rows, pgx.RowToStructByPos[contest.Problem])
	if err != nil {
		return nil, fmt.Errorf("problems of contest %d: %w", contestID, explain(err))
	}
	return problems, nil
}
