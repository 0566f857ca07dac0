package postgres

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
)

// ErasePerson removes the name, affiliation, places, statements and programs of a participant. It also removes the name from
// the notes, paths and messages of all contests that have a case or a checked submission of the participant. Pairs, decisions
// and the counts of checks stay, with the participant's number. Files that other participants also submitted stay. ErasePerson counts
// what it changes, as [review.PersonalData.Erasable] does before. The error wraps [contest.ErrInUse] as in [DB.DeleteContest].
func (db *DB) ErasePerson(ctx context.Context, by review.Person, p contest.Participant) (e contest.Erasure, err error) {
	defer wrap(&err, "erase participant %d of contest %d", p.Number, p.ContestID)
	err = db.whileUnused(ctx, p.ContestID, func(tx pgx.Tx) error {
		var sources [][]byte
		if e.Submissions, sources, err = erasePrograms(ctx, tx, "participant_id = $1", p.ID); err != nil {
			return err
		}
		if err := recount(ctx, tx, p.ContestID); err != nil {
			return err
		}
		// The path of a submission names the participant.
		if err := execOne(ctx, tx, "UPDATE submissions SET path = 'erased/' || id, system_id = '' WHERE participant_id = $1", p.ID); err != nil {
			return err
		}
		// Statements are personal data of the participant, even without the name.
		e.Statements, err = get[int](ctx, tx, `
			WITH gone AS (DELETE FROM links WHERE participant_id = $1 RETURNING statement)
			SELECT count(*) FROM gone WHERE statement <> ''`, p.ID)
		if err != nil {
			return err
		}
		if e.Texts, err = eraseName(ctx, tx, p); err != nil {
			return err
		}
		if err := eraseJobsNaming(ctx, tx, p); err != nil {
			return err
		}
		// The name of another participant may be this label.
		if err := execOne(ctx, tx, `
			UPDATE participants a
			SET name = $2 || CASE WHEN EXISTS (SELECT FROM participants o WHERE o.contest_id = a.contest_id AND o.name = $2 AND o.id <> a.id)
					THEN ' ' || a.id ELSE '' END,
				affiliation = '', site = '', address = '', seat = '', system_id = '', former_names = '{}'
			WHERE a.id = $1`, p.ID, blind.Labels{}.Participant(p.Number)+" (erased)"); err != nil {
			return err
		}
		if err := removeUnusedContents(ctx, tx, sources); err != nil {
			return err
		}
		return record(ctx, tx, review.Entry{Actor: by, ContestID: p.ContestID, Action: review.ActionErase,
			First: review.ParticipantRef{ContestID: p.ContestID, Number: p.Number}, Details: review.Details{Count: e.Submissions}})
	})
	return e, err
}

// ErasePrograms removes all programs of a contest, and counts their submissions. Pairs, decisions and the counts of checks stay. The
// error wraps [contest.ErrInUse] as in [DB.DeleteContest].
func (db *DB) ErasePrograms(ctx context.Context, by review.Person, contestID int64) (submissions int, err error) {
	defer wrap(&err, "erase the programs of contest %d", contestID)
	err = db.whileUnused(ctx, contestID, func(tx pgx.Tx) error {
		var sources [][]byte
		if submissions, sources, err = erasePrograms(ctx, tx, "contest_id = $1", contestID); err != nil {
			return err
		}
		if err := recount(ctx, tx, contestID); err != nil {
			return err
		}
		if err := removeUnusedContents(ctx, tx, sources); err != nil {
			return err
		}
		return record(ctx, tx, review.Entry{Actor: by, ContestID: contestID, Action: review.ActionErase,
			Details: review.Details{Setting: review.ErasedPrograms, Count: submissions}})
	})
	return submissions, err
}

// ErasePlaces removes the addresses and seats of all participants of a contest, and counts the participants that had one.
func (db *DB) ErasePlaces(ctx context.Context, by review.Person, contestID int64) (participants int, err error) {
	defer wrap(&err, "erase the addresses of contest %d", contestID)
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		update, err := tx.Exec(ctx, "UPDATE participants SET address = '', seat = '' WHERE contest_id = $1 AND (address, seat) <> ('', '')", contestID)
		if err != nil {
			return err
		}
		participants = int(update.RowsAffected())
		return record(ctx, tx, review.Entry{Actor: by, ContestID: contestID, Action: review.ActionErase,
			Details: review.Details{Setting: review.ErasedPlaces, Count: participants}})
	})
	return participants, err
}

// withoutFiles marks submissions without files as superseded, so that no check reads them again. It also
// gives them random identities, so that an import of the same programs stores new submissions, and because an
// identity is a hash of the path, which may name a participant.
const withoutFiles = "superseded = true, " + randomIdentity

const randomIdentity = "identity = sha256(convert_to(gen_random_uuid()::text, 'UTF8'))"

