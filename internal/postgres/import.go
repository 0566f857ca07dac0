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
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Import stores submissions in a contest, and sets their IDs. It creates the contest if necessary, unless in.ContestID is set.
// The skipped items are stored with the import, and in.About as by [DB.SaveAbout].
//
// A submission whose path, files and other fields are stored already gets the stored ID, and
// Import updates the judge metadata. Only one import into a contest runs at a time. A
// submission with contest.NextAttempt gets the attempt number of the stored submission with
// its path. If there is none, it gets the participant's next number for the problem. numberAttempts says which other
// submissions get new numbers.
//
// If Import added submissions, the audit log gets one entry with the given action; "" means
// [review.ActionUpload], and [review.ActionNone] means no entry.
//
// Import returns the number of added submissions. After an error, only new names of participants and problems may be visible,
// and the IDs are unchanged. An import that is refused changes nothing: the error is contest.ErrDeleted if in.ContestID is no
// longer the contest of this name, and a *contest.PathConflictError if a path is that of another submission.
func (db *DB) Import(ctx context.Context, by review.Person, action review.Action, in contest.Import) (contestID int64, added int, err error) {
	defer wrap(&err, "import contest %q", in.Contest)
	if err := validateImport(in); err != nil {
		return 0, 0, err
	}
	s, err := db.session(ctx)
	if err != nil {
		return 0, 0, err
	}
	defer s.close()
	l := &loader{Import: in, db: db, session: s, by: by, action: cmp.Or(action, review.ActionUpload)}
	if err := l.importAll(ctx); err != nil {
		return 0, 0, s.explain(err)
	}
	return l.contestID, l.added, nil
}

func (l *loader) importAll(ctx context.Context) (err error) {
	if l.contestID, err = l.session.lockContestNamed(ctx, l.Contest, l.ContestID); err != nil {
		return err
	}
	// An earlier import may have been interrupted.
	if _, err := l.session.failImports(ctx, l.contestID, interruptedReason); err != nil {
		return err
	}
	err = pgx.BeginFunc(ctx, l.session, func(tx pgx.Tx) error {
		// The submissions have the names that the judge system gives to participants and problems now.
		if _, err := renameAll(ctx, tx, l.contestID, l.About); err != nil {
			return err
		}
		if err := keepNamesakes(ctx, tx, l.contestID, l.Submissions); err != nil {
			return err
		}
		if err := refusePathConflicts(ctx, tx, l.contestID, l.Submissions); err != nil {
			return err
		}
		if err := numberAttempts(ctx, tx, l.contestID, l.Submissions); err != nil {
			return err
		}
		// In this transaction, because the judge system may rename participants while the import runs.
		if err := l.loadNames(ctx, tx); err != nil {
			return err
		}
		return tx.QueryRow(ctx, "INSERT INTO imports (contest_id, origin) VALUES ($1, $2) RETURNING id",
			l.contestID, l.Origin).Scan(&l.importID)
	})
	if err != nil {
		return err
	}
	submissions, ids, err := l.load(ctx)
	if err != nil {
		// If cleanUp fails, the next import into the contest or RecoverInterrupted cleans up.
		_ = l.db.cleanUp(ctx, l.session, lockContest, l.contestID, i18n.TextOf(l.session.explain(err)), (*session).failImports)
		return err
	}
	for i, id := range ids {
		submissions[i].ID = id
	}
	if l.Corrected != nil {
		l.Corrected(l.corrected)
	}
	return nil
}

func validateImport(in contest.Import) error {
	if err := validateName("the contest", in.Contest); err != nil {
		return err
	}
	if len(in.Submissions) == 0 && len(in.Skipped) == 0 {
		return errors.New("there are no submissions")
	}
	err := errors.Join(validateText("the origin", in.Origin), validateAbout(in.About))
	for i := range in.Submissions {
		s := &in.Submissions[i]
		err = errors.Join(err,
			validateName(fmt.Sprintf("submission %q: the problem", s.Path), s.Problem),
			validateName(fmt.Sprintf("submission %q: the participant", s.Path), s.Participant),
			validatePath(s.Path),
			validateText("language, verdict or ID", s.Language, s.LanguageVersion, string(s.Verdict), s.SystemID))
		for _, j := range s.Judgements {
			err = errors.Join(err, validateText("judgement", string(j.Verdict)))
		}
		if len(s.Files) == 0 {
			err = errors.Join(err, fmt.Errorf("submission %q has no files", s.Path))
		}
		for _, f := range s.Files {
			err = errors.Join(err, validatePath(f.Path))
		}
		switch s.Kind {
		case contest.Official, contest.Virtual, contest.Staff:
		default:
			err = errors.Join(err, fmt.Errorf("submission %q: unknown kind of participant %q", s.Path, s.Kind))
		}
		if err != nil {
			return err
		}
	}
	return errors.Join(err, validateSkipped(in.Skipped))
}

