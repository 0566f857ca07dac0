package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
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

// maxNamesakes bounds the contests that a participant is followed to.
const maxNamesakes = 50

// Namesakes returns the participants of other contests who have the same name as
// a participant, those of the newest contests first. Visible lists the contests,
// by ID, that may be told of; nil stands for all. Where one of the two is hidden
// and the other is not they are left out: the one would tell the name of the
// other.
func (db *DB) Namesakes(ctx context.Context, participantID int64, visible []int64) ([]contest.Namesake, error) {
	rows, err := db.pool.Query(ctx, `
		WITH own AS (
			SELECT a.id, a.name, a.contest_id, c.blind AND NOT a.uncovered AS hidden
			FROM participants a JOIN contests c ON c.id = a.contest_id WHERE a.id = $1
		)
		SELECT a.id, a.contest_id, a.number, a.name, c.blind AND NOT a.uncovered, a.affiliation, a.site, a.address, a.seat, c.name
		FROM own
		JOIN contests c ON c.id <> own.contest_id AND ($2::bigint[] IS NULL OR c.id = ANY ($2))
		JOIN participants a ON a.contest_id = c.id AND a.name = own.name
		WHERE a.number IS NOT NULL AND (c.blind AND NOT a.uncovered) = own.hidden
		ORDER BY c.created_at DESC, c.id DESC LIMIT $3`, participantID, visible, maxNamesakes)
	if err != nil {
		return nil, fmt.Errorf("namesakes of participant %d: %w", participantID, explain(err))
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (n contest.Namesake, err error) {
		p := &n.Participant
		err = row.Scan(&p.ID, &p.ContestID, &p.Number, &p.Name, &p.Hidden, &p.Affiliation, &p.Site, &p.Address, &p.Seat, &n.Contest)
		return n, err
	})
	if err != nil {
		return nil, fmt.Errorf("namesakes of participant %d: %w", participantID, explain(err))
	}
	return list, nil
}

// ChecksAgainst lists, by ID and the newest first, the newest complete checks of other
// contests in which a participant stands on the right side of a pair: as one of an
// earlier contest, that the other one was compared with. Visible lists the
// contests, by ID, that may be told of; nil stands for all.
func (db *DB) ChecksAgainst(ctx context.Context, participantID int64, visible []int64) ([]int64, error) {
	rows, err := db.pool.Query(ctx, `
		WITH newest AS MATERIALIZED (
			SELECT DISTINCT ON (contest_id) id, contest_id FROM checks
			WHERE state = 'complete' AND ($2::bigint[] IS NULL OR contest_id = ANY ($2))
			ORDER BY contest_id, id DESC
		)
		SELECT k.id FROM newest k
		WHERE k.contest_id <> (SELECT contest_id FROM participants WHERE id = $1)
		  AND EXISTS (SELECT FROM check_submissions e JOIN submissions s ON s.id = e.submission_id
			WHERE e.check_id = k.id AND e.earlier AND s.participant_id = $1)
		  AND EXISTS (SELECT FROM pairs p WHERE p.check_id = k.id AND p.right_participant = $1)
		ORDER BY k.id DESC LIMIT $3`, participantID, visible, maxNamesakes)
	if err != nil {
		return nil, fmt.Errorf("checks that found participant %d: %w", participantID, explain(err))
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		return nil, fmt.Errorf("checks that found participant %d: %w", participantID, explain(err))
	}
	return ids, nil
}

// Reveal shows the name of a participant to all members of a blind contest.
func (db *DB) Reveal(ctx context.Context, by review.Person, contestID int64, number int) error {
	return db.setRevealed(ctx, by, contestID, number, true)
}

// Hide hides the name again.
func (db *DB) Hide(ctx context.Context, by review.Person, contestID int64, number int) error {
	return db.setRevealed(ctx, by, contestID, number, false)
}

func (db *DB) setRevealed(ctx context.Context, by review.Person, contestID int64, number int, uncovered bool) error {
	entry := review.Entry{Actor: by, ContestID: contestID, Action: review.ActionHide,
		First: review.ParticipantRef{ContestID: contestID, Number: number}}
	if uncovered {
		entry.Action = review.ActionReveal
	}
	err := pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, "SELECT uncovered FROM participants WHERE contest_id = $1 AND number = $2 FOR UPDATE", contestID, number)
		if err != nil {
			return err
		}
		before, err := one(rows, pgx.RowTo[bool])
		if err != nil || before == uncovered {
			return err
		}
		if _, err := tx.Exec(ctx, "UPDATE participants SET uncovered = $3 WHERE contest_id = $1 AND number = $2", contestID, number, uncovered); err != nil {
			return err
		}
		return record(ctx, tx, entry)
	})
	if err != nil {
		return fmt.Errorf("%s participant %d of contest %d: %w", entry.Action, number, contestID, explain(err))
	}
	return nil
}