// erasePrograms removes the files of the submissions that a condition with $1 selects, and all data derived from these
// files. The caller removes the contents, with the hashes in sources, at the end of its work, because imports into other
// contests then wait.
func erasePrograms(ctx context.Context, tx pgx.Tx, condition string, value int64) (submissions int, sources [][]byte, err error) {
	chosen := "(SELECT id FROM submissions WHERE " + condition + ")"
	sources, err = list[[]byte](ctx, tx, "SELECT DISTINCT source FROM submission_files WHERE submission_id = ANY "+chosen, value)
	if err != nil {
		return 0, nil, err
	}
	if err := removeIndex(ctx, tx, condition, value); err != nil {
		return 0, nil, err
	}
	submissions, err = get[int](ctx, tx, "SELECT count(DISTINCT submission_id) FROM submission_files WHERE submission_id = ANY "+chosen, value)
	if err != nil {
		return 0, nil, err
	}
	return submissions, sources, execAll(ctx, tx, []string{
		"DELETE FROM check_templates WHERE submission_id = ANY " + chosen,
		"DELETE FROM submission_files WHERE submission_id = ANY " + chosen,
		"UPDATE submissions SET " + withoutFiles + " WHERE " + condition,
	}, value)
}

// namingTexts are the columns with texts of users or judge systems, which may name participants. A column may be a field of a
// JSON document. The condition selects the rows of the contests $1. The place says for people where a text stands.
var namingTexts = []struct {
	place, table, condition string
	columns                 []string
}{
	{"import", "imports", ofContests, []string{"origin", "reason"}},
	{"skipped by an import", "import_skipped", "import_id = ANY (SELECT id FROM imports WHERE " + ofContests + ")", []string{"path", "reason"}},
	{"check", "checks", ofContests, []string{"reason"}},
	{"base code of a check", "check_base", ofChecks, []string{"path"}},
	{"base code of a check", "checks", "parameters ? 'base' AND " + ofContests, []string{"parameters['base']"}},
	{"skipped by a check", "check_skipped", ofChecks, []string{"path", "reason"}},
	{"watch", "watches", ofContests, []string{"reason"}},
	{"followed contest", "followings", "name = ANY (SELECT name FROM contests WHERE id = ANY ($1))", []string{"reason"}},
	{"note of a review", "reviews", ofCases, []string{"note"}},
	{"note of a replaced review", "reviews", "replaced['note'] <> '\"\"' AND " + ofCases, []string{"replaced['note']"}},
	{"appeal", "cases", ofContests, []string{"appeal"}},
	{"link or statement", "links", ofCases, []string{"recipient", "statement"}},
	{"note in the log", "audit_notes", ofContests, []string{"note"}},
	{"known source", "known_sources", ofContests, []string{"name", "path", "url", "licence"}},
	{"known source of a check", "check_sources", ofChecks, []string{"name", "path", "url", "licence"}},
	{"known source of an alert", "alerts", "known IS NOT NULL AND " + ofContests, []string{"known['name']"}},
	{"known source of a pair", "pairs", "known IS NOT NULL AND " + ofChecks, []string{"known['name']"}},
}

const (
	ofContests = "contest_id = ANY ($1)"
	ofChecks   = "check_id = ANY (SELECT id FROM checks WHERE " + ofContests + ")"
	ofCases    = "case_id = ANY (SELECT id FROM cases WHERE " + ofContests + ")"
)

// contestsAbout returns the contest of a participant, and the contests that have a case, an alert or a checked submission of
// the participant.
func contestsAbout(ctx context.Context, q querier, p contest.Participant) ([]int64, error) {
	return list[int64](ctx, q, `
		SELECT $2::bigint
		UNION
		SELECT contest_id FROM cases WHERE $1 IN (first_participant, second_participant)
		UNION
		SELECT a.contest_id
		FROM alerts a
		JOIN submissions s ON s.id = a.right_submission AND s.participant_id = $1
		UNION
		SELECT k.contest_id
		FROM check_submissions e
		JOIN submissions s ON s.id = e.submission_id AND s.participant_id = $1
		JOIN checks k ON k.id = e.check_id`, p.ID, p.ContestID)
}