// The bounds of a batch: neither many small programs nor a few large programs may make a
// transaction long.
const (
	batchSubmissions = 1000
	batchBytes       = 8 << 20
)

// loader stores one import.
type loader struct {
	contest.Import
	db                  *DB
	session             *session
	by                  review.Person
	action              review.Action // in the audit log
	contestID, importID int64
	problems            map[string]int64
	participants        map[string]int64
	added               int // submissions that were not stored before
	corrected           int // submissions that were replaced
}

// load stores the import in batches, then makes it visible, and returns the submissions with their IDs. Only
// the last commit waits for the disk: without it, nobody sees the batches. New
// IDs are in the order of the participants' random numbers, then of the paths, so that IDs reveal
// no names.
func (l *loader) load(ctx context.Context) (submissions []*contest.Submission, ids []int64, err error) {
	if err := l.session.commitLater(ctx); err != nil {
		return nil, nil, err
	}
	for i := range l.Submissions {
		submissions = append(submissions, &l.Submissions[i])
	}
	slices.SortStableFunc(submissions, func(a, b *contest.Submission) int {
		return cmp.Or(cmp.Compare(l.participants[a.Participant], l.participants[b.Participant]), strings.Compare(a.Path, b.Path))
	})
	for len(ids) < len(submissions) {
		batch := firstBatch(submissions[len(ids):])
		err := pgx.BeginFunc(ctx, l.session, func(tx pgx.Tx) error {
			batchIDs, err := l.loadBatch(ctx, tx, batch)
			ids = append(ids, batchIDs...)
			return err
		})
		if err != nil {
			return nil, nil, err
		}
		if l.Progress != nil {
			l.Progress(len(ids), len(submissions))
		}
	}
	return submissions, ids, pgx.BeginFunc(ctx, l.session, func(tx pgx.Tx) error {
		if err := syncCommit(ctx, tx); err != nil {
			return err
		}
		if err := copySkipped(ctx, tx, "import_skipped", "import_id", l.importID, l.Skipped); err != nil {
			return err
		}
		update, err := tx.Exec(ctx, "UPDATE imports SET state = 'complete', finished_at = now() WHERE id = $1 AND state = 'loading'", l.importID)
		if err != nil {
			return err
		}
		if update.RowsAffected() != 1 {
			return errors.New("another process ended this import")
		}
		if err := saveAbout(ctx, tx, l.contestID, l.About); err != nil {
			return err
		}
		if l.corrected, err = supersedeOlder(ctx, tx, l.contestID, submissions, ids); err != nil {
			return err
		}
		if l.corrected > 0 {
			if err := removeIndex(ctx, tx, supersededOfContest, l.contestID); err != nil {
				return err
			}
		}
		if err := relinkAlerts(ctx, tx, l.contestID); err != nil {
			return err
		}
		if err := recount(ctx, tx, l.contestID); err != nil {
			return err
		}
		return l.record(ctx, tx)
	})
}

// record logs what the complete import added: the contest, if it is the first import, and
// submissions.
func (l *loader) record(ctx context.Context, tx pgx.Tx) error {
	var isFirst bool
	err := tx.QueryRow(ctx, `
		SELECT NOT EXISTS (SELECT FROM imports WHERE contest_id = $1 AND state = 'complete' AND id <> $2),
			(SELECT count(*) FROM submissions WHERE contest_id = $1 AND import_id = $2)`, l.contestID, l.importID).Scan(&isFirst, &l.added)
	if err != nil {
		return err
	}
	var entries []review.Entry
	if isFirst {
		entries = append(entries, review.Entry{Actor: l.by, ContestID: l.contestID, Action: review.ActionCreate})
	}
	if l.added > 0 && l.action != review.ActionNone {
		entry := review.Entry{Actor: l.by, ContestID: l.contestID, Action: l.action}
		if l.action == review.ActionUpload {
			entry.Details.Count = l.added
		}
		entries = append(entries, entry)
	}
	return record(ctx, tx, entries...)
}

// firstBatch returns the first batch of submissions.
func firstBatch(submissions []*contest.Submission) []*contest.Submission {
	size := 0
	for i, s := range submissions {
		for _, f := range s.Files {
			size += len(f.Content)
		}
		if i+1 == batchSubmissions || size >= batchBytes {
			return submissions[:i+1]
		}
	}
	return submissions
}

