package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

const (
	// checkColumns are the columns of checks k of contests c, as in [contest.Check], without Matching and
	// Job. Only complete checks have a summary.
	checkColumns = `k.id, k.contest_id, c.name, k.digest, '', k.state, k.reason, k.parameters,
		k.tool_version, k.algorithm_version, k.started_at, k.finished_at, coalesce(k.summary, '{}'), ''`
	selectCheck = "SELECT " + checkColumns + fromChecks
	fromChecks  = " FROM checks k JOIN contests c ON c.id = k.contest_id"
	// checkAndContestColumns are the columns of checks k and of their contests c.
	checkAndContestColumns = checkColumns + ", " + contestColumns
	selectCheckAndContest  = "SELECT " + checkAndContestColumns + fromChecks
)

// Checks returns the checks of a contest in any state, the newest first.
func (db *DB) Checks(ctx context.Context, contestID int64) (_ []contest.Check, err error) {
	defer wrap(&err, "checks of contest %d", contestID)
	return list[contest.Check](ctx, db.pool, selectCheck+" WHERE k.contest_id = $1 ORDER BY k.id DESC", contestID)
}

// Check returns a check in any state.
func (db *DB) Check(ctx context.Context, id int64) (_ contest.Check, err error) {
	defer wrap(&err, "check %d", id)
	return get[contest.Check](ctx, db.pool, selectCheck+" WHERE k.id = $1", id)
}

// CheckAndContest returns a check in any state, and its contest.
func (db *DB) CheckAndContest(ctx context.Context, id int64) (_ contest.CheckAndContest, err error) {
	defer wrap(&err, "check %d", id)
	return get[contest.CheckAndContest](ctx, db.pool, selectCheckAndContest+" WHERE k.id = $1", id)
}

// NewestChecks returns the newest check of each contest that has a complete check; see [contest.NewestCheck].
func (db *DB) NewestChecks(ctx context.Context, contests []int64) (_ []contest.CheckAndContest, err error) {
	defer wrap(&err, "newest checks of %d contests", len(contests))
	return list[contest.CheckAndContest](ctx, db.pool, "SELECT DISTINCT ON (k.contest_id) "+checkAndContestColumns+fromChecks+`
		WHERE k.contest_id = ANY ($1) AND k.state = 'complete'
		ORDER BY k.contest_id, `+comparedNothing+", k.id DESC", contests)
}

// requireComplete returns an error that wraps [contest.ErrNotFound] if a check is not complete: an empty list of results would
// look as if nobody had copied.
func (db *DB) requireComplete(ctx context.Context, checkID int64) error {
	state, err := get[contest.CheckState](ctx, db.pool, "SELECT state FROM checks WHERE id = $1", checkID)
	if err == nil && state != contest.Complete {
		err = fmt.Errorf("%w: the check is %s", contest.ErrNotFound, state)
	}
	return err
}

// Skipped returns a page of the items that a complete check skipped, and counts all items;
// limit 0 means no limit. The items are in the order in which they were stored. In a blind contest,
// where sorted paths would reveal names, the order depends on the contest's secret.
func (db *DB) Skipped(ctx context.Context, checkID int64, offset, limit int) (skipped []contest.SkippedItem, total int, err error) {
	defer wrap(&err, "skipped of check %d", checkID)
	if err := db.requireComplete(ctx, checkID); err != nil {
		return nil, 0, err
	}
	const count = "SELECT count(*) FROM check_skipped WHERE check_id = $1"
	return page[contest.SkippedItem](ctx, db.pool, count, []any{checkID}, `
		SELECT s.path, s.reason, (`+count+`)
		FROM check_skipped s
		JOIN checks k ON k.id = s.check_id
		JOIN contests c ON c.id = k.contest_id
		WHERE s.check_id = $1
		ORDER BY CASE WHEN c.blind THEN sha256(convert_to(c.secret::text || s.path, 'UTF8')) END, s.ordinal
		LIMIT nullif($2::bigint, 0) OFFSET $3`, checkID, limit, offset)
}

func validateSkipped(skipped []contest.SkippedItem) error {
	for _, s := range skipped {
		if s.Reason.IsZero() {
			return fmt.Errorf("%q is skipped without a reason", s.Path)
		}
		if err := validateText("path", s.Path); err != nil {
			return err
		}
	}
	return nil
}

// copySkipped stores what an import or a check skipped. idColumn is the column with the ID of the import or check.
func copySkipped(ctx context.Context, tx pgx.Tx, table, idColumn string, id int64, skipped []contest.SkippedItem) error {
	return copyRows(ctx, tx, table, idColumn+" ordinal path reason", len(skipped), func(i int) []any {
		return []any{id, i + 1, skipped[i].Path, skipped[i].Reason}
	})
}

