package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

const (
	checkColumns = `k.id, k.contest_id, c.name, k.digest, k.state, k.reason, k.parameters,
		k.tool_version, k.algorithm_version, k.started_at, k.finished_at, k.summary`
	selectCheck = "SELECT " + checkColumns + " FROM checks k JOIN contests c ON c.id = k.contest_id"
)

// Checks returns the checks of a contest in any state, the newest first.
func (db *DB) Checks(ctx context.Context, contestID int64) (_ []contest.Check, err error) {
	defer wrap(&err, "checks of contest %d", contestID)
	return list(ctx, db.pool, scanCheck, selectCheck+" WHERE k.contest_id = $1 ORDER BY k.id DESC", contestID)
}

// Check returns one check, in any state.
func (db *DB) Check(ctx context.Context, id int64) (_ contest.Check, err error) {
	defer wrap(&err, "check %d", id)
	return get(ctx, db.pool, scanCheck, selectCheck+" WHERE k.id = $1", id)
}

func scanCheck(row pgx.CollectableRow) (c contest.Check, err error) {
	fields, complete := checkFields(&c)
	err = row.Scan(fields...)
	complete()
	return c, err
}

// checkFields are where checkColumns are scanned to, and what is to be called then.
func checkFields(c *contest.Check) (fields []any, complete func()) {
	summary := new(*contest.Summary) // null unless the check is complete
	return []any{&c.ID, &c.ContestID, &c.Contest, &c.Digest, &c.State, &c.Reason, &c.Parameters,
			&c.ToolVersion, &c.AlgorithmVersion, optionalTime{&c.StartedAt}, optionalTime{&c.FinishedAt}, summary}, func() {
			if *summary != nil {
				c.Summary = **summary
			}
		}
}

// requireComplete returns the contest of a check, and an error that wraps
// [contest.ErrNotFound] unless the check is complete. An empty list of results
// would look like innocence.
func (db *DB) requireComplete(ctx context.Context, checkID int64) (contestID int64, err error) {
	var state contest.CheckState
	err = db.pool.QueryRow(ctx, "SELECT contest_id, state FROM checks WHERE id = $1", checkID).Scan(&contestID, &state)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		err = contest.ErrNotFound
	case err == nil && state != contest.Complete:
		err = fmt.Errorf("%w: the check is %s", contest.ErrNotFound, state)
	}
	return contestID, err
}

// Skipped returns what a complete check did not compare, and why, from an offset
// on, and how much there is in all; limit 0 is no limit. It is in the order in which
// it was stored; in a blind contest in one that the contest's secret gives, because
// the order of paths would reveal whose they are.
func (db *DB) Skipped(ctx context.Context, checkID int64, offset, limit int) (skipped []contest.SkippedItem, total int, err error) {
	defer wrap(&err, "skipped of check %d", checkID)
	if _, err := db.requireComplete(ctx, checkID); err != nil {
		return nil, 0, err
	}
	// A complete check does not change, so the count and the page agree.
	if err := db.pool.QueryRow(ctx, "SELECT count(*) FROM check_skipped WHERE check_id = $1", checkID).Scan(&total); err != nil {
		return nil, 0, err
	}
	skipped, err = list(ctx, db.pool, pgx.RowToStructByPos[contest.SkippedItem], `
		SELECT s.path, s.reason
		FROM check_skipped s
		JOIN checks k ON k.id = s.check_id
		JOIN contests c ON c.id = k.contest_id
		WHERE s.check_id = $1
		ORDER BY CASE WHEN c.blind THEN sha256(convert_to(c.secret::text || s.path, 'UTF8')) END, s.ordinal LIMIT nullif($2::bigint, 0) OFFSET $3`, checkID, limit, offset)
	return skipped, total, err
}

