package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Submissions returns those submissions of a contest that a filter asks for, by ID, from
// the one after an ID on, at most limit of them. Of several that were read from
// one path, the latest counts.
func (db *DB) Submissions(ctx context.Context, contestID int64, filter contest.SubmissionFilter, after int64, limit int) ([]contest.SubmissionRow, error) {
	rows, err := db.pool.Query(ctx, `
		SELECT s.id, s.contest_id, a.id, a.name, a.number, c.blind AND NOT a.uncovered, b.name, s.path, s.language, s.verdict, s.attempt, s.submitted_at,
			s.kind, s.system_id, s.language_version
		FROM submissions s
		JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
		JOIN participants a ON a.id = s.participant_id
		JOIN problems b ON b.id = s.problem_id
		JOIN contests c ON c.id = s.contest_id
		WHERE s.contest_id = $1 AND s.id > $2
		  AND ($3::bigint = 0 AND NOT s.superseded OR s.id = $3)
		  AND ($4::text = '' OR b.name = $4) AND ($5::integer = 0 OR a.number = $5)
		ORDER BY s.id LIMIT $6`, contestID, after, filter.ID, filter.Problem, filter.Number, limit)
	var kept []contest.SubmissionRow
	if err == nil {
		kept, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (k contest.SubmissionRow, err error) {
			var at *time.Time
			err = row.Scan(&k.SubmissionID, &k.ContestID, &k.ParticipantID, &k.Participant, &k.Number, &k.Hidden, &k.Problem, &k.Path, &k.Language, &k.Verdict, &k.Attempt, &at,
				&k.Kind, &k.SystemID, &k.LanguageVersion)
			k.Time = fromNullTime(at)
			return k, err
		})
	}
	if err != nil {
		return nil, fmt.Errorf("submissions kept of contest %d: %w", contestID, explain(err))
	}
	return kept, nil
}

const selectSubmissionBy = `
	SELECT s.id, s.contest_id, a.id, a.name, a.number, c.blind AND NOT a.uncovered, b.name, s.path, s.language, s.verdict, s.attempt, s.submitted_at
	FROM submissions s
	JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
	JOIN participants a ON a.id = s.participant_id
	JOIN problems b ON b.id = s.problem_id
	JOIN contests c ON c.id = s.contest_id`

func scanSubmissionBy(row pgx.CollectableRow) (s contest.Side, err error) {
	var at *time.Time
	err = row.Scan(&s.SubmissionID, &s.ContestID, &s.ParticipantID, &s.Participant, &s.Number, &s.Hidden, &s.Problem, &s.Path, &s.Language, &s.Verdict, &s.Attempt, &at)
	s.Time = fromNullTime(at)
	return s, err
}

// SidesByPath returns those submissions of a contest that have one of the paths, by
// path: of several that were read from one, the latest.
func (db *DB) SidesByPath(ctx context.Context, contestID int64, paths []string) (map[string]contest.Side, error) {
	rows, err := db.pool.Query(ctx, selectSubmissionBy+" WHERE s.contest_id = $1 AND NOT s.superseded AND s.path = ANY ($2)", contestID, paths)
	if err != nil {
		return nil, fmt.Errorf("submissions of contest %d: %w", contestID, explain(err))
	}
	list, err := pgx.CollectRows(rows, scanSubmissionBy)
	if err != nil {
		return nil, fmt.Errorf("submissions of contest %d: %w", contestID, explain(err))
	}
	sides := make(map[string]contest.Side, len(list))
	for _, s := range list {
		sides[s.Path] = s
	}
	return sides, nil
}

// ParticipantSubmissions returns a page of what a participant has handed in, by problem and
// attempt, and how much that is in all. Of several that were read from one path,
// the latest counts.
func (db *DB) ParticipantSubmissions(ctx context.Context, participantID int64, offset, limit int) (sides []contest.Side, total int, err error) {
	const latest = " WHERE s.participant_id = $1 AND NOT s.superseded"
	rows, err := db.pool.Query(ctx, selectSubmissionBy+latest+`
		ORDER BY b.name COLLATE "C", s.attempt, s.id LIMIT $2 OFFSET $3`, participantID, limit, offset)
	if err == nil {
		sides, err = pgx.CollectRows(rows, scanSubmissionBy)
	}
	if err == nil {
		err = db.pool.QueryRow(ctx, `SELECT count(*) FROM submissions s JOIN imports i ON i.id = s.import_id AND i.state = 'complete'`+latest, participantID).Scan(&total)
	}
	if err != nil {
		return nil, 0, fmt.Errorf("submissions of participant %d: %w", participantID, explain(err))
	}
	return sides, total, nil
}