// Histograms returns the histograms of a complete check, in the order in which [Run.Complete] got them.
func (db *DB) Histograms(ctx context.Context, checkID int64) (_ []contest.Histogram, err error) {
	defer wrap(&err, "histograms of check %d", checkID)
	histograms, err := list[contest.Histogram](ctx, db.pool, "SELECT "+histogramColumns+" FROM histograms h WHERE check_id = $1 ORDER BY ordinal", checkID)
	if err == nil && len(histograms) == 0 { // only complete checks have histograms
		err = db.requireComplete(ctx, checkID)
	}
	return histograms, err
}

// HistogramsOf returns, by the ID of a pair, the histogram that counts the pair; see [contest.HistogramFor]. The pairs may be of
// several checks.
func (db *DB) HistogramsOf(ctx context.Context, pairs []contest.Pair) (_ map[int64]contest.Histogram, err error) {
	defer wrap(&err, "histograms of %d pairs", len(pairs))
	return mapOf[int64, contest.Histogram](ctx, db.pool, "SELECT p.id, "+histogramColumns+`
		FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) p (id, check_id, problem, language)
		CROSS JOIN LATERAL (SELECT * FROM histograms
			WHERE check_id = p.check_id AND language = p.language AND problem IN (p.problem, '') ORDER BY ordinal LIMIT 1) h`,
		columns(pairs, func(p contest.Pair) []any { return []any{p.ID, p.CheckID, p.Problem, p.Language} })...)
}

// histogramColumns are the columns of histograms h, as in [contest.Histogram]; the column highest holds ParticipantBins.
const histogramColumns = `h.problem, h.language, h.programs, h.bins, h.sampled, h.highest, h.participants, h.rarity_among,
	h.median, h.mad, h.typical_size, h.simplicity, h.too_simple`

func copyHistograms(ctx context.Context, tx pgx.Tx, checkID int64, histograms []contest.Histogram) error {
	const columns = `check_id ordinal problem language programs bins sampled highest
		participants rarity_among median mad typical_size simplicity too_simple`
	return copyRows(ctx, tx, "histograms", columns, len(histograms), func(i int) []any {
		h := &histograms[i]
		return []any{checkID, i + 1, h.Problem, h.Language, h.Programs, h.Bins[:], h.Sampled, h.ParticipantBins,
			h.Participants, h.RarityParticipants, h.Median, h.MAD, h.TypicalSize, h.Simplicity, h.TooSimple}
	})
}

// SaveFrequencies stores shingle frequencies of the check. A second call with the same problem and
// family of languages is an error.
func (r *Run) SaveFrequencies(ctx context.Context, frequencies []contest.Frequencies) error {
	return r.do("save shingle frequencies", func(s *session) error {
		return copyRows(ctx, s, "check_frequencies", "check_id problem language content", len(frequencies), func(i int) []any {
			f := &frequencies[i]
			return []any{r.id, f.Problem, f.Language, f.Content}
		})
	})
}

// Frequencies returns the shingle frequencies that a complete check stored for a problem
// and family of languages. The error wraps [contest.ErrNotFound] if there are none.
func (db *DB) Frequencies(ctx context.Context, checkID int64, problem, language string) (_ []byte, err error) {
	defer wrap(&err, "shingle frequencies of check %d", checkID)
	return get[[]byte](ctx, db.pool, `
		SELECT f.content
		FROM check_frequencies f
		JOIN checks k ON k.id = f.check_id AND k.state = 'complete'
		WHERE f.check_id = $1 AND f.problem = $2 AND f.language = $3`, checkID, problem, language)
}

// SaveTemplates stores the own templates that the check found in its submissions. No submission
// may be in two calls.
func (r *Run) SaveTemplates(ctx context.Context, templates []contest.Template) error {
	var rows [][]any
	for _, t := range templates {
		for _, p := range t.Passages {
			rows = append(rows, []any{r.id, t.SubmissionID, p.First, p.Tokens, p.Problems, p.Earlier})
		}
	}
	return r.do("save own templates", func(s *session) error {
		return copyRows(ctx, s, "check_templates", "check_id submission_id first_token tokens problems earlier",
			len(rows), func(i int) []any { return rows[i] })
	})
}

// Templates returns the own templates that a complete check found in submissions, by
// submission ID. Passages are in the order of the tokens.
func (db *DB) Templates(ctx context.Context, checkID int64, submissionIDs []int64) (_ map[int64][]contest.Passage, err error) {
	defer wrap(&err, "own templates in check %d", checkID)
	templates, err := listsOf[int64, contest.Passage](ctx, db.pool, `
		SELECT t.submission_id, t.first_token, t.tokens, t.problems, t.earlier
		FROM check_templates t
		JOIN checks k ON k.id = t.check_id AND k.state = 'complete'
		WHERE t.check_id = $1 AND t.submission_id = ANY ($2)
		ORDER BY t.submission_id, t.first_token`, checkID, submissionIDs)
	if err == nil && len(templates) == 0 {
		err = db.requireComplete(ctx, checkID)
	}
	return templates, err
}

// PreventReuse prevents later checks from reusing measures of this check.
func (r *Run) PreventReuse(ctx context.Context) error {
	return r.do("forget measures", func(s *session) error {
		return execOne(ctx, s, "UPDATE checks SET matching = '' WHERE id = $1", r.id)
	})
}

