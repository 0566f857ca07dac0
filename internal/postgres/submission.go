package postgres

import (
	"context"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/facts"
)

// sideColumns lists the columns of a [contest.Side] in the view submission_sides s, without the name of the contest, which
// the caller knows.
const sideColumns = `s.id, '', s.contest_id, s.participant_id, s.participant, s.number, s.hidden,
	s.problem, s.path, s.language, s.verdict, s.attempt, s.submitted_at`

// sideColumnsOf returns sideColumns for a row with another name than s.
func sideColumnsOf(row string) string { return strings.ReplaceAll(sideColumns, "s.", row+".") }

// sideColumnsWithContest returns sideColumnsOf with the name of the contest.
func sideColumnsWithContest(row string) string {
	return strings.Replace(sideColumnsOf(row), "''", row+".contest", 1)
}

const fromSides = " FROM submission_sides s JOIN imports i ON i.id = s.import_id AND i.state = 'complete'"

// Submissions returns at most limit submissions of a contest that pass a filter and have a
// larger ID than after, sorted by ID; limit 0 means no limit. If several versions have one path, it returns the
// current version.
func (db *DB) Submissions(ctx context.Context, contestID int64, filter contest.SubmissionFilter,
	after int64, limit int) (_ []contest.SubmissionRow, err error) {
	defer wrap(&err, "submissions of contest %d", contestID)
	return list[contest.SubmissionRow](ctx, db.pool, "SELECT "+sideColumns+", s.kind, s.system_id, s.language_version"+fromSides+`
		WHERE s.contest_id = $1 AND s.id > $2
		  AND ($3::bigint = 0 AND NOT s.superseded OR s.id = $3)
		  AND ($4::text = '' OR s.problem = $4) AND ($5::integer = 0 OR s.number = $5)
		ORDER BY s.id LIMIT nullif($6::bigint, 0)`, contestID, after, filter.ID, storable(filter.Problem), filter.Number, limit)
}

// SidesByPath returns the current submissions of a contest with these paths, by path.
func (db *DB) SidesByPath(ctx context.Context, contestID int64, paths []string) (_ map[string]contest.Side, err error) {
	defer wrap(&err, "submissions of contest %d", contestID)
	return mapOf[string, contest.Side](ctx, db.pool, "SELECT s.path, "+sideColumns+fromSides+`
		WHERE s.contest_id = $1 AND NOT s.superseded AND s.path = ANY ($2)`, contestID, paths)
}

// ParticipantSubmissions returns a page of a participant's current submissions, sorted by
// problem and attempt, and the number of all; limit 0 means no limit.
func (db *DB) ParticipantSubmissions(ctx context.Context, participantID int64, offset, limit int) (sides []contest.Side, total int, err error) {
	defer wrap(&err, "submissions of participant %d", participantID)
	const current = " WHERE s.participant_id = $1 AND NOT s.superseded"
	const count = "SELECT count(*) FROM submissions s JOIN imports i ON i.id = s.import_id AND i.state = 'complete'" + current
	return page[contest.Side](ctx, db.pool, count, []any{participantID}, "SELECT "+sideColumns+", ("+count+")"+fromSides+current+`
		ORDER BY s.problem COLLATE "C", s.attempt, s.id LIMIT nullif($2::bigint, 0) OFFSET $3`, participantID, limit, offset)
}

// RelatedSubmissions returns the given submissions and all others by their participants for
// the same problems, compared or not, sorted by time; submissions without a time come last. Of
// several versions of a submission, it returns the given version, or else the current version.
func (db *DB) RelatedSubmissions(ctx context.Context, submissions []int64) (_ []contest.Side, err error) {
	defer wrap(&err, "submissions related to %d others", len(submissions))
	return list[contest.Side](ctx, db.pool, "SELECT "+sideColumns+fromSides+`
		WHERE (s.participant_id, s.problem_id) IN (SELECT participant_id, problem_id FROM submissions WHERE id = ANY ($1))
		  AND (s.id = ANY ($1) OR NOT s.superseded AND NOT EXISTS (
			SELECT FROM submissions n
			WHERE n.id = ANY ($1) AND n.participant_id = s.participant_id AND n.problem_id = s.problem_id AND n.path = s.path))
		ORDER BY s.submitted_at NULLS LAST, s.number, s.attempt, s.path COLLATE "C", s.id`, submissions)
}

// timeOfAll is the time of a submission s; null if the time of an attempt of the participant for the problem is unknown, so that
// their order is that of [contest.SortAttempts].
const timeOfAll = "CASE WHEN bool_and(s.submitted_at IS NOT NULL) OVER (PARTITION BY s.participant_id, s.problem_id) THEN s.submitted_at END"

