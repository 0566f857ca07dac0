package postgres

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
)

const (
	// contestColumns are the columns of contests c, with the problems in the contest's order if that is known, then by name.
	contestColumns = contestMetadata + `, (
		SELECT jsonb_agg(jsonb_build_object('Name', name, 'Title', title, 'SystemID', system_id) ORDER BY ordinal NULLS LAST, name COLLATE "C")
		FROM problems WHERE contest_id = c.id), ` + contestSettings
	contestMetadata = `c.id, c.name, c.created_at, c.submissions, c.participants, c.problems,
		(SELECT count(*) FROM checks n WHERE n.contest_id = c.id), c.system, c.system_id, c.title, c.starts_at, coalesce(c.duration, '0')`
	contestSettings = "c.blind, c.independent, c.agreement, c.outcomes, c.published_base, c.deleted"
	// storedContests are the contests c. A contest without a complete import does not exist yet.
	storedContests = ` FROM contests c
		WHERE EXISTS (SELECT FROM imports i WHERE i.contest_id = c.id AND i.state = 'complete')`
	// selectContest selects contests c without their problems.
	selectContest = "SELECT " + contestMetadata + ", NULL::jsonb, " + contestSettings + storedContests
)

// Contests returns all contests, the newest first.
func (db *DB) Contests(ctx context.Context) (_ []contest.Contest, err error) {
	defer wrap(&err, "contests")
	return list[contest.Contest](ctx, db.pool, selectContest+" ORDER BY c.created_at DESC, c.id DESC")
}

// Contest returns one contest with its problems.
func (db *DB) Contest(ctx context.Context, id int64) (_ contest.Contest, err error) {
	defer wrap(&err, "contest %d", id)
	return get[contest.Contest](ctx, db.pool, "SELECT "+contestColumns+storedContests+" AND c.id = $1", id)
}

// ContestByName returns the contest with a name.
func (db *DB) ContestByName(ctx context.Context, name string) (_ contest.Contest, err error) {
	defer wrap(&err, "contest %q", name)
	return get[contest.Contest](ctx, db.pool, selectContest+" AND c.name = $1", storable(name))
}

// lockContestNamed locks the contest with a name for the session, and returns the contest's ID.
// If wanted is 0, it creates a missing contest; else it returns contest.ErrDeleted unless the contest has this ID.
func (s *session) lockContestNamed(ctx context.Context, name string, wanted int64) (id int64, err error) {
	for {
		// If another import is creating the contest, the first statement waits, but
		// does not see the new row. The second statement sees the row.
		if wanted == 0 {
			if err := execOne(ctx, s, "INSERT INTO contests (name) VALUES ($1) ON CONFLICT DO NOTHING", name); err != nil {
				return 0, err
			}
		}
		id, err = get[int64](ctx, s, "SELECT id FROM contests WHERE name = $1", name)
		isMissing := errors.Is(err, contest.ErrNotFound)
		if wanted != 0 && (isMissing || err == nil && id != wanted) {
			return 0, contest.ErrDeleted
		}
		if isMissing {
			continue // the contest was deleted after the first statement
		}
		if err != nil {
			return 0, err
		}
		if err := s.lock(ctx, lockContest, id, fmt.Sprintf("another import into contest %q", name)); err != nil {
			return 0, err
		}
		deleted, err := get[bool](ctx, s, "SELECT deleted FROM contests WHERE id = $1", id)
		if deleted {
			err = i18n.Errorf("the contest %q was deleted and takes no submissions; choose another name", name)
		}
		if !errors.Is(err, contest.ErrNotFound) {
			return id, err
		}
		// The last holder of the lock deleted the contest.
		if err := s.unlock(ctx, lockContest, id); err != nil {
			return 0, err
		}
	}
}