// loadNames adds the missing problems and participants, and numbers the participants. The
// first import draws the contest's secret.
func (l *loader) loadNames(ctx context.Context, tx pgx.Tx) (err error) {
	problems := make([]string, len(l.Submissions))
	names := make([]string, len(l.Submissions))
	for i, s := range l.Submissions {
		problems[i], names[i] = s.Problem, s.Participant
	}
	if l.problems, err = l.upsertProblems(ctx, tx, problems); err != nil {
		return err
	}
	l.participants, err = mapOf[string, int64](ctx, tx, "SELECT name, id FROM participants WHERE contest_id = $1", l.contestID)
	if err != nil {
		return err
	}
	secret, err := l.ensureSecret(ctx, tx)
	if err != nil {
		return err
	}
	names = slices.DeleteFunc(names, func(name string) bool { return l.participants[name] != 0 })
	added, err := mapOf[string, int64](ctx, tx, `
		INSERT INTO participants (contest_id, name, number)
		SELECT $1, new.name, new.place + (SELECT coalesce(max(number), 0) FROM participants WHERE contest_id = $1)
		FROM unnest($2::text[]) WITH ORDINALITY AS new (name, place)
		ORDER BY new.place
		RETURNING name, id`, l.contestID, secret.InOrder(names))
	maps.Copy(l.participants, added)
	return err
}

// upsertProblems adds the missing problems of the contest, and returns the IDs of all
// problems by name.
func (l *loader) upsertProblems(ctx context.Context, tx pgx.Tx, names []string) (map[string]int64, error) {
	err := execOne(ctx, tx, `
		INSERT INTO problems (contest_id, name)
		SELECT $1, name FROM (SELECT unnest($2::text[]) AS name EXCEPT SELECT name FROM problems WHERE contest_id = $1) new
		ORDER BY name`, l.contestID, names)
	if err != nil {
		return nil, err
	}
	return mapOf[string, int64](ctx, tx, "SELECT name, id FROM problems WHERE contest_id = $1", l.contestID)
}

// ensureSecret returns the contest's secret. If the contest has no participants yet, it first
// draws the secret.
func (l *loader) ensureSecret(ctx context.Context, tx pgx.Tx) (secret contest.Secret, err error) {
	if len(l.participants) > 0 {
		err = tx.QueryRow(ctx, "SELECT secret FROM contests WHERE id = $1", l.contestID).Scan((*[16]byte)(&secret))
		return secret, err
	}
	if secret, err = contest.NewSecret(l.Contest, l.Submissions); err == nil {
		err = execOne(ctx, tx, "UPDATE contests SET secret = $2 WHERE id = $1", l.contestID, [16]byte(secret))
	}
	return secret, err
}

// loadBatch stores the new submissions of a batch, and returns the IDs of all submissions in the batch.
func (l *loader) loadBatch(ctx context.Context, tx pgx.Tx, batch []*contest.Submission) ([]int64, error) {
	hashes := make([][]sourceHash, len(batch))
	identities := make([]contest.Identity, len(batch))
	for i, s := range batch {
		for _, f := range s.Files {
			hashes[i] = append(hashes[i], sha256.Sum256(f.Content))
		}
		identities[i] = contest.Identify(s, hashes[i])
	}
	ids, err := l.storedIDs(ctx, tx, identities)
	if err != nil {
		return nil, err
	}
	if err := updateMetadata(ctx, tx, batch, identities, ids); err != nil {
		return nil, err
	}
	var newIndexes []int // indexes of the new submissions, each once
	contents := make(map[sourceHash][]byte)
	for i, s := range batch {
		if _, ok := ids[identities[i]]; ok {
			continue
		}
		ids[identities[i]] = 0 // the same submission again, later in the batch, is not new
		newIndexes = append(newIndexes, i)
		for j, f := range s.Files {
			contents[hashes[i][j]] = f.Content
		}
	}
	if len(newIndexes) > 0 {
		if err := shareSources(ctx, tx); err != nil {
			return nil, err
		}
		if err := l.db.putSources(ctx, tx, contents); err != nil {
			return nil, err
		}
		if err := l.copySubmissions(ctx, tx, batch, identities, newIndexes); err != nil {
			return nil, err
		}
		if ids, err = l.storedIDs(ctx, tx, identities); err != nil {
			return nil, err
		}
		var files [][]any
		for _, i := range newIndexes {
			for j, f := range batch[i].Files {
				files = append(files, []any{ids[identities[i]], j + 1, f.Path, hashes[i][j][:]})
			}
		}
		err := copyRows(ctx, tx, "submission_files", "submission_id ordinal path source", len(files), func(i int) []any { return files[i] })
		if err != nil {
			return nil, err
		}
	}
	batchIDs := make([]int64, len(batch))
	for i := range batch {
		batchIDs[i] = ids[identities[i]]
	}
	return batchIDs, nil
}

