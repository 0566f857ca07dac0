package postgres

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// batchStored is the number of submissions whose files are read together.
const batchStored = 1000

// StoredSubmissions returns the submissions of a contest with their files, by path, and
// what its imports skipped: all that a check of the contest needs which nobody
// uploads again. Of several that were read from one path, that which was
// read last counts, as in the contest's own count, and none that was retracted.
func (db *DB) StoredSubmissions(ctx context.Context, contestID int64) ([]contest.Submission, []contest.SkippedItem, error) {
	submissions, skipped, err := db.stored(ctx, contestID)
	if err != nil {
		return nil, nil, fmt.Errorf("stored submissions of contest %d: %w", contestID, explain(err))
	}
	return submissions, skipped, nil
}

func (db *DB) stored(ctx context.Context, contestID int64) ([]contest.Submission, []contest.SkippedItem, error) {
	rows, err := db.pool.Query(ctx, `
		SELECT s.id, b.name, a.name, s.kind, s.path, s.language, s.verdict, s.attempt, s.submitted_at,
			s.system_id, s.language_version, s.judgements
		FROM submissions s
		JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
		JOIN problems b ON b.id = s.problem_id
		JOIN participants a ON a.id = s.participant_id
		WHERE s.contest_id = $1 AND NOT s.superseded
		ORDER BY s.path COLLATE "C", s.id`, contestID)
	if err != nil {
		return nil, nil, err
	}
	submissions, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (s contest.Submission, err error) {
		var at *time.Time
		var judged []judgement
		err = row.Scan(&s.ID, &s.Problem, &s.Participant, &s.Kind, &s.Path, &s.Language, &s.Verdict, &s.Attempt, &at,
			&s.SystemID, &s.LanguageVersion, &judged)
		s.Time, s.Judgements = fromNullTime(at), judgements(judged)
		return s, err
	})
	if err == nil && len(submissions) == 0 {
		err = contest.ErrNotFound
	}
	if err != nil {
		return nil, nil, err
	}
	for batch := range slices.Chunk(submissions, batchStored) {
		ids := make([]int64, len(batch))
		for i, s := range batch {
			ids[i] = s.ID
		}
		files, err := db.FilesOf(ctx, ids)
		if err != nil {
			return nil, nil, err
		}
		for i := range batch {
			batch[i].Files = files[batch[i].ID]
		}
	}
	// What a later import could read was not skipped in the end.
	rows, err = db.pool.Query(ctx, `
		SELECT DISTINCT ON (k.path COLLATE "C") k.path, k.reason
		FROM import_skipped k
		JOIN imports i ON i.id = k.import_id AND i.state = 'complete'
		WHERE i.contest_id = $1 AND NOT EXISTS (SELECT FROM submissions s WHERE s.contest_id = $1 AND s.path = k.path)
		ORDER BY k.path COLLATE "C", k.import_id DESC, k.ordinal`, contestID)
	if err != nil {
		return nil, nil, err
	}
	skipped, err := pgx.CollectRows(rows, pgx.RowToStructByPos[contest.SkippedItem])
	return submissions, skipped, err
}