// RelatedSubmissions returns all that the participants of some submissions handed in for
// the problems of these, whether it was compared or not, in the order of time;
// what has no time stands at the end. What was read in several times, in another
// way or with a verdict that came later, is told once: as it is in submissions,
// or else as it was read last.
func (db *DB) RelatedSubmissions(ctx context.Context, submissions []int64) ([]contest.Side, error) {
	rows, err := db.pool.Query(ctx, `
		SELECT s.contest_id, s.id, p.id, p.name, p.number, c.blind AND NOT p.uncovered, q.name, s.path, s.language, s.verdict, s.attempt, s.submitted_at
		FROM submissions s
		JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
		JOIN contests c ON c.id = s.contest_id
		JOIN participants p ON p.id = s.participant_id
		JOIN problems q ON q.id = s.problem_id
		WHERE (s.participant_id, s.problem_id) IN (SELECT participant_id, problem_id FROM submissions WHERE id = ANY ($1))
		  AND (s.id = ANY ($1) OR NOT s.superseded AND NOT EXISTS (
			SELECT FROM submissions n
			WHERE n.id = ANY ($1) AND n.participant_id = s.participant_id AND n.problem_id = s.problem_id AND n.path = s.path))
		ORDER BY s.submitted_at NULLS LAST, p.number, s.attempt, s.path COLLATE "C", s.id`, submissions)
	if err != nil {
		return nil, fmt.Errorf("what was handed in: %w", explain(err))
	}
	sides := []contest.Side{}
	var s contest.Side
	var at *time.Time
	_, err = pgx.ForEachRow(rows, []any{&s.ContestID, &s.SubmissionID, &s.ParticipantID, &s.Participant, &s.Number, &s.Hidden,
		&s.Problem, &s.Path, &s.Language, &s.Verdict, &s.Attempt, &at}, func() error {
		s.Time = fromNullTime(at)
		sides = append(sides, s)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("what was handed in: %w", explain(err))
	}
	return sides, nil
}

// Attempts returns all that the participants of some submissions handed in for
// the problems of these, in the order of participants, times and attempts. Of
// what was read in more than one way it returns one: that which the check was
// given, or else the last. Side.Contest is not set.
func (db *DB) Attempts(ctx context.Context, checkID int64, submissionIDs []int64) ([]contest.Attempt, error) {
	rows, err := db.pool.Query(ctx, `
		SELECT * FROM (
			SELECT DISTINCT ON (s.participant_id, s.problem_id, s.path)
				s.id, a.id AS participant, a.name, a.number, c.blind AND NOT a.uncovered, b.name, s.path,
				s.language, s.verdict, s.attempt, s.submitted_at, k.check_id IS NOT NULL AS checked
			FROM submissions s
			JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
			JOIN participants a ON a.id = s.participant_id
			JOIN problems b ON b.id = s.problem_id
			JOIN contests c ON c.id = s.contest_id
			LEFT JOIN check_submissions k ON k.check_id = $1 AND k.submission_id = s.id
			WHERE s.participant_id = ANY (SELECT participant_id FROM submissions WHERE id = ANY ($2))
			  AND s.problem_id = ANY (SELECT problem_id FROM submissions WHERE id = ANY ($2))
			  AND (NOT s.superseded OR k.check_id IS NOT NULL)
			ORDER BY s.participant_id, s.problem_id, s.path, k.check_id IS NOT NULL DESC, s.superseded, s.id DESC
		) one
		ORDER BY participant, submitted_at, attempt, id`, checkID, submissionIDs)
	if err != nil {
		return nil, fmt.Errorf("attempts beside %d submissions: %w", len(submissionIDs), explain(err))
	}
	attempts, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (a contest.Attempt, err error) {
		var submitted *time.Time
		err = row.Scan(&a.SubmissionID, &a.ParticipantID, &a.Participant, &a.Number, &a.Hidden, &a.Problem, &a.Path,
			&a.Language, &a.Verdict, &a.Attempt, &submitted, &a.Checked)
		a.Time = fromNullTime(submitted)
		return a, err
	})
	if err != nil {
		return nil, fmt.Errorf("attempts beside %d submissions: %w", len(submissionIDs), explain(err))
	}
	return attempts, nil
}