// storedIDs returns the IDs of the submissions that are stored already, by identity. They are
// of complete imports or of this import, because this import holds the contest's lock.
func (l *loader) storedIDs(ctx context.Context, tx pgx.Tx, identities []contest.Identity) (map[contest.Identity]int64, error) {
	keys := make([][]byte, len(identities))
	for i := range identities {
		keys[i] = identities[i][:]
	}
	ids := make(map[contest.Identity]int64)
	var key []byte
	var id int64
	// OFFSET 0 makes PostgreSQL look up each identity by itself. While the table has no statistics, the
	// planner would compare every submission of the contest with every identity.
	rows := query(ctx, tx, `
		SELECT s.identity, s.id
		FROM unnest($2::bytea[]) AS wanted (identity)
		CROSS JOIN LATERAL (
			SELECT identity, id FROM submissions WHERE contest_id = $1 AND identity = wanted.identity OFFSET 0
		) s`, l.contestID, keys)
	_, err := pgx.ForEachRow(rows, []any{&key, &id}, func() error {
		ids[contest.Identity(key)] = id
		return nil
	})
	return ids, err
}

func (l *loader) copySubmissions(ctx context.Context, tx pgx.Tx, batch []*contest.Submission, identities []contest.Identity, newIndexes []int) error {
	const columns = `contest_id import_id identity path problem_id participant_id kind language verdict attempt submitted_at
		system_id language_version judgements`
	return copyRows(ctx, tx, "submissions", columns, len(newIndexes), func(n int) []any {
		i := newIndexes[n]
		s := batch[i]
		return []any{l.contestID, l.importID, identities[i][:], s.Path, l.problems[s.Problem], l.participants[s.Participant],
			string(s.Kind), s.Language, string(s.Verdict), s.Attempt, orNull(s.Time),
			s.SystemID, s.LanguageVersion, storedJudgements(s.Judgements)}
	})
}

// numberAttempts numbers the submissions with contest.NextAttempt. It also numbers all submissions of a participant for a
// problem if one of them has the number of a stored attempt that the import lacks: then the import has only some of the
// attempts, such as a later export or a single file. A submission keeps the number of its path; a new path gets the
// participant's next number for the problem. The session holds the contest's lock, so that no other import gives out the
// same numbers.
func numberAttempts(ctx context.Context, tx pgx.Tx, contestID int64, submissions []contest.Submission) error {
	type series struct{ problem, participant string }
	given := make(map[series][]*contest.Submission)
	paths := make(map[string]bool)
	var participants []string
	for i := range submissions {
		submission := &submissions[i]
		key := series{submission.Problem, submission.Participant}
		if given[key] == nil {
			participants = append(participants, submission.Participant)
		}
		given[key] = append(given[key], submission)
		paths[submission.Path] = true
	}
	type attempt struct {
		Problem, Participant, Path string
		Number                     int
	}
	attempts, err := list[attempt](ctx, tx, `
		SELECT b.name, a.name, s.path, s.attempt
		FROM submissions s
		JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
		JOIN participants a ON a.id = s.participant_id
		JOIN problems b ON b.id = s.problem_id
		WHERE s.contest_id = $1 AND NOT s.superseded AND a.name = ANY ($2)`, contestID, participants)
	if err != nil {
		return fmt.Errorf("number the attempts: %w", err)
	}
	numbers := make(map[series]map[string]int) // of the stored attempts, by path
	for _, a := range attempts {
		key := series{a.Problem, a.Participant}
		if numbers[key] == nil {
			numbers[key] = make(map[string]int)
		}
		numbers[key][a.Path] = a.Number
	}
	for key, list := range given {
		stored, last := numbers[key], 0
		missing := make(map[int]bool) // numbers of stored attempts that the import lacks
		for path, number := range stored {
			last = max(last, number)
			missing[number] = missing[number] || !paths[path]
		}
		isPart := slices.ContainsFunc(list, func(s *contest.Submission) bool { return missing[s.Attempt] })
		slices.SortStableFunc(list, func(a, b *contest.Submission) int { return cmp.Compare(a.Attempt, b.Attempt) })
		for _, submission := range list {
			if !isPart && submission.Attempt != contest.NextAttempt {
				continue
			}
			number, isStored := stored[submission.Path]
			if !isStored {
				last++
				number = last
			}
			submission.Attempt = number
		}
	}
	return nil
}