// StoredMeasures returns the measures of the contest's newest complete check whose matches depend on the same input as this
// check's: its contest.Check.Matching is equal. It returns none if Matching is "", as after [Run.PreventReuse]. It leaves out
// pairs with an own template on a side, whose measures also depend on other programs.
func (r *Run) StoredMeasures(ctx context.Context) (measured []contest.PairMeasures, err error) {
	err = r.do("load earlier measures", func(s *session) error {
		measured, err = list[contest.PairMeasures](ctx, s, `
			SELECT p.left_submission, p.right_submission, p.similarity, p.max_similarity,
				p.coverage_left, p.coverage_right, p.longest_match, p.matched_tokens
			FROM pairs p
			WHERE p.check_id = (
					SELECT max(k.id)
					FROM checks k
					JOIN checks this ON this.id = $1
					WHERE k.contest_id = this.contest_id AND k.state = 'complete'
					  AND k.matching = this.matching AND k.matching <> '')
			  AND NOT EXISTS (
					SELECT FROM check_templates t
					WHERE t.check_id = p.check_id AND t.submission_id = p.left_submission)
			  AND NOT EXISTS (
					SELECT FROM check_templates t
					WHERE t.check_id = p.check_id AND t.submission_id = p.right_submission)`, r.id)
		return err
	})
	return measured, err
}

// SaveEarlierSubmissions adds submissions of other contests to the check, for the right sides of its
// pairs. The submissions must belong to complete imports. The new digest replaces the digest of the
// check, because the submissions change the result. While the check is running, the other contests
// cannot be deleted. If the contest of a submission was just deleted, the error wraps [contest.ErrNotFound].
func (r *Run) SaveEarlierSubmissions(ctx context.Context, digest string, submissionIDs []int64) error {
	return r.do("save earlier submissions", func(s *session) error {
		r.participants = nil // read them again, with those of these submissions
		return pgx.BeginFunc(ctx, s, func(tx pgx.Tx) error {
			if err := shareContests(ctx, tx, submissionIDs); err != nil {
				return err
			}
			if err := r.addSubmissions(ctx, tx, submissionIDs, true); err != nil {
				return err
			}
			return execOne(ctx, tx, "UPDATE checks SET digest = $2 WHERE id = $1", r.id, digest)
		})
	})
}

// earlierPairsOf returns SQL after FROM: the pairs p of other contests' checks whose right side is a submission of this contest
// and is deleted with it. contestID is an SQL expression.
func earlierPairsOf(contestID string) string {
	return `
	pairs p
	JOIN check_submissions e ON e.check_id = p.check_id AND e.submission_id = p.right_submission AND e.earlier
	JOIN submissions s ON s.id = e.submission_id AND s.contest_id = ` + contestID + ` AND s.participant_id = ANY ` + deletable(contestID)
}

// removeEarlierSubmissions removes the deletable submissions of a contest from the checks of other contests,
// with their pairs and alerts, and corrects the summaries of these checks.
func removeEarlierSubmissions(ctx context.Context, tx pgx.Tx, contestID int64) error {
	type changedCheck struct {
		ID      int64
		Summary contest.Summary
		Pairs   int
	}
	checks, err := list[changedCheck](ctx, tx, `
		SELECT k.id, k.summary, (SELECT count(*) FROM `+earlierPairsOf("$1")+` WHERE p.check_id = k.id)
		FROM checks k
		WHERE k.summary IS NOT NULL AND k.contest_id <> $1 AND EXISTS (
			SELECT FROM check_submissions e
			JOIN submissions s ON s.id = e.submission_id AND s.contest_id = $1
			WHERE e.check_id = k.id AND e.earlier)
		ORDER BY k.id
		FOR UPDATE OF k`, contestID)
	if err != nil {
		return err
	}
	for _, c := range checks {
		if c.Summary.Earlier == nil {
			return errors.New("a check has earlier submissions, but its summary does not count them")
		}
		c.Summary.PairsStored -= c.Pairs
		c.Summary.Earlier.Pairs -= c.Pairs
		c.Summary.Earlier.Deleted += c.Pairs
		if err := execOne(ctx, tx, "UPDATE checks SET summary = $2 WHERE id = $1", c.ID, c.Summary); err != nil {
			return err
		}
	}
	return execAll(ctx, tx, []string{
		`DELETE FROM alerts a USING submissions s WHERE s.id = a.right_submission AND s.contest_id = $1 AND a.contest_id <> $1
			AND s.participant_id = ANY ` + deletable("$1"),
		`DELETE FROM pairs WHERE id = ANY (SELECT p.id FROM ` + earlierPairsOf("$1") + `)`,
		`DELETE FROM check_submissions WHERE earlier AND submission_id = ANY (
			SELECT id FROM submissions WHERE contest_id = $1 AND participant_id = ANY ` + deletable("$1") + `)`,
	}, contestID)
}
