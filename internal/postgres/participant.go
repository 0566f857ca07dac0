package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

const selectParticipant = `
	SELECT a.id, a.contest_id, a.number, a.name, c.blind AND NOT a.uncovered, a.affiliation, a.site, a.address, a.seat
	FROM participants a
	JOIN contests c ON c.id = a.contest_id`

// Participants returns all participants of a contest by their numbers, with
// their names whether they are hidden or not.
func (db *DB) Participants(ctx context.Context, contestID int64) ([]contest.Participant, error) {
	rows, err := db.pool.Query(ctx, selectParticipant+" WHERE a.contest_id = $1 ORDER BY a.number", contestID)
	if err != nil {
		return nil, fmt.Errorf("participants of contest %d: %w", contestID, explain(err))
	}
	participants, err := pgx.CollectRows(rows, pgx.RowToStructByPos[contest.Participant])
	if err != nil {
		return nil, fmt.Errorf("participants of contest %d: %w", contestID, explain(err))
	}
	return participants, nil
}

// Participant returns the participant of a number in a contest.
func (db *DB) Participant(ctx context.Context, contestID int64, number int) (contest.Participant, error) {
	rows, err := db.pool.Query(ctx, selectParticipant+" WHERE a.contest_id = $1 AND a.number = $2", contestID, number)
	if err != nil {
		return contest.Participant{}, fmt.Errorf("participant %d of contest %d: %w", number, contestID, explain(err))
	}
	p, err := one(rows, pgx.RowToStructByPos[contest.Participant])
	if err != nil {
		return contest.Participant{}, fmt.Errorf("participant %d of contest %d: %w", number, contestID, explain(err))
	}
	return p, nil
}

// participantsByID returns participants of any contest, and the names of their
// contests, by their IDs.
func participantsByID(ctx context.Context, q querier, ids []int64) (map[int64]contest.Participant, map[int64]string, error) {
	rows, err := q.Query(ctx, selectParticipant+" WHERE a.id = ANY ($1)", ids)
	if err != nil {
		return nil, nil, err
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[contest.Participant])
	if err != nil {
		return nil, nil, err
	}
	participants := make(map[int64]contest.Participant, len(list))
	var contests []int64
	for _, p := range list {
		participants[p.ID] = p
		contests = append(contests, p.ContestID)
	}
	rows, err = q.Query(ctx, "SELECT id, name FROM contests WHERE id = ANY ($1)", contests)
	if err != nil {
		return nil, nil, err
	}
	names := make(map[int64]string)
	var id int64
	var name string
	_, err = pgx.ForEachRow(rows, []any{&id, &name}, func() error {
		names[id] = name
		return nil
	})
	return participants, names, err
}
