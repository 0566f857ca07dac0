package postgres

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

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