// recount updates the counts of a contest. Versions of one submission have the same path; only
// the current version counts.
func recount(ctx context.Context, tx pgx.Tx, contestID int64) error {
	return execOne(ctx, tx, `
		UPDATE contests
		SET (problems, participants, submissions) = (
			SELECT count(DISTINCT s.problem_id), count(DISTINCT s.participant_id), count(*)
			FROM submissions s
			JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
			WHERE s.contest_id = $1 AND NOT s.superseded
		)
		WHERE id = $1`, contestID)
}

// ContestsPage returns a page of the contests that pass a filter, the newest first, and counts
// all such contests; limit 0 means no limit.
func (db *DB) ContestsPage(ctx context.Context, filter contest.ContestFilter,
	offset, limit int) (entries []contest.ContestEntry, total int, err error) {
	defer wrap(&err, "contests")
	matching, err := db.matchingContests(ctx, filter)
	if err != nil {
		return nil, 0, err
	}
	entries, err = list[contest.ContestEntry](ctx, db.pool, `
		SELECT page.*, i.finished_at, coalesce(k.id, 0), coalesce(k.state, ''), k.started_at, 0
		FROM (`+selectContest+` AND c.id = ANY ($1) ORDER BY c.created_at DESC, c.id DESC LIMIT nullif($2::bigint, 0) OFFSET $3) page
		LEFT JOIN LATERAL (SELECT max(finished_at) AS finished_at FROM imports n WHERE contest_id = page.id AND state = 'complete'
			AND EXISTS (SELECT FROM submissions WHERE import_id = n.id)) i ON true
		LEFT JOIN LATERAL (SELECT id, state, started_at FROM checks WHERE contest_id = page.id ORDER BY state = 'complete' AND `+comparedNothing+`, id DESC LIMIT 1) k ON true
		ORDER BY page.created_at DESC, page.id DESC`, matching, limit, offset)
	if err != nil {
		return nil, 0, err
	}
	ids := make([]int64, len(entries))
	for i, e := range entries {
		ids[i] = e.ID
	}
	waiting, err := db.pairsToReview(ctx, ids, filter.Visible, filter.Queue, filter.Seal)
	for i := range entries {
		entries[i].PairsToReview = waiting[entries[i].ID]
	}
	return entries, len(matching), err
}

// matchingContests returns the IDs of the contests that pass a filter. It compares the names
// in Go, not in SQL: participantsLike says why.
func (db *DB) matchingContests(ctx context.Context, filter contest.ContestFilter) ([]int64, error) {
	names, err := mapOf[int64, string](ctx, db.pool, `
		SELECT c.id, c.name FROM contests c
		WHERE ($1::bigint[] IS NULL OR c.id = ANY ($1))
		  AND EXISTS (SELECT FROM imports i WHERE i.contest_id = c.id AND i.state = 'complete')`, filter.Visible)
	part := strings.ToLower(filter.Name)
	maps.DeleteFunc(names, func(_ int64, name string) bool { return !strings.Contains(strings.ToLower(name), part) })
	return notNil(slices.Collect(maps.Keys(names))), err
}

// Problems returns the problems of a contest: in the contest's order if that is known, then
// by name.
func (db *DB) Problems(ctx context.Context, contestID int64) (_ []contest.Problem, err error) {
	defer wrap(&err, "problems of contest %d", contestID)
	return list[contest.Problem](ctx, db.pool, `
		SELECT name, title, system_id FROM problems WHERE contest_id = $1
		ORDER BY ordinal NULLS LAST, name COLLATE "C"`, contestID)
}

// maxAgreement is the largest number of reviewers who must agree in a contest.
const maxAgreement = 9