func checkSkipped(skipped []contest.SkippedItem) error {
	for _, s := range skipped {
		if s.Reason == "" {
			return fmt.Errorf("%q is skipped without a reason", s.Path)
		}
		if err := checkText("path", s.Path); err != nil {
			return err
		}
		if err := checkText("reason", s.Reason); err != nil {
			return err
		}
	}
	return nil
}

// copySkipped stores what an import or a check skipped.
func copySkipped(ctx context.Context, tx pgx.Tx, table, owner string, id int64, skipped []contest.SkippedItem) error {
	_, err := tx.CopyFrom(ctx, pgx.Identifier{table}, []string{owner, "ordinal", "path", "reason"},
		pgx.CopyFromSlice(len(skipped), func(i int) ([]any, error) {
			return []any{id, i + 1, skipped[i].Path, skipped[i].Reason}, nil
		}))
	return err
}

// Histograms returns the histograms of a complete check, in the order in which
// they were stored.
func (db *DB) Histograms(ctx context.Context, checkID int64) (_ []contest.Histogram, err error) {
	defer wrap(&err, "histograms of check %d", checkID)
	histograms, err := list(ctx, db.pool, func(row pgx.CollectableRow) (h contest.Histogram, err error) {
		var bins []int64
		err = row.Scan(&h.Problem, &h.Language, &h.Programs, &bins, &h.Sampled, &h.Highest,
			&h.Participants, &h.RarityPool, &h.Median, &h.MAD, &h.TypicalSize, &h.Simplicity, &h.TooSimple)
		copy(h.Bins[:], bins)
		return h, err
	}, `
		SELECT problem, language, programs, bins, sampled, highest, participants, rarity_among, median, mad, typical_size, simplicity, too_simple
		FROM histograms WHERE check_id = $1 ORDER BY ordinal`, checkID)
	if err == nil && len(histograms) == 0 { // only complete checks have some
		_, err = db.requireComplete(ctx, checkID)
	}
	return histograms, err
}

func copyHistograms(ctx context.Context, tx pgx.Tx, checkID int64, histograms []contest.Histogram) error {
	_, err := tx.CopyFrom(ctx, pgx.Identifier{"histograms"},
		[]string{"check_id", "ordinal", "problem", "language", "programs", "bins", "sampled", "highest",
			"participants", "rarity_among", "median", "mad", "typical_size", "simplicity", "too_simple"},
		pgx.CopyFromSlice(len(histograms), func(i int) ([]any, error) {
			h := &histograms[i]
			return []any{checkID, i + 1, h.Problem, h.Language, h.Programs, h.Bins[:], h.Sampled, h.Highest,
				h.Participants, h.RarityPool, h.Median, h.MAD, h.TypicalSize, h.Simplicity, h.TooSimple}, nil
		}))
	return err
}

// SaveFrequencies stores the shingle frequencies of the check, each problem and
// family of languages once.
func (r *Run) SaveFrequencies(ctx context.Context, frequencies []contest.Frequencies) error {
	return r.do("save shingle frequencies", func(s *session) error {
		_, err := s.CopyFrom(ctx, pgx.Identifier{"check_frequencies"}, []string{"check_id", "problem", "language", "content"},
			pgx.CopyFromSlice(len(frequencies), func(i int) ([]any, error) {
				f := &frequencies[i]
				return []any{r.id, f.Problem, f.Language, f.Content}, nil
			}))
		return err
	})
}

// Frequencies returns what a complete check stored of a problem and family of
// languages. If it stored none, the error wraps
// [contest.ErrNotFound].
func (db *DB) Frequencies(ctx context.Context, checkID int64, problem, language string) (_ []byte, err error) {
	defer wrap(&err, "shingle frequencies of check %d", checkID)
	return get(ctx, db.pool, pgx.RowTo[[]byte], `
		SELECT f.content
		FROM check_frequencies f
		JOIN checks k ON k.id = f.check_id AND k.state = 'complete'
		WHERE f.check_id = $1 AND f.problem = $2 AND f.language = $3`, checkID, problem, language)
}

