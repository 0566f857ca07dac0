package postgres

import (
	"bytes"
	"cmp"
	"context"
	"crypto/pbkdf2"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Import stores the submissions of a contest and sets their IDs. The contest is
// the one with that name, or a new one. The origin tells in the user's words
// where the input came from; what was skipped is kept with the import.
//
// A submission that is stored already, with the same path, files and other
// fields, is not stored again but gets the ID that it has; what its judge system
// tells of it beside is brought up to date. Imports into one
// contest take turns. Those whose Attempt is contest.NextAttempt are numbered: like
// the one of the same path that is stored, or after the last of their participant
// at their problem.
//
// If it added submissions, the audit log says so in one entry: that by took the
// action as, "" being [review.ActionUpload]; [review.ActionNone] adds none.
//
// After each batch, progress is called, if it is not nil, with how many of the
// submissions are done. Import returns how many of them it added. If it fails
// nothing of it is visible, and the IDs are as they were.
func (db *DB) Import(ctx context.Context, by review.Person, as review.Action, contestName, origin string, submissions []contest.Submission,
	skipped []contest.SkippedItem, progress func(done, total int)) (contestID int64, added int, err error) {
	if err := checkImport(contestName, origin, submissions, skipped); err != nil {
		return 0, 0, fmt.Errorf("import contest %q: %w", contestName, err)
	}
	s, err := db.session(ctx)
	if err != nil {
		return 0, 0, fmt.Errorf("import contest %q: %w", contestName, explain(err))
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

// checkImport tells what of an import cannot be stored.
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
			return err // one is enough to tell what is wrong
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
// numbers, so that they tell nothing of names; only then in that of their paths.
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

// record writes into the log what the import, which is complete now, has added: a
// contest, where it is the first, and submissions. One that adds nothing is not
// told: the check that was made of it is.
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

// loadNames sees that all problems and participants are there.
func (l *loader) loadNames(ctx context.Context, submissions []contest.Submission) error {
	problems := make([]string, len(submissions))
	participants := make([]string, len(submissions))
	for i, s := range submissions {
		problems[i], participants[i] = s.Problem, s.Participant
	}
	return pgx.BeginFunc(ctx, l.session, func(tx pgx.Tx) (err error) {
		if l.problems, err = upsertNames(ctx, tx, "problems", "new.name", l.contestID, problems); err != nil {
			return err
		}
		if err := l.ensureSecret(ctx, tx, submissions); err != nil {
			return err
		}
		if l.participants, err = upsertNames(ctx, tx, "participants", numbered, l.contestID, participants); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, "SELECT number_participants($1)", l.contestID)
		return err
	})
}

// numbered is the order in which the function number_participants of the
// database numbers new participants of a contest c.
const numbered = "sha256(convert_to(c.secret::text || new.name, 'UTF8'))"

// upsertNames returns the IDs of the names in a table of names of the contest,
// and adds those that are missing, in an order given as SQL.
func upsertNames(ctx context.Context, tx pgx.Tx, table, order string, contestID int64, names []string) (map[string]int64, error) {
	_, err := tx.Exec(ctx, `
		INSERT INTO `+table+` (contest_id, name)
		SELECT c.id, new.name
		FROM (SELECT unnest($2::text[]) AS name EXCEPT SELECT name FROM `+table+` WHERE contest_id = $1) new
		JOIN contests c ON c.id = $1
		ORDER BY `+order, contestID, names)
	if err != nil {
		return nil, err
	}
	rows, err := tx.Query(ctx, "SELECT name, id FROM "+table+" WHERE contest_id = $1", contestID)
	if err != nil {
		return nil, err
	}
	ids := make(map[string]int64)
	var name string
	var id int64
	_, err = pgx.ForEachRow(rows, []any{&name, &id}, func() error {
		ids[name] = id
		return nil
	})
	return ids, err
}

// loadBatch stores those of a few submissions that are not there yet, and
// returns the IDs of all.
func (l *loader) loadBatch(ctx context.Context, tx pgx.Tx, batch []contest.Submission) ([]int64, error) {
	hashes := make([][]sourceHash, len(batch))
	identities := make([]identity, len(batch))
	for i := range batch {
		for _, f := range batch[i].Files {
			hashes[i] = append(hashes[i], sha256.Sum256(f.Content))
		}
		identities[i] = identify(&batch[i], hashes[i])
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
func (l *loader) known(ctx context.Context, tx pgx.Tx, identities []identity) (map[identity]int64, error) {
	wanted := make([][]byte, len(identities))
	for i := range identities {
		wanted[i] = identities[i][:]
	}
	rows, err := tx.Query(ctx, "SELECT identity, id FROM submissions WHERE contest_id = $1 AND identity = ANY ($2)", l.contestID, wanted)
	if err != nil {
		return nil, err
	}
	ids := make(map[identity]int64)
	var key []byte
	var id int64
	_, err = pgx.ForEachRow(rows, []any{&key, &id}, func() error {
		ids[identity(key)] = id
		return nil
	})
	return ids, err
}

func (l *loader) copySubmissions(ctx context.Context, tx pgx.Tx, batch []contest.Submission, identities []identity, fresh []int) error {
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

func copyFiles(ctx context.Context, tx pgx.Tx, batch []contest.Submission, hashes [][]sourceHash, identities []identity,
	ids map[identity]int64, fresh []int) error {
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

// supersedeOlder has the submissions of those ids count for their paths, and what was
// read from the same paths before not any more.
func supersedeOlder(ctx context.Context, tx pgx.Tx, contestID int64, submissions []contest.Submission, ids []int64) error {
	paths := make([]string, len(submissions))
	for i := range submissions {
		paths[i] = submissions[i].Path
	}
	_, err := tx.Exec(ctx, `
		UPDATE submissions s
		SET superseded = NOT s.id = ANY (new.ids)
		FROM (SELECT path, array_agg(id) AS ids FROM unnest($2::text[], $3::bigint[]) told (path, id) GROUP BY path) new
		WHERE s.contest_id = $1 AND s.path = new.path AND s.superseded = (s.id = ANY (new.ids))`, contestID, paths, ids)
	return err
}

// Retract has what was read from some paths of a contest not count any more, for
// the judge system has deleted it. It stays where checks have compared it. What is
// read from such a path again counts again.
func (db *DB) Retract(ctx context.Context, contestID int64, paths []string) error {
	err := pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		retracted, err := tx.Exec(ctx, "UPDATE submissions SET superseded = true WHERE contest_id = $1 AND path = ANY ($2) AND NOT superseded", contestID, paths)
		if err != nil || retracted.RowsAffected() == 0 {
			return err
		}
		return recount(ctx, tx, contestID)
	})
	if err != nil {
		return fmt.Errorf("retract submissions of contest %d: %w", contestID, explain(err))
	}
	return nil
}

// identity is the SHA-256 of all that is said of a submission, its ID apart.
type identity [sha256.Size]byte

// identify returns the identity of a submission, whose files have the given
// hashes. It is stored: what goes in, and in which order, must not change.
func identify(s *contest.Submission, files []sourceHash) identity {
	h := sha256.New()
	for _, text := range []string{
		s.Path, s.Problem, s.Participant, string(s.Kind), s.Language, string(s.Verdict),
	} {
		hashText(h, text)
	}
	hashNumber(h, int64(s.Attempt))
	if s.Time.IsZero() {
		hashNumber(h, 0)
	} else {
		hashNumber(h, 1)
		hashNumber(h, s.Time.UnixMicro()) // as exact as PostgreSQL keeps it
	}
	hashNumber(h, int64(len(files)))
	for i, source := range files {
		hashText(h, s.Files[i].Path)
		h.Write(source[:])
	}
	return identity(h.Sum(nil))
}

// hashText writes the length too, so that no two lists of texts look the same.
func hashText(h hash.Hash, text string) {
	hashNumber(h, int64(len(text)))
	h.Write([]byte(text))
}

func hashNumber(h hash.Hash, n int64) {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], uint64(n))
	h.Write(b[:])
}

// secretRounds makes each guess of a secret take some ten milliseconds: all ways
// to give the programs of a small contest to the names of its list cannot be tried.
const secretRounds = 100_000

// secret returns what the numbers of a contest's participants are drawn with, by
// PBKDF2 (RFC 8018) from all that its first import says of its submissions. So the
// same input gives the same numbers, whichever database it is read into, and they
// cannot be computed without knowing who handed in which program.
func secret(contestName string, submissions []contest.Submission) ([16]byte, error) {
	identities := make([]identity, len(submissions))
	for i := range submissions {
		hashes := make([]sourceHash, len(submissions[i].Files))
		for j, f := range submissions[i].Files {
			hashes[j] = sha256.Sum256(f.Content)
		}
		identities[i] = identify(&submissions[i], hashes)
	}
	slices.SortFunc(identities, func(a, b identity) int { return bytes.Compare(a[:], b[:]) })
	all := sha256.New()
	for _, one := range identities {
		all.Write(one[:])
	}
	key, err := pbkdf2.Key(sha256.New, string(all.Sum(nil)), []byte("number participants "+contestName), secretRounds, 16)
	if err != nil {
		return [16]byte{}, err
	}
	return [16]byte(key), nil
}

// ensureSecret gives the contest its secret, unless it has participants, whose
// numbers were drawn with the one that it has.
func (l *loader) ensureSecret(ctx context.Context, tx pgx.Tx, submissions []contest.Submission) error {
	var settled bool
	err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT FROM participants WHERE contest_id = $1)", l.contestID).Scan(&settled)
	if err != nil || settled {
		return err
	}
	drawn, err := secret(l.contestName, submissions)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "UPDATE contests SET secret = $2 WHERE id = $1", l.contestID, drawn)
	return err
}
