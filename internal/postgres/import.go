package postgres

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Import stores the submissions of a contest and sets their IDs. The contest is the one
// of that name, or a new one. The origin says in the user's words where the input came
// from; what was skipped is stored with the import.
//
// A submission that is stored already, with the same path, files and other fields, gets
// the ID that it has, and its judge metadata is updated. Imports into one contest take
// turns. A submission whose Attempt is contest.NextAttempt is numbered like the stored
// one of the same path, or after the last of its participant at its problem.
//
// If it added submissions, the audit log says so in one entry: that by took the action
// as, "" being [review.ActionUpload]; [review.ActionNone] adds none.
//
// After each batch Import calls progress, if it is not nil, with how many of the
// submissions are done. It returns how many of them it added. If it fails, nothing of
// it is visible, and the IDs are as they were.
func (db *DB) Import(ctx context.Context, by review.Person, as review.Action, contestName, origin string, submissions []contest.Submission,
	skipped []contest.SkippedItem, progress func(done, total int)) (contestID int64, added int, err error) {
	defer wrap(&err, "import contest %q", contestName)
	if err := checkImport(contestName, origin, submissions, skipped); err != nil {
		return 0, 0, err
	}
	s, err := db.session(ctx)
	if err != nil {
		return 0, 0, err
	}
	defer s.close()
	l := &loader{db: db, session: s, by: by, as: as, contestName: contestName}
	err = l.importAll(ctx, origin, submissions, skipped, progress)
	if err != nil {
		return 0, 0, fmt.Errorf("import contest %q: %w", contestName, s.explain(err))
	}
	return l.contestID, l.added, nil
}

func (l *loader) importAll(ctx context.Context, origin string, submissions []contest.Submission,
	skipped []contest.SkippedItem, progress func(done, total int)) (err error) {
	if l.contestID, err = l.session.lockContest(ctx, l.contestName); err != nil {
		return err
	}
	// Whoever held the lock before may have died on the way.
	if _, err := l.session.sweepImports(ctx, l.contestID, interrupted); err != nil {
		return err
	}
	if err := l.session.numberAttempts(ctx, l.contestID, submissions); err != nil {
		return err
	}
	err = l.session.QueryRow(ctx, "INSERT INTO imports (contest_id, origin) VALUES ($1, $2) RETURNING id",
		l.contestID, origin).Scan(&l.importID)
	if err != nil {
		return err
	}
	ids, err := l.load(ctx, submissions, skipped, progress)
	if err != nil {
		// If this fails as well, the next import into the contest, or
		// RecoverInterrupted, does it.
		_ = l.db.abandonImports(ctx, l.session, l.contestID, l.session.explain(err).Error())
		return err
	}
	for i, id := range ids {
		submissions[i].ID = id
	}
	return nil
}

// checkImport returns an error if the import cannot be stored.
func checkImport(contestName, origin string, submissions []contest.Submission, skipped []contest.SkippedItem) error {
	if err := checkName("the contest", contestName); err != nil {
		return err
	}
	if len(submissions) == 0 && len(skipped) == 0 {
		return errors.New("there are no submissions")
	}
	err := checkText("the origin", origin)
	for i := range submissions {
		s := &submissions[i]
		err = errors.Join(err,
			checkName(fmt.Sprintf("submission %q: the problem", s.Path), s.Problem),
			checkName(fmt.Sprintf("submission %q: the participant", s.Path), s.Participant),
			checkPath(s.Path),
			checkText("language", s.Language),
			checkText("verdict", string(s.Verdict)),
			checkText("system's id", s.SystemID),
			checkText("language's version", s.LanguageVersion))
		for _, j := range s.Judgements {
			err = errors.Join(err, checkText("judgement", string(j.Verdict)))
		}
		if len(s.Files) == 0 {
			err = errors.Join(err, fmt.Errorf("submission %q has no files", s.Path))
		}
		for _, f := range s.Files {
			err = errors.Join(err, checkPath(f.Path))
		}
		switch s.Kind {
		case contest.Official, contest.Virtual, contest.Staff:
		default:
			err = errors.Join(err, fmt.Errorf("submission %q: %q is no kind of participant", s.Path, s.Kind))
		}
		if err != nil {
			return err // one is enough
		}
	}
	return errors.Join(err, checkSkipped(skipped))
}

// A batch of an import is bounded both ways, so that neither many small
// programs nor a few large ones make a transaction that lasts long.
const (
	batchSubmissions = 1000
	batchBytes       = 8 << 20
)