// SaveTemplates stores the own templates that the check found in its
// submissions, each submission once.
func (r *Run) SaveTemplates(ctx context.Context, templates []contest.Template) error {
	var rows [][]any
	for _, t := range templates {
		for _, p := range t.Passages {
			rows = append(rows, []any{r.id, t.SubmissionID, p.First, p.Tokens, p.Problems, p.Earlier})
		}
	}
	return r.do("save own templates", func(s *session) error {
		_, err := s.CopyFrom(ctx, pgx.Identifier{"check_templates"},
			[]string{"check_id", "submission_id", "first_token", "tokens", "problems", "earlier"}, pgx.CopyFromRows(rows))
		return err
	})
}

// Templates returns the own templates that a complete check found in submissions,
// by their IDs, each in the order of the tokens.
func (db *DB) Templates(ctx context.Context, checkID int64, submissionIDs []int64) (_ map[int64][]contest.Passage, err error) {
	defer wrap(&err, "own templates in check %d", checkID)
	rows := query(ctx, db.pool, `
		SELECT t.submission_id, t.first_token, t.tokens, t.problems, t.earlier
		FROM checks k
		LEFT JOIN check_templates t ON t.check_id = k.id AND t.submission_id = ANY ($2)
		WHERE k.id = $1 AND k.state = 'complete'
		ORDER BY t.submission_id, t.first_token`, checkID, submissionIDs)
	var submission, first, tokens *int64
	var problems []string
	var earlier *bool
	templates := make(map[int64][]contest.Passage)
	tag, err := pgx.ForEachRow(rows, []any{&submission, &first, &tokens, &problems, &earlier}, func() error {
		if submission != nil { // null if the check has no such template
			templates[*submission] = append(templates[*submission], contest.Passage{First: int(*first), Tokens: int(*tokens), Problems: problems, Earlier: *earlier})
		}
		return nil
	})
	if err == nil && tag.RowsAffected() == 0 {
		err = contest.ErrNotFound
	}
	return templates, err
}

// Forget has later checks take no measures over from this one.
func (r *Run) Forget(ctx context.Context) error {
	return r.do("forget what it measures", func(s *session) error {
		_, err := s.Exec(ctx, "UPDATE checks SET matching = '' WHERE id = $1", r.id)
		return err
	})
}