// Attempts returns the given submissions and all others by their participants for these problems, sorted by participant, time and
// attempt, as [contest.SortAttempts] sorts those for one problem. Each has the own templates that the check found in it. If a
// submission has several versions, it returns the version that the check compared, or else the current version.
func (db *DB) Attempts(ctx context.Context, checkID int64, submissionIDs []int64) (_ []contest.Attempt, err error) {
	defer wrap(&err, "attempts related to %d submissions", len(submissionIDs))
	// ARRAY makes PostgreSQL find the participants and problems first: without it, the planner joins all submissions before.
	return list[contest.Attempt](ctx, db.pool, "SELECT "+sideColumns+`, s.checked, (
			SELECT jsonb_agg(jsonb_build_object('First', first_token, 'Tokens', tokens, 'Problems', problems, 'Earlier', earlier) ORDER BY first_token)
			FROM check_templates WHERE check_id = $1 AND submission_id = s.id), s.kind, s.system_id, s.language_version, s.judgements
		FROM (
			SELECT DISTINCT ON (s.participant_id, s.problem_id, s.path) s.*, k.check_id IS NOT NULL AS checked`+fromSides+`
			LEFT JOIN check_submissions k ON k.check_id = $1 AND k.submission_id = s.id
			WHERE s.participant_id = ANY (ARRAY (SELECT participant_id FROM submissions WHERE id = ANY ($2)))
			  AND s.problem_id = ANY (ARRAY (SELECT problem_id FROM submissions WHERE id = ANY ($2)))
			  AND (NOT s.superseded OR k.check_id IS NOT NULL)
			ORDER BY s.participant_id, s.problem_id, s.path, k.check_id IS NOT NULL DESC, s.superseded, s.id DESC
		) s
		ORDER BY s.participant_id, `+timeOfAll+`, s.problem_id, s.attempt, s.id`, checkID, submissionIDs)
}

// SuccessiveAttempts returns pairs of successive attempts of a participant for a problem that a check
// compared, the earlier attempt first. It returns at most limit pairs, sorted by the identity of the
// later attempt. Identities are hashes, so these pairs are a random sample.
func (db *DB) SuccessiveAttempts(ctx context.Context, checkID int64, limit int) (_ [][2]contest.Side, err error) {
	defer wrap(&err, "attempts of check %d", checkID)
	type row struct{ Earlier, Later contest.Side }
	rows, err := list[row](ctx, db.pool, "SELECT "+sideColumnsOf("a")+", "+sideColumnsOf("b")+`
		FROM (
			SELECT * FROM (
				SELECT id, identity, lag(id) OVER (PARTITION BY participant_id, problem_id ORDER BY time, attempt, id) AS before
				FROM (
					SELECT s.*, `+timeOfAll+` AS time
					FROM check_submissions k JOIN submissions s ON s.id = k.submission_id
					WHERE k.check_id = $1 AND NOT k.earlier
				) compared
			) attempts
			WHERE before IS NOT NULL ORDER BY identity LIMIT $2
		) f
		JOIN submission_sides a ON a.id = f.before
		JOIN submission_sides b ON b.id = f.id
		ORDER BY f.identity`, checkID, limit)
	attempts := make([][2]contest.Side, len(rows))
	for i, r := range rows {
		attempts[i] = [2]contest.Side{r.Earlier, r.Later}
	}
	return attempts, err
}

// ComparedAttempts returns the attempts that a check compared for a problem in the languages with these IDs, in any order.
// The problem "" means all problems, and languages nil all languages.
func (db *DB) ComparedAttempts(ctx context.Context, checkID int64, problem string, languages []string) (_ []contest.Side, err error) {
	defer wrap(&err, "compared attempts of check %d", checkID)
	return list[contest.Side](ctx, db.pool, "SELECT "+sideColumns+`
		FROM check_submissions k JOIN submission_sides s ON s.id = k.submission_id
		WHERE k.check_id = $1 AND NOT k.earlier AND ($2::text[] IS NULL OR s.language = ANY ($2)) AND ($3 = '' OR s.problem = $3)`, checkID, languages, problem)
}

// TimedSubmissions returns the current submissions of official participants of a contest with a known
// time, at most limit, in any order.
func (db *DB) TimedSubmissions(ctx context.Context, contestID int64, limit int) (_ []facts.Submission, err error) {
	defer wrap(&err, "times of the submissions of contest %d", contestID)
	return list[facts.Submission](ctx, db.pool, `
		SELECT s.participant_id, a.number, b.name, s.submitted_at, s.verdict = $2
		FROM submissions s
		JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
		JOIN participants a ON a.id = s.participant_id
		JOIN problems b ON b.id = s.problem_id
		WHERE s.contest_id = $1 AND NOT s.superseded AND s.submitted_at IS NOT NULL AND s.kind = 'official'
		LIMIT $3`, contestID, contest.VerdictAccepted, limit)
}

// Sides describes current submissions of the archive, by ID, with Contest. It leaves out IDs that do not exist, and
// superseded submissions.
func (db *DB) Sides(ctx context.Context, submissions []int64) (_ map[int64]contest.Side, err error) {
	defer wrap(&err, "locations of submissions")
	return mapOf[int64, contest.Side](ctx, db.pool, "SELECT s.id, "+sideColumnsWithContest("s")+fromSides+
		" WHERE s.id = ANY ($1) AND NOT s.superseded", submissions)
}