// SetBlindOfNewContest sets whether the review of a contest is blind, and logs a change. It does nothing if an import into a contest
// with the name is complete. If there is no such contest, it adds one that is not blind, but leaves a blind one to the import.
func (db *DB) SetBlindOfNewContest(ctx context.Context, by review.Person, name string, blind bool) (err error) {
	defer wrap(&err, "add contest %q", name)
	if err := validateName("the contest", name); err != nil {
		return err
	}
	// An import that failed may have left the contest.
	const isNew = "NOT EXISTS (SELECT FROM imports i WHERE i.contest_id = c.id AND i.state = 'complete')"
	statement := "INSERT INTO contests AS c (name, blind) VALUES ($1, false) ON CONFLICT (name) DO UPDATE SET blind = false WHERE c.blind AND " + isNew
	if blind {
		statement = "UPDATE contests c SET blind = true WHERE name = $1 AND NOT blind AND " + isNew
	}
	return pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		id, err := get[int64](ctx, tx, statement+" RETURNING id", name)
		if errors.Is(err, contest.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		return record(ctx, tx, review.Entry{Actor: by, ContestID: id, Action: review.ActionSettings,
			Details: review.Details{Setting: "blind", From: fmt.Sprint(!blind), To: fmt.Sprint(blind)}})
	})
}