// eraseName masks the name of a participant in the texts and summaries of all contests about the participant. It returns the
// number of changed texts.
func eraseName(ctx context.Context, tx pgx.Tx, p contest.Participant) (changed int, err error) {
	contests, err := contestsAbout(ctx, tx, p)
	if err != nil {
		return 0, err
	}
	// In the order of lockCases: cases before their reviews and links, sorted by ID.
	if err := execOne(ctx, tx, "SELECT FROM cases WHERE "+ofContests+" ORDER BY id FOR NO KEY UPDATE", contests); err != nil {
		return 0, err
	}
	err = findTexts(ctx, tx, p, contests, " FOR NO KEY UPDATE", func(t namingText) error {
		changed++
		return execOne(ctx, tx, "UPDATE "+t.table+" SET "+t.column+" = $2 WHERE ctid = $1::tid", t.row, t.masked)
	})
	if err != nil {
		return 0, err
	}
	p.Hidden = true
	maskSummary := func(s contest.Summary) contest.Summary { return blind.Labels{}.Summary(s, []contest.Participant{p}) }
	return changed, rewriteSummaries(ctx, tx, maskSummary, contests)
}

// namingText is a stored text that names a participant.
type namingText struct {
	table, column, row string // row is the ctid
	place              string
	text               string // for people
	masked             string // the new value of the column, with the number of the participant instead of the name
}

