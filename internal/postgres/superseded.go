package postgres

import (
	"context"
	"crypto/sha256"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// The submissions with one path are versions of one submission. The newest is current, and the others are superseded.
// Superseded submissions have no index entries, so that no search finds them.

// supersededOfContest is a condition for removeIndex.
const supersededOfContest = "contest_id = $1 AND superseded"

// refusePathConflicts returns a *contest.PathConflictError if a submission is no version of the stored one with its path: both
// the program and the problem or participant differ. If the program is the same, the problem or participant was corrected, and
// if the judge system's ID is the same, all may have been.
func refusePathConflicts(ctx context.Context, tx pgx.Tx, contestID int64, submissions []contest.Submission) error {
	var paths, problems, participants, systemIDs []string
	for _, submission := range submissions {
		paths = append(paths, submission.Path)
		problems = append(problems, submission.Problem)
		participants = append(participants, submission.Participant)
		systemIDs = append(systemIDs, submission.SystemID)
	}
	type version struct {
		Place                int // of the given submission, from 1
		Problem, Participant string
		Files                [][]byte // hashes
	}
	stored, err := list[version](ctx, tx, `
		SELECT new.place, b.name, a.name, ARRAY(SELECT source FROM submission_files WHERE submission_id = s.id ORDER BY ordinal)
		FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY new (path, problem, participant, system_id, place)
		JOIN submissions s ON s.contest_id = $1 AND s.path = new.path AND NOT s.superseded
		JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
		JOIN participants a ON a.id = s.participant_id
		JOIN problems b ON b.id = s.problem_id
		JOIN contests c ON c.id = s.contest_id
		WHERE (b.name, a.name) <> (new.problem, new.participant)
			AND (c.system_id = '' OR s.system_id = '' OR s.system_id <> new.system_id)
		ORDER BY new.path`, contestID, paths, problems, participants, systemIDs)
	if err != nil {
		return err
	}
	for _, old := range stored {
		given := submissions[old.Place-1]
		if old.Problem == given.Problem && differByID(old.Participant, given.Participant) {
			continue
		}
		isSame := slices.EqualFunc(old.Files, given.Files, func(hash []byte, f contest.File) bool {
			return sourceHash(hash) == sha256.Sum256(f.Content)
		})
		if !isSame {
			return &contest.PathConflictError{
				Path: given.Path, Problem: given.Problem, Participant: given.Participant,
				StoredProblem: old.Problem, StoredParticipant: old.Participant,
			}
		}
	}
	return nil
}

// differByID reports whether one of the names is the other with an ID, as in "Ann Lee (1002)": a participant has the ID in some
// formats once another one has the name.
func differByID(a, b string) bool {
	return strings.HasPrefix(a, b+" (") || strings.HasPrefix(b, a+" (")
}

// supersedeOlder marks the given submissions as current, and other submissions with their paths
// as superseded. It returns how many of the superseded ones were current before.
func supersedeOlder(ctx context.Context, tx pgx.Tx, contestID int64, submissions []*contest.Submission, ids []int64) (corrected int, err error) {
	paths := make([]string, len(submissions))
	for i, s := range submissions {
		paths[i] = s.Path
	}
	return get[int](ctx, tx, `
		WITH changed AS (
			UPDATE submissions s
			SET superseded = NOT s.id = ANY (new.ids)
			FROM (SELECT path, array_agg(id) AS ids FROM unnest($2::text[], $3::bigint[]) given (path, id) GROUP BY path) new
			WHERE s.contest_id = $1 AND s.path = new.path AND s.superseded = (s.id = ANY (new.ids))
			RETURNING s.superseded
		)
		SELECT count(*) FROM changed WHERE superseded`, contestID, paths, ids)
}

// Retract marks the submissions with these paths as superseded, because the judge system
// deleted them. It changes no check. If a later import has one of the paths, that submission counts again.
func (db *DB) Retract(ctx context.Context, contestID int64, paths []string) (err error) {
	defer wrap(&err, "retract submissions of contest %d", contestID)
	return pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		if err := lockNames(ctx, tx, contestID); err != nil {
			return err
		}
		update, err := tx.Exec(ctx, `
			UPDATE submissions SET superseded = true WHERE contest_id = $1 AND path = ANY ($2) AND NOT superseded`, contestID, paths)
		if err != nil || update.RowsAffected() == 0 {
			return err
		}
		if err := removeIndex(ctx, tx, supersededOfContest, contestID); err != nil {
			return err
		}
		return recount(ctx, tx, contestID)
	})
}