// ParticipantCounts returns, for submissions by their IDs, how many participants have a current submission for the
// same problem of the same contest. It leaves out IDs that do not exist.
func (db *DB) ParticipantCounts(ctx context.Context, submissions []int64) (_ map[int64]int, err error) {
	defer wrap(&err, "participants with submissions for the same problems")
	return mapOf[int64, int](ctx, db.pool, `
		SELECT s.id, p.participants
		FROM submissions s
		JOIN (
			SELECT o.problem_id, count(DISTINCT o.participant_id) AS participants
			FROM submissions o JOIN imports i ON i.id = o.import_id AND i.state = 'complete'
			WHERE o.problem_id IN (SELECT problem_id FROM submissions WHERE id = ANY ($1)) AND NOT o.superseded
			GROUP BY o.problem_id) p USING (problem_id)
		WHERE s.id = ANY ($1)`, submissions)
}

const filesBatch = 1000 // submissions whose files one query reads

// StoredSubmissions returns the current submissions of a contest with their files, sorted by
// path, and the items that its imports skipped: the input of a check.
func (db *DB) StoredSubmissions(ctx context.Context, contestID int64) (_ []contest.Submission, _ []contest.SkippedItem, err error) {
	defer wrap(&err, "stored submissions of contest %d", contestID)
	submissions, err := pgx.CollectRows(query(ctx, db.pool, `
		SELECT s.id, s.problem, s.participant, s.kind, s.path, s.language, s.verdict, s.attempt, s.submitted_at,
			s.system_id, s.language_version, s.judgements`+fromSides+`
		WHERE s.contest_id = $1 AND NOT s.superseded
		ORDER BY s.path COLLATE "C", s.id`, contestID), func(row pgx.CollectableRow) (s contest.Submission, err error) {
		err = row.Scan(&s.ID, &s.Problem, &s.Participant, &s.Kind, &s.Path, &s.Language, &s.Verdict, &s.Attempt, &s.Time,
			&s.SystemID, &s.LanguageVersion, &s.Judgements)
		return s, err
	})
	if err == nil && len(submissions) == 0 {
		err = contest.ErrNotFound
	}
	if err != nil {
		return nil, nil, err
	}
	for batch := range slices.Chunk(submissions, filesBatch) {
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
	// Leave out items that a later import could read.
	skipped, err := list[contest.SkippedItem](ctx, db.pool, `
		SELECT DISTINCT ON (k.path COLLATE "C") k.path, k.reason
		FROM import_skipped k
		JOIN imports i ON i.id = k.import_id AND i.state = 'complete'
		WHERE i.contest_id = $1 AND NOT EXISTS (SELECT FROM submissions s WHERE s.contest_id = $1 AND s.path = k.path)
		ORDER BY k.path COLLATE "C", k.import_id DESC, k.ordinal`, contestID)
	return submissions, skipped, err
}

// storedJudgements returns judgements with times in UTC; nil, which is stored as null, if there are none.
func storedJudgements(judgements []contest.Judgement) (stored []contest.Judgement) {
	for _, j := range judgements {
		j.At = j.At.UTC()
		stored = append(stored, j)
	}
	return stored
}

// updateMetadata updates the judge metadata of stored submissions. Empty fields change
// nothing.
func updateMetadata(ctx context.Context, tx pgx.Tx, batch []*contest.Submission, identities []contest.Identity,
	storedIDs map[contest.Identity]int64) error {
	var stored []contest.Submission // those with metadata
	for i, s := range batch {
		id, ok := storedIDs[identities[i]]
		if ok && (s.SystemID != "" || s.LanguageVersion != "" || len(s.Judgements) > 0) {
			stored = append(stored, *s)
			stored[len(stored)-1].ID = id
		}
	}
	if len(stored) == 0 {
		return nil
	}
	return execOne(ctx, tx, `
		UPDATE submissions s
		SET system_id = new.system_id, language_version = new.language_version, judgements = new.judgements
		FROM (
			SELECT o.id, coalesce(nullif(n.system_id, ''), o.system_id) AS system_id,
				coalesce(nullif(n.language_version, ''), o.language_version) AS language_version,
				coalesce(n.judgements, o.judgements) AS judgements
			FROM unnest($1::bigint[], $2::text[], $3::text[], $4::jsonb[]) n (id, system_id, language_version, judgements)
			JOIN submissions o ON o.id = n.id
		) new
		WHERE s.id = new.id
		  AND (s.system_id, s.language_version, s.judgements) IS DISTINCT FROM (new.system_id, new.language_version, new.judgements)`,
		columns(stored, func(s contest.Submission) []any {
			return []any{s.ID, s.SystemID, s.LanguageVersion, storedJudgements(s.Judgements)}
		})...)
}

// JudgeMetadata returns the judge metadata of submissions by ID. It leaves out submissions that
// do not exist.
func (db *DB) JudgeMetadata(ctx context.Context, submissions []int64) (_ map[int64]contest.JudgeMetadata, err error) {
	defer wrap(&err, "judge metadata of submissions")
	return mapOf[int64, contest.JudgeMetadata](ctx, db.pool,
		"SELECT id, kind, system_id, language_version, judgements FROM submissions WHERE id = ANY ($1)", submissions)
}