// Measured returns what the last complete check of the contest measured, of the
// same contest.Check.Matching, without the pairs whose measures depend on other
// programs too: those with own template on a side. It returns none for a check
// whose Matching is "", as that of one with [Run.Forget] is.
func (r *Run) Measured(ctx context.Context) (measured []contest.PairMeasures, err error) {
	err = r.do("load earlier measures", func(s *session) error {
		measured, err = list(ctx, s, pgx.RowToStructByPos[contest.PairMeasures], `
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

// SaveEarlier adds submissions of other contests to those of the check: its
// pairs may then have them on the right. They, too, must be of complete imports.
// What they are decides what the check finds, so the check gets another digest.
// While the check is running, their contests cannot be deleted; where one just
// was, the error wraps [contest.ErrNotFound].
func (r *Run) SaveEarlier(ctx context.Context, digest string, submissionIDs []int64) error {
	return r.do("save earlier submissions", func(s *session) error {
		r.participants = nil
		ids := slices.Compact(slices.Sorted(slices.Values(submissionIDs)))
		return pgx.BeginFunc(ctx, s, func(tx pgx.Tx) error {
			// Waits for those who delete one of these contests, see claim.
			_, err := tx.Exec(ctx, `
				SELECT FROM contests
				WHERE id = ANY (SELECT contest_id FROM submissions WHERE id = ANY ($1))
				ORDER BY id FOR KEY SHARE`, ids)
			if err != nil {
				return err
			}
			added, err := tx.Exec(ctx, `
				INSERT INTO check_submissions (check_id, submission_id, earlier)
				SELECT k.id, s.id, true
				FROM checks k
				JOIN submissions s ON s.id = ANY ($2) AND s.contest_id <> k.contest_id
				JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
				WHERE k.id = $1`, r.id, ids)
			if err != nil {
				return err
			}
			if n := int64(len(ids)) - added.RowsAffected(); n > 0 {
				return fmt.Errorf("%d of %d submissions: %w", n, len(ids), contest.ErrNotFound)
			}
			_, err = tx.Exec(ctx, "UPDATE checks SET digest = $2 WHERE id = $1", r.id, digest)
			return err
		})
	})
}

// pairsOf are the pairs of other contests' checks that name submissions of a
// contest, whose ID is given as SQL.
func pairsOf(contestID string) string {
	return `
	pairs p
	JOIN check_submissions e ON e.check_id = p.check_id AND e.submission_id = p.right_submission AND e.earlier
	JOIN submissions s ON s.id = e.submission_id AND s.contest_id = ` + contestID
}

// removeEarlier removes the submissions of a contest from the checks of others,
// with their pairs and alerts, and counts the pairs as gone.
func removeEarlier(ctx context.Context, tx pgx.Tx, contestID int64) error {
	rows := query(ctx, tx, `
		SELECT k.id, k.summary, (SELECT count(*) FROM `+pairsOf("$1")+` WHERE p.check_id = k.id)
		FROM checks k
		WHERE k.summary IS NOT NULL AND k.contest_id <> $1 AND EXISTS (
			SELECT FROM check_submissions e
			JOIN submissions s ON s.id = e.submission_id AND s.contest_id = $1
			WHERE e.check_id = k.id AND e.earlier)
		ORDER BY k.id
		FOR UPDATE OF k`, contestID)
	type named struct {
		check   int64
		summary contest.Summary
		pairs   int
	}
	checks, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (n named, err error) {
		err = row.Scan(&n.check, &n.summary, &n.pairs)
		return n, err
	})
	if err != nil {
		return err
	}
	for _, n := range checks {
		if n.summary.Earlier == nil {
			return errors.New("a check has earlier submissions, and no summary of them")
		}
		n.summary.PairsStored -= n.pairs
		n.summary.Earlier.Pairs -= n.pairs
		n.summary.Earlier.Deleted += n.pairs
		if _, err := tx.Exec(ctx, "UPDATE checks SET summary = $2 WHERE id = $1", n.check, n.summary); err != nil {
			return err
		}
	}
	for _, statement := range []string{
		`DELETE FROM alerts a USING submissions s WHERE s.id = a.right_submission AND s.contest_id = $1 AND a.contest_id <> $1`,
		`DELETE FROM pairs WHERE id = ANY (SELECT p.id FROM ` + pairsOf("$1") + `)`,
		`DELETE FROM check_submissions WHERE earlier AND submission_id = ANY (SELECT id FROM submissions WHERE contest_id = $1)`,
	} {
		if _, err := tx.Exec(ctx, statement, contestID); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

// ContestsNotIndexed returns the names, sorted, of the contests in a scope that have
// submissions, but none with a sample of a version: they were never checked, or
// not since the version was another.
func (db *DB) ContestsNotIndexed(ctx context.Context, sampleVersion int, scope contest.Scope) (_ []string, err error) {
	defer wrap(&err, "contests that were not read")
	rows, err := db.pool.Query(ctx, `
		SELECT c.name
		FROM contests c
		WHERE c.submissions > 0
		  AND ($2::bigint[] IS NULL OR c.id = ANY ($2)) AND c.id <> ALL ($3::bigint[])
		  AND NOT EXISTS (
			SELECT FROM submissions s
			JOIN shingle_samples p ON p.submission_id = s.id AND p.algorithm = $1
			WHERE s.contest_id = c.id)`,
		sampleVersion, scope.Within, append([]int64{}, scope.Without...)) // null would be no contest left out
	if err != nil {
		return nil, err
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, err
	}
	slices.Sort(names) // whatever the locale of the database
	return names, nil
}
