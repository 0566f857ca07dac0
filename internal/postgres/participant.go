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

// SaveParticipants keeps what is known of some participants of a contest, who are
// told by their names: affiliation, site, address and seat. What is "" stays as it
// was, and who is not there is left out.
func (db *DB) SaveParticipants(ctx context.Context, contestID int64, participants []contest.Participant) error {
	columns := make([][]string, 5)
	for _, p := range participants {
		for i, text := range []string{p.Name, p.Affiliation, p.Site, p.Address, p.Seat} {
			if err := checkText("participant", text); err != nil {
				return fmt.Errorf("participants of contest %d: %w", contestID, err)
			}
			columns[i] = append(columns[i], text)
		}
	}
	_, err := db.pool.Exec(ctx, `
		UPDATE participants a
		SET affiliation = coalesce(nullif(new.affiliation, ''), a.affiliation),
			site = coalesce(nullif(new.site, ''), a.site),
			address = coalesce(nullif(new.address, ''), a.address),
			seat = coalesce(nullif(new.seat, ''), a.seat)
		FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) new (name, affiliation, site, address, seat)
		WHERE a.contest_id = $1 AND a.name = new.name`,
		contestID, columns[0], columns[1], columns[2], columns[3], columns[4])
	if err != nil {
		return fmt.Errorf("participants of contest %d: %w", contestID, explain(err))
	}
	return nil
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