// loader loads one import.
type loader struct {
	db                  *DB
	session             *session
	by                  review.Person
	as                  review.Action // how the audit log names the import
	contestName         string
	contestID, importID int64
	problems            map[string]int64
	participants        map[string]int64
	added               int // submissions that were not stored before
}

// load stores everything in batches and then makes it visible. It returns the
// IDs of the submissions. New ones get theirs in the order of their participants'
// numbers, so that they say nothing of names; only then in that of their paths.
func (l *loader) load(ctx context.Context, submissions []contest.Submission, skipped []contest.SkippedItem,
	progress func(done, total int)) (ids []int64, err error) {
	if err := l.loadNames(ctx, submissions); err != nil {
		return nil, err
	}
	ids = make([]int64, len(submissions))
	places := l.inOrder(submissions)
	for start, end := 0, 0; start < len(submissions); start = end {
		end = batchEnd(submissions, places, start)
		batch := make([]contest.Submission, end-start)
		for i, place := range places[start:end] {
			batch[i] = submissions[place]
		}
		err := pgx.BeginFunc(ctx, l.session, func(tx pgx.Tx) error {
			list, err := l.loadBatch(ctx, tx, batch)
			for i, id := range list {
				ids[places[start+i]] = id
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		if progress != nil {
			progress(end, len(submissions))
		}
	}
	return ids, pgx.BeginFunc(ctx, l.session, func(tx pgx.Tx) error {
		if err := copySkipped(ctx, tx, "import_skipped", "import_id", l.importID, skipped); err != nil {
			return err
		}
		done, err := tx.Exec(ctx, "UPDATE imports SET state = 'complete', finished_at = now() WHERE id = $1 AND state = 'loading'", l.importID)
		if err != nil {
			return err
		}
		if done.RowsAffected() != 1 {
			return errors.New("somebody else has ended this import")
		}
		if err := supersedeOlder(ctx, tx, l.contestID, submissions, ids); err != nil {
			return err
		}
		if err := recount(ctx, tx, l.contestID); err != nil {
			return err
		}
		return l.record(ctx, tx)
	})
}

// inOrder returns the places of submissions by participant, then path.
func (l *loader) inOrder(submissions []contest.Submission) []int {
	places := make([]int, len(submissions))
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(places, func(i, j int) int {
		a, b := &submissions[i], &submissions[j]
		return cmp.Or(
			cmp.Compare(l.participants[a.Participant], l.participants[b.Participant]),
			strings.Compare(a.Path, b.Path),
		)
	})
	return places
}

// record logs what the import, which is complete now, added: a contest, if it is the
// first, and submissions. One that adds nothing is not logged: the check of it is.
func (l *loader) record(ctx context.Context, tx pgx.Tx) error {
	var first bool
	err := tx.QueryRow(ctx, `
		SELECT NOT EXISTS (SELECT FROM imports WHERE contest_id = $1 AND state = 'complete' AND id <> $2),
			(SELECT count(*) FROM submissions WHERE contest_id = $1 AND import_id = $2)`, l.contestID, l.importID).Scan(&first, &l.added)
	if err != nil {
		return err
	}
	var entries []review.Entry
	if first {
		entries = append(entries, review.Entry{Actor: l.by, ContestID: l.contestID, Action: review.ActionCreate})
	}
	if action := cmp.Or(l.as, review.ActionUpload); l.added > 0 && action != review.ActionNone {
		entry := review.Entry{Actor: l.by, ContestID: l.contestID, Action: action}
		if action == review.ActionUpload {
			entry.Details.Count = l.added
		}
		entries = append(entries, entry)
	}
	return record(ctx, tx, entries...)
}

// batchEnd returns where the batch that begins at start ends, among the places of
// submissions.
func batchEnd(submissions []contest.Submission, places []int, start int) int {
	size := 0
	for i := start; i < len(places); i++ {
		for _, f := range submissions[places[i]].Files {
			size += len(f.Content)
		}
		if i-start+1 == batchSubmissions || size >= batchBytes {
			return i + 1
		}
	}
	return len(places)
}

// loadNames adds the problems and participants that are missing, and numbers the
// participants. The first import draws the contest's secret.
func (l *loader) loadNames(ctx context.Context, submissions []contest.Submission) error {
	problems := make([]string, len(submissions))
	names := make([]string, len(submissions))
	for i, s := range submissions {
		problems[i], names[i] = s.Problem, s.Participant
	}
	return pgx.BeginFunc(ctx, l.session, func(tx pgx.Tx) (err error) {
		if l.problems, err = l.upsertProblems(ctx, tx, problems); err != nil {
			return err
		}
		l.participants, err = mapOf[string, int64](ctx, tx, "SELECT name, id FROM participants WHERE contest_id = $1", l.contestID)
		if err != nil {
			return err
		}
		secret, err := l.ensureSecret(ctx, tx, submissions)
		if err != nil {
			return err
		}
		names = slices.DeleteFunc(names, func(name string) bool { return l.participants[name] != 0 })
		added, err := mapOf[string, int64](ctx, tx, `
			INSERT INTO participants (contest_id, name, number)
			SELECT $1, new.name, new.place + (SELECT coalesce(max(number), 0) FROM participants WHERE contest_id = $1)
			FROM unnest($2::text[]) WITH ORDINALITY AS new (name, place)
			ORDER BY new.place
			RETURNING name, id`, l.contestID, secret.Draw(names))
		maps.Copy(l.participants, added)
		return err
	})
}

// upsertProblems returns the IDs of the contest's problems, by name, and adds those
// that are missing.
func (l *loader) upsertProblems(ctx context.Context, tx pgx.Tx, names []string) (map[string]int64, error) {
	_, err := tx.Exec(ctx, `
		INSERT INTO problems (contest_id, name)
		SELECT $1, name FROM (SELECT unnest($2::text[]) AS name EXCEPT SELECT name FROM problems WHERE contest_id = $1) new
		ORDER BY name`, l.contestID, names)
	if err != nil {
		return nil, err
	}
	return mapOf[string, int64](ctx, tx, "SELECT name, id FROM problems WHERE contest_id = $1", l.contestID)
}

// ensureSecret returns the contest's secret, and draws it unless there are participants
// who were numbered with it.
func (l *loader) ensureSecret(ctx context.Context, tx pgx.Tx, submissions []contest.Submission) (secret contest.Secret, err error) {
	if len(l.participants) > 0 {
		err = tx.QueryRow(ctx, "SELECT secret FROM contests WHERE id = $1", l.contestID).Scan((*[16]byte)(&secret))
		return secret, err
	}
	if secret, err = contest.NewSecret(l.contestName, submissions); err == nil {
		_, err = tx.Exec(ctx, "UPDATE contests SET secret = $2 WHERE id = $1", l.contestID, [16]byte(secret))
	}
	return secret, err
}

// loadBatch stores those of a few submissions that are not there yet, and
// returns the IDs of all.
func (l *loader) loadBatch(ctx context.Context, tx pgx.Tx, batch []contest.Submission) ([]int64, error) {
	hashes := make([][]sourceHash, len(batch))
	identities := make([]contest.Identity, len(batch))
	for i := range batch {
		for _, f := range batch[i].Files {
			hashes[i] = append(hashes[i], sha256.Sum256(f.Content))
		}
		identities[i] = contest.Identify(&batch[i], hashes[i])
	}
	ids, err := l.known(ctx, tx, identities)
	if err != nil {
		return nil, err
	}
	if err := updateMetadata(ctx, tx, batch, identities, ids); err != nil {
		return nil, err
	}
	var fresh []int // indexes of submissions that are not known, each once
	contents := make(map[sourceHash][]byte)
	for i := range batch {
		if _, ok := ids[identities[i]]; ok {
			continue
		}
		ids[identities[i]] = 0
		fresh = append(fresh, i)
		for j, f := range batch[i].Files {
			contents[hashes[i][j]] = f.Content
		}
	}
	if len(fresh) > 0 {
		if err := shareSources(ctx, tx); err != nil {
			return nil, err
		}
		if err := l.db.putSources(ctx, tx, contents); err != nil {
			return nil, err
		}
		if err := l.copySubmissions(ctx, tx, batch, identities, fresh); err != nil {
			return nil, err
		}
		if ids, err = l.known(ctx, tx, identities); err != nil {
			return nil, err
		}
		if err := copyFiles(ctx, tx, batch, hashes, identities, ids, fresh); err != nil {
			return nil, err
		}
	}
	list := make([]int64, len(batch))
	for i := range batch {
		list[i] = ids[identities[i]]
	}
	return list, nil
}

// known returns the IDs of those submissions that are stored. All of them are
// of complete imports or of this one, as this one holds the contest's lock.
func (l *loader) known(ctx context.Context, tx pgx.Tx, identities []contest.Identity) (map[contest.Identity]int64, error) {
	wanted := make([][]byte, len(identities))
	for i := range identities {
		wanted[i] = identities[i][:]
	}
	ids := make(map[contest.Identity]int64)
	var key []byte
	var id int64
	rows := query(ctx, tx, "SELECT identity, id FROM submissions WHERE contest_id = $1 AND identity = ANY ($2)", l.contestID, wanted)
	_, err := pgx.ForEachRow(rows, []any{&key, &id}, func() error {
		ids[contest.Identity(key)] = id
		return nil
	})
	return ids, err
}

func (l *loader) copySubmissions(ctx context.Context, tx pgx.Tx, batch []contest.Submission, identities []contest.Identity, fresh []int) error {
	_, err := tx.CopyFrom(ctx, pgx.Identifier{"submissions"},
		[]string{"contest_id", "import_id", "identity", "path", "problem_id", "participant_id", "kind", "language", "verdict", "attempt", "submitted_at",
			"system_id", "language_version", "judgements"},
		pgx.CopyFromSlice(len(fresh), func(n int) ([]any, error) {
			i := fresh[n]
			s := &batch[i]
			return []any{l.contestID, l.importID, identities[i][:], s.Path, l.problems[s.Problem], l.participants[s.Participant],
				string(s.Kind), s.Language, string(s.Verdict), s.Attempt, nullTime(s.Time),
				s.SystemID, s.LanguageVersion, judgementsOf(s)}, nil
		}))
	return err
}

func copyFiles(ctx context.Context, tx pgx.Tx, batch []contest.Submission, hashes [][]sourceHash, identities []contest.Identity,
	ids map[contest.Identity]int64, fresh []int) error {
	var rows [][]any
	for _, i := range fresh {
		for j, f := range batch[i].Files {
			rows = append(rows, []any{ids[identities[i]], j + 1, f.Path, hashes[i][j][:]})
		}
	}
	_, err := tx.CopyFrom(ctx, pgx.Identifier{"submission_files"},
		[]string{"submission_id", "ordinal", "path", "source"}, pgx.CopyFromRows(rows))
	return err
}

// numberAttempts numbers those submissions that are to be the next attempt. The
// caller holds the lock of the contest, so that two of them do not get one number.
func (s *session) numberAttempts(ctx context.Context, contestID int64, submissions []contest.Submission) error {
	type series struct{ problem, participant string }
	numbered := make(map[series]int) // of those here
	for i := range submissions {
		one := &submissions[i]
		if one.Attempt != contest.NextAttempt {
			continue
		}
		var own, last int
		err := s.QueryRow(ctx, `
			SELECT coalesce(max(s.attempt) FILTER (WHERE s.path = $4), 0), coalesce(max(s.attempt), 0)
			FROM submissions s
			JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
			JOIN participants a ON a.id = s.participant_id
			JOIN problems b ON b.id = s.problem_id
			WHERE s.contest_id = $1 AND NOT s.superseded AND b.name = $2 AND a.name = $3`,
			contestID, one.Problem, one.Participant, one.Path).Scan(&own, &last)
		if err != nil {
			return fmt.Errorf("number the attempts: %w", err)
		}
		key := series{one.Problem, one.Participant}
		if own == 0 {
			numbered[key]++
			own = last + numbered[key]
		}
		one.Attempt = own
	}
	return nil
}

// supersedeOlder marks the given submissions current for their paths, and older ones
// superseded.
func supersedeOlder(ctx context.Context, tx pgx.Tx, contestID int64, submissions []contest.Submission, ids []int64) error {
	paths := make([]string, len(submissions))
	for i := range submissions {
		paths[i] = submissions[i].Path
	}
	_, err := tx.Exec(ctx, `
		UPDATE submissions s
		SET superseded = NOT s.id = ANY (new.ids)
		FROM (SELECT path, array_agg(id) AS ids FROM unnest($2::text[], $3::bigint[]) given (path, id) GROUP BY path) new
		WHERE s.contest_id = $1 AND s.path = new.path AND s.superseded = (s.id = ANY (new.ids))`, contestID, paths, ids)
	return err
}

// Retract marks the submissions of some paths of a contest superseded, because the
// judge system deleted them. Checks that compared them keep them. What is imported from
// such a path again counts again.
func (db *DB) Retract(ctx context.Context, contestID int64, paths []string) (err error) {
	defer wrap(&err, "retract submissions of contest %d", contestID)
	return pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		retracted, err := tx.Exec(ctx, "UPDATE submissions SET superseded = true WHERE contest_id = $1 AND path = ANY ($2) AND NOT superseded", contestID, paths)
		if err != nil || retracted.RowsAffected() == 0 {
			return err
		}
		return recount(ctx, tx, contestID)
	})
}