// findTexts calls found for each text of the contests that names a participant. The SQL in lock is added to the queries.
// found may change the row of its text.
func findTexts(
	ctx context.Context, q querier, p contest.Participant, contests []int64, lock string, found func(namingText) error,
) error {
	p.Hidden = true
	mask := blind.Labels{}.NewMasker([]contest.Participant{p}).ForParticipants(p).Mask
	for _, t := range namingTexts {
		for _, column := range t.columns {
			change := func(stored string) (text, masked string) { return stored, mask(stored) }
			if column == "reason" {
				change = func(stored string) (text, masked string) {
					reason := i18n.Stored(stored)
					return reason.String(), reason.Map(mask).Column()
				}
			} else if strings.HasSuffix(column, "]") {
				change = func(stored string) (text, masked string) { return maskJSON(stored, mask) }
			}
			texts, err := list[struct{ Row, Text string }](ctx, q,
				"SELECT ctid::text, "+column+" FROM "+t.table+" WHERE "+t.condition+lock, contests)
			if err != nil {
				return err
			}
			for _, stored := range texts {
				if text, masked := change(stored.Text); masked != stored.Text {
					if err := found(namingText{t.table, column, stored.Row, t.place, text, masked}); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// maskJSON masks a JSON string, or each string of a JSON list. text is without quotes and escapes; masked is stored if nothing
// changes.
func maskJSON(stored string, mask func(string) string) (text, masked string) {
	words := make([]string, 1)
	isList := strings.HasPrefix(stored, "[")
	if isList {
		_ = json.Unmarshal([]byte(stored), &words) // PostgreSQL stores only valid JSON
	} else {
		_ = json.Unmarshal([]byte(stored), &words[0])
	}
	text = strings.Join(words, ", ")
	changed := false
	for i, w := range words {
		words[i] = mask(w)
		changed = changed || words[i] != w
	}
	if !changed {
		return text, stored
	}
	var value any = words
	if !isList {
		value = words[0]
	}
	encoded, _ := json.Marshal(value) // strings have no errors
	return text, string(encoded)
}

// eraseJobsNaming removes the ended jobs that name a participant. The server that runs the jobs then deletes the files of held
// jobs.
func eraseJobsNaming(ctx context.Context, tx pgx.Tx, p contest.Participant) error {
	ids, err := jobsNaming(ctx, tx, p)
	if err != nil {
		return err
	}
	return eraseJobs(ctx, tx, "id = ANY ($1)", ids)
}

// jobsNaming returns the ended jobs with the whole name of a participant in their upload, preview or error message. A single
// word of the name is not enough, because it may be any word.
func jobsNaming(ctx context.Context, q querier, p contest.Participant) (ids []string, err error) {
	p = contest.Participant{ID: p.ID, Number: p.Number, Name: p.Name, FormerNames: p.FormerNames, Hidden: true}
	masker := blind.Labels{}.NewMasker([]contest.Participant{p})
	ended, err := list[struct {
		ID      string
		Content any
	}](ctx, q, "SELECT id, content FROM jobs WHERE "+hasJobEnded)
	for _, j := range ended {
		if containsName(masker, j.Content) {
			ids = append(ids, j.ID)
		}
	}
	return ids, err
}

// containsName reports whether a text in a decoded JSON value contains a name of the masker.
func containsName(masker *blind.Masker, value any) bool {
	switch value := value.(type) {
	case string:
		return len(masker.Find(value)) > 0
	case []any:
		return slices.ContainsFunc(value, func(v any) bool { return containsName(masker, v) })
	case map[string]any:
		for _, v := range value {
			if containsName(masker, v) {
				return true
			}
		}
	}
	return false
}

// rewriteSummaries applies change to the summaries of the contests' checks.
func rewriteSummaries(ctx context.Context, tx pgx.Tx, change func(contest.Summary) contest.Summary, contests []int64) error {
	type check struct {
		ID      int64
		Summary contest.Summary
	}
	checks, err := list[check](ctx, tx,
		"SELECT id, summary FROM checks WHERE summary IS NOT NULL AND contest_id = ANY ($1) FOR NO KEY UPDATE", contests)
	if err != nil {
		return err
	}
	for _, c := range checks {
		if err := execOne(ctx, tx, "UPDATE checks SET summary = $2 WHERE id = $1", c.ID, change(c.Summary)); err != nil {
			return err
		}
	}
	return nil
}

// Retention returns for how many days after its end the data of a contest is stored.
func (db *DB) Retention(ctx context.Context, contestID int64) (_ contest.Retention, err error) {
	defer wrap(&err, "retention of contest %d", contestID)
	return get[contest.Retention](ctx, db.pool,
		"SELECT place_days, program_days, contest_days FROM contests WHERE id = $1", contestID)
}

// Overdue returns the contests whose data is stored for longer than their retention says, sorted by ID.
func (db *DB) Overdue(ctx context.Context) (_ []contest.Overdue, err error) {
	defer wrap(&err, "overdue data")
	return overdueAt(ctx, db.pool, "now()")
}

// earlierClock is the time of the database or the time $1 of this machine, whichever is earlier, so that one clock that is
// ahead makes nothing overdue.
const earlierClock = "least(now(), $1::timestamptz)"

// FindOverdue stores since when contests are overdue, and returns those that it finds overdue now for the first time, or
// still overdue a day after it last returned them.
func (db *DB) FindOverdue(ctx context.Context, now time.Time) (found []contest.Overdue, err error) {
	defer wrap(&err, "find overdue data")
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		if found, err = overdueAt(ctx, tx, earlierClock, now); err != nil {
			return err
		}
		var ids []int64
		for _, c := range found {
			ids = append(ids, c.ID)
		}
		// A time in the future is of a clock that was wrong.
		changed, err := list[int64](ctx, tx, `
			UPDATE contests SET overdue_since = CASE WHEN id = ANY ($2) THEN `+earlierClock+` END
			WHERE CASE WHEN id = ANY ($2)
				THEN (overdue_since > `+earlierClock+` - interval '24 hours' AND overdue_since <= `+earlierClock+`) IS NOT TRUE
				ELSE overdue_since IS NOT NULL END
			RETURNING id`, now, ids)
		found = slices.DeleteFunc(found, func(c contest.Overdue) bool { return !slices.Contains(changed, c.ID) })
		return err
	})
	return found, err
}

// OverdueForADay returns what [DB.FindOverdue] found overdue at least a day ago, sorted by the ID of the contest.
func (db *DB) OverdueForADay(ctx context.Context, now time.Time) (_ []contest.Overdue, err error) {
	defer wrap(&err, "data overdue for a day")
	return overdueAt(ctx, db.pool, "CASE WHEN c.overdue_since <= "+earlierClock+" - interval '24 hours' THEN c.overdue_since END", now)
}

// overdueAt returns what is overdue at a time, an SQL expression; nothing if that is null.
func overdueAt(ctx context.Context, q querier, moment string, args ...any) ([]contest.Overdue, error) {
	return list[contest.Overdue](ctx, q, `
		SELECT d.*, CASE WHEN everything > 0 THEN (SELECT count(*) FROM `+namedElsewhere("d.id")+` n) ELSE 0 END FROM (
			SELECT c.id, c.name, e.ended,
				CASE WHEN place_days > 0 AND e.ended + place_days * interval '1 day' <= e.at
					AND EXISTS (SELECT FROM participants a WHERE a.contest_id = c.id AND (a.address, a.seat) <> ('', ''))
					THEN place_days ELSE 0 END AS places,
				CASE WHEN program_days > 0 AND e.ended + program_days * interval '1 day' <= e.at
					AND EXISTS (SELECT FROM submission_files f JOIN submissions s ON s.id = f.submission_id WHERE s.contest_id = c.id)
					THEN program_days ELSE 0 END AS programs,
				CASE WHEN contest_days > 0 AND e.at IS NOT NULL AND (c.deleted OR e.ended + contest_days * interval '1 day' <= e.at)
					-- What remained of a deleted contest is overdue as soon as the decisions of other contests that kept a participant are gone.
					AND (NOT c.deleted
						OR EXISTS `+deletable("c.id")+`
						OR NOT EXISTS (SELECT FROM participants a WHERE a.contest_id = c.id))
					THEN contest_days ELSE 0 END AS everything
			FROM contests c
			CROSS JOIN LATERAL (SELECT coalesce(c.starts_at + c.duration,
				(SELECT max(finished_at) FROM imports i WHERE i.contest_id = c.id AND i.state = 'complete'), c.created_at) AS ended, `+moment+` AS at) e
		) d
		WHERE places > 0 OR programs > 0 OR everything > 0
		ORDER BY id`, args...)
}