// Locations returns where submissions stand in the archive, by their IDs. Those that
// are not there are left out.
func (db *DB) Locations(ctx context.Context, submissions []int64) (map[int64]contest.Location, error) {
	rows, err := db.pool.Query(ctx, `
		SELECT c.id, c.name, s.id, p.id, p.name, p.number, c.blind AND NOT p.uncovered, q.name, s.path, s.language, s.verdict, s.attempt, s.submitted_at
		FROM submissions s
		JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
		JOIN contests c ON c.id = s.contest_id
		JOIN participants p ON p.id = s.participant_id
		JOIN problems q ON q.id = s.problem_id
		WHERE s.id = ANY ($1)`, submissions)
	if err != nil {
		return nil, fmt.Errorf("places of submissions: %w", explain(err))
	}
	places := make(map[int64]contest.Location, len(submissions))
	var p contest.Location
	var at *time.Time
	_, err = pgx.ForEachRow(rows, []any{&p.ContestID, &p.Contest, &p.SubmissionID, &p.ParticipantID, &p.Participant,
		&p.Number, &p.Hidden, &p.Problem, &p.Path, &p.Language, &p.Verdict, &p.Attempt, &at}, func() error {
		p.Time = fromNullTime(at)
		places[p.SubmissionID] = p
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("places of submissions: %w", explain(err))
	}
	return places, nil
}

// Searchable tells whether the archive holds submissions, and whether some of
// them have fingerprints or samples of these versions. Where none have, it looks
// at all that there are.
func (db *DB) Searchable(ctx context.Context, fingerprints, samples int) (contest.Searchable, error) {
	rows, err := db.pool.Query(ctx, `
		SELECT EXISTS (SELECT FROM submissions s JOIN imports i ON i.id = s.import_id AND i.state = 'complete'),
			EXISTS (SELECT FROM shingle_samples WHERE algorithm = $2) OR EXISTS (SELECT FROM fingerprints WHERE algorithm = $1)`,
		fingerprints, samples)
	if err != nil {
		return contest.Searchable{}, fmt.Errorf("what can be searched: %w", explain(err))
	}
	there, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[contest.Searchable])
	if err != nil {
		return contest.Searchable{}, fmt.Errorf("what can be searched: %w", explain(err))
	}
	return there, nil
}

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

// judgement is a [contest.Judgement] as it is stored.
type judgement struct {
	Verdict contest.Verdict `json:"verdict"`
	Solved  bool            `json:"solved"`
	At      *time.Time      `json:"at"` // null where it is not known
	Current bool            `json:"current"`
}

// judgementsOf are those of a submission as they are stored; nil for none.
func judgementsOf(s *contest.Submission) []judgement {
	var list []judgement
	for _, j := range s.Judgements {
		list = append(list, judgement{j.Verdict, j.Solved, nullTime(j.At.UTC()), j.Current})
	}
	return list
}

// judgements reads what judgementsOf has made.
func judgements(stored []judgement) []contest.Judgement {
	var list []contest.Judgement
	for _, j := range stored {
		list = append(list, contest.Judgement{Verdict: j.Verdict, Solved: j.Solved, At: fromNullTime(j.At), Current: j.Current})
	}
	return list
}

// updateMetadata brings up to date what a judge system tells of those submissions that are
// stored already. What is not told now stays as it was.
func updateMetadata(ctx context.Context, tx pgx.Tx, batch []contest.Submission, identities []identity, known map[identity]int64) error {
	var ids []int64
	var systemIDs, versions []string
	var judged []*string // JSON
	for i := range batch {
		s := &batch[i]
		id, ok := known[identities[i]]
		if !ok || s.SystemID == "" && s.LanguageVersion == "" && len(s.Judgements) == 0 {
			continue
		}
		var list *string
		if len(s.Judgements) > 0 {
			text, err := json.Marshal(judgementsOf(s))
			if err != nil {
				return err
			}
			list = new(string(text))
		}
		ids = append(ids, id)
		systemIDs = append(systemIDs, s.SystemID)
		versions = append(versions, s.LanguageVersion)
		judged = append(judged, list)
	}
	if len(ids) == 0 {
		return nil
	}
	_, err := tx.Exec(ctx, `
		UPDATE submissions s
		SET system_id = new.system_id, language_version = new.language_version, judgements = new.judgements
		FROM (
			SELECT o.id, coalesce(nullif(n.system_id, ''), o.system_id) AS system_id,
				coalesce(nullif(n.language_version, ''), o.language_version) AS language_version,
				coalesce(n.judgements::jsonb, o.judgements) AS judgements
			FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) n (id, system_id, language_version, judgements)
			JOIN submissions o ON o.id = n.id
		) new
		WHERE s.id = new.id
		  AND (s.system_id, s.language_version, s.judgements) IS DISTINCT FROM (new.system_id, new.language_version, new.judgements)`,
		ids, systemIDs, versions, judged)
	return err
}

// JudgeMetadata returns what judge systems say of submissions, by their IDs. Those that
// are not there are left out.
func (db *DB) JudgeMetadata(ctx context.Context, submissions []int64) (map[int64]contest.JudgeMetadata, error) {
	rows, err := db.pool.Query(ctx, "SELECT id, kind, system_id, language_version, judgements FROM submissions WHERE id = ANY ($1)", submissions)
	if err != nil {
		return nil, fmt.Errorf("what is told of submissions: %w", explain(err))
	}
	all := make(map[int64]contest.JudgeMetadata, len(submissions))
	var id int64
	var t contest.JudgeMetadata
	var judged []judgement
	_, err = pgx.ForEachRow(rows, []any{&id, &t.Kind, &t.SystemID, &t.LanguageVersion, &judged}, func() error {
		t.Judgements = judgements(judged)
		all[id] = t
		judged = nil
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("what is told of submissions: %w", explain(err))
	}
	return all, nil
}