// SetSettings changes settings of a contest, all or none, and logs each change. The error wraps [review.ErrRefused] if a
// setting is not valid; the caller validates Retention. A change of the agreement computes the states of all cases again.
// Nobody can decide a case while SetSettings runs: see lockCases.
func (db *DB) SetSettings(ctx context.Context, by review.Person, contestID int64, s contest.Settings) (err error) {
	defer wrap(&err, "change the settings of contest %d", contestID)
	if s.Agreement != nil && (*s.Agreement < 1 || *s.Agreement > maxAgreement) {
		return review.Refuse("the number of reviewers who must agree is between 1 and %d", maxAgreement)
	}
	if s.Outcomes != nil {
		if s.Outcomes, err = review.CleanOutcomes(s.Outcomes); err != nil {
			return err
		}
	}
	return pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		for _, setting := range settingsOf(s) {
			isChanged, err := changeSetting(ctx, tx, by, contestID, setting)
			if err == nil && isChanged {
				switch setting.column {
				case "agreement":
					err = recomputeContest(ctx, tx, contestID, *s.Agreement)
				case "place_days", "program_days", "contest_days":
					// So FindOverdue returns the contest again, if anything is overdue by the new days.
					err = execOne(ctx, tx, "UPDATE contests SET overdue_since = NULL WHERE id = $1", contestID)
				}
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// setting is a setting of a contest with its column of contests.
type setting struct {
	column string
	value  any // an int, a bool or a []string
}

// settingsOf lists the settings that s changes.
func settingsOf(s contest.Settings) (list []setting) {
	if s.Agreement != nil {
		list = append(list, setting{"agreement", *s.Agreement})
	}
	for _, box := range []struct {
		column string
		value  *bool
	}{{"blind", s.Blind}, {"independent", s.Independent}, {"published_base", s.PublishedBase}} {
		if box.value != nil {
			list = append(list, setting{box.column, *box.value})
		}
	}
	if s.Outcomes != nil {
		list = append(list, setting{"outcomes", s.Outcomes})
	}
	if r := s.Retention; r != nil {
		list = append(list, setting{"place_days", r.Places}, setting{"program_days", r.Programs}, setting{"contest_days", r.All})
	}
	return list
}

// changeSetting changes a setting of a contest and logs the change. It does nothing if the setting has this value already.
func changeSetting(ctx context.Context, tx pgx.Tx, by review.Person, contestID int64, s setting) (isChanged bool, err error) {
	shown, to := s.column+"::text", fmt.Sprint(s.value)
	if names, ok := s.value.([]string); ok {
		shown, to = "array_to_string("+s.column+", ', ')", strings.Join(names, ", ")
	}
	type row struct {
		From   string
		IsSame bool
	}
	old, err := get[row](ctx, tx, "SELECT "+shown+", "+s.column+" = $2 FROM contests WHERE id = $1 FOR NO KEY UPDATE",
		contestID, s.value)
	if err != nil || old.IsSame {
		return false, err
	}
	if err := execOne(ctx, tx, "UPDATE contests SET "+s.column+" = $2 WHERE id = $1", contestID, s.value); err != nil {
		return false, err
	}
	return true, record(ctx, tx, review.Entry{Actor: by, ContestID: contestID, Action: review.ActionSettings,
		Details: review.Details{Setting: s.column, From: old.From, To: to}})
}

// recomputeContest computes the states of all cases of a contest again.
func recomputeContest(ctx context.Context, tx pgx.Tx, contestID int64, agreement int) error {
	ids, err := list[int64](ctx, tx, "SELECT id FROM cases WHERE contest_id = $1 ORDER BY id", contestID)
	if err == nil {
		_, err = recomputeStates(ctx, tx, agreement, ids)
	}
	return err
}

// comparedNothing is the condition that a complete check had nothing to compare. In the
// order of [contest.NewestCheck], such a check comes after all others.
const comparedNothing = "coalesce((summary->>'submissions')::bigint, 0) = 0"

// pairsToReview counts the pairs that each contest's newest check lists and that need a review by
// the user of the queue; with the zero queue, by anybody. It leaves out
// contests without a check. It also leaves out pairs with contests that visible does not list;
// visible nil means all. [contest.NewestCheck] explains the newest check, and
// [contest.StateMine] the queue.
func (db *DB) pairsToReview(ctx context.Context, contestIDs, visible []int64, queue contest.ReviewQueue, seal contest.Seal) (_ map[int64]int, err error) {
	defer wrap(&err, "count pairs to review")
	sealed := "(" + sealedCase(seal, "$5") + ` AND ($6::bigint[] IS NULL
		OR c.contest_id IN (SELECT id FROM contests WHERE independent AND id = ANY ($6))))`
	return mapOf[int64, int](ctx, db.pool, `
		WITH newest AS MATERIALIZED (
			SELECT DISTINCT ON (contest_id) id, contest_id, last_listed, parameters
			FROM checks
			WHERE contest_id = ANY ($1) AND state = 'complete'
			ORDER BY contest_id, `+comparedNothing+`, id DESC
		), sides AS MATERIALIZED ( -- listed pairs whose cases wait for the user
			SELECT k.contest_id, p.left_submission, p.right_submission, (k.contest_id, p.problem, least(p.left_participant, p.right_participant), greatest(p.left_participant, p.right_participant)) IN (
				SELECT c.contest_id, c.problem, c.first_participant, c.second_participant FROM cases c
				WHERE c.contest_id = ANY ($1) AND `+decidedBefore(sealed)+`) AS decided
			FROM newest k
			CROSS JOIN LATERAL (
				SELECT * FROM pairs p
				WHERE p.check_id = k.id AND p.rank <= k.last_listed AND `+listedBy("k.parameters")+`
				  -- IN instead of joins, so that PostgreSQL makes one hash table for all contests.
				  AND NOT ((k.contest_id, p.problem, least(p.left_participant, p.right_participant), greatest(p.left_participant, p.right_participant)) IN (
					SELECT c.contest_id, c.problem, c.first_participant, c.second_participant FROM cases c
					WHERE c.contest_id = ANY ($1) AND `+notWaitingFor("$3", "$4", sealed)+`))
				  AND ($2::bigint[] IS NULL OR NOT ((p.check_id, p.right_submission) IN (
					SELECT e.check_id, e.submission_id
					FROM check_submissions e
					JOIN submissions s ON s.id = e.submission_id
					WHERE e.check_id IN (SELECT id FROM newest) AND e.earlier AND s.contest_id <> ALL ($2))))
				OFFSET 0
			) p
		), `+storedSides+`
		SELECT k.contest_id, count(*) FILTER (WHERE p.decided OR `+sidesHavePrograms+`)
		FROM newest k
		LEFT JOIN sides p ON p.contest_id = k.contest_id
		GROUP BY 1`, contestIDs, visible, queue.User, queue.ConflictsOf, seal.Viewer, seal.Contests)
}
