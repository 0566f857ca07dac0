package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// AddSources stores known sources and returns their IDs. A source needs a kind, a name, a file, and
// a sample of the file's shingles, see program.Sample, of sampleVersion. If a stored source has the program and the scope
// of an added source, AddSources stores none, and returns a [*contest.StoredSourceError].
func (db *DB) AddSources(ctx context.Context, by review.Person, sampleVersion int, added []contest.KnownSource) (ids []int64, err error) {
	defer wrap(&err, "add known sources")
	for _, s := range added {
		err := errors.Join(validateName("the name of a source", s.Name), validateText("the source", s.Problem, s.URL, s.Licence), validatePath(s.File.Path))
		if !s.Kind.Valid() {
			err = errors.Join(err, fmt.Errorf("source %q: unknown kind %q", s.Name, s.Kind))
		}
		if err != nil {
			return nil, err
		}
	}
	err = pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		// Before the lock on sources: a deletion of a contest takes both in this order.
		var contests []int64
		for _, s := range added {
			contests = append(contests, s.ContestID)
		}
		if err := execOne(ctx, tx, "SELECT FROM contests WHERE id = ANY ($1) ORDER BY id FOR KEY SHARE", contests); err != nil {
			return err
		}
		hashes, err := db.storeFiles(ctx, tx, len(added), func(i int) contest.File { return added[i].File })
		if err != nil {
			return err
		}
		var entries []review.Entry // one for each contest and kind
		for i, s := range added {
			id, err := get[int64](ctx, tx, `
				INSERT INTO known_sources (contest_id, problem, kind, name, published, url, licence, path, source, sample, sample_version)
				VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
				ON CONFLICT (contest_id, problem, source) DO NOTHING
				RETURNING id`, orNull(s.ContestID), s.Problem, s.Kind, s.Name, orNull(s.Date), s.URL, s.Licence, s.File.Path,
				hashes[i][:], convert[int64](s.Sample), sampleVersion)
			if errors.Is(err, contest.ErrNotFound) {
				return &contest.StoredSourceError{Source: s}
			}
			if err != nil {
				return orNotFound(err)
			}
			ids = append(ids, id)
			same := slices.IndexFunc(entries, func(e review.Entry) bool { return e.ContestID == s.ContestID && e.Details.To == string(s.Kind) })
			if same >= 0 {
				entries[same].Details.Count++
				entries[same].Note += "\n" + s.Name
				continue
			}
			entries = append(entries, review.Entry{Actor: by, ContestID: s.ContestID, Action: review.ActionAddSource,
				Details: review.Details{To: string(s.Kind), Count: 1}, Note: s.Name})
		}
		return record(ctx, tx, entries...)
	})
	if err != nil {
		return nil, err
	}
	return ids, nil
}

// DeleteSource removes a known source. Checks that used the source keep their copies.
func (db *DB) DeleteSource(ctx context.Context, by review.Person, id int64) (err error) {
	defer wrap(&err, "delete known source %d", id)
	return pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error {
		type deleted struct {
			ContestID int64
			Kind      string
			Name      string
			Hash      []byte // of the program
		}
		d, err := get[deleted](ctx, tx,
			"DELETE FROM known_sources WHERE id = $1 RETURNING coalesce(contest_id, 0), kind, name, source", id)
		if err != nil {
			return err
		}
		err = record(ctx, tx, review.Entry{Actor: by, ContestID: d.ContestID, Action: review.ActionDeleteSource,
			Details: review.Details{From: d.Kind}, Note: d.Name})
		if err != nil {
			return err
		}
		return removeUnusedContents(ctx, tx, [][]byte{d.Hash})
	})
}

// selectSources selects from known_sources, called n. CheckSource.Number is 0, because the sources are of no check.
const selectSources = `
	SELECT 0, n.id, coalesce(n.contest_id, 0), coalesce(c.name, ''), n.problem, n.kind, n.name, coalesce(n.published, '0001-01-01'), n.url, n.licence,
		n.added_at, n.path, n.source
	FROM known_sources n
	LEFT JOIN contests c ON c.id = n.contest_id`

// storedKnownSource is a known source without the content of its program.
type storedKnownSource struct {
	contest.CheckSource // Number is 0 outside a check
	file                storedFile
}

func scanSource(row pgx.CollectableRow) (s storedKnownSource, err error) {
	err = row.Scan(&s.Number, &s.ID, &s.ContestID, &s.Contest, &s.Problem, &s.Kind, &s.Name, &s.Date, &s.URL, &s.Licence,
		&s.AddedAt, &s.file.Path, &s.file.Source)
	s.File.Path = s.file.Path
	return s, err
}

// readSources returns the sources that a query selects, with their programs.
func (db *DB) readSources(ctx context.Context, q querier, sql string, args ...any) ([]contest.CheckSource, error) {
	stored, err := pgx.CollectRows(query(ctx, q, sql, args...), scanSource)
	if err != nil {
		return nil, err
	}
	files := make([]storedFile, len(stored))
	for i, s := range stored {
		files[i] = s.file
	}
	contents, err := db.contents(ctx, files)
	if err != nil {
		return nil, err
	}
	sources := make([]contest.CheckSource, 0, len(stored))
	for _, s := range stored {
		if s.File, err = db.decompress(s.file, contents); errors.Is(err, contest.ErrNotFound) {
			continue // deleted since the query
		} else if err != nil {
			return nil, err
		}
		sources = append(sources, s.CheckSource)
	}
	return sources, nil
}

// readKnownSources returns the known sources that a condition about n selects, see selectSources, with their programs.
func (db *DB) readKnownSources(ctx context.Context, q querier, condition string, args ...any) ([]contest.KnownSource, error) {
	sources, err := db.readSources(ctx, q, selectSources+" WHERE "+condition, args...)
	known := make([]contest.KnownSource, len(sources))
	for i, s := range sources {
		known[i] = s.KnownSource
	}
	return known, err
}

// sourceOrder is the order of lists of known sources.
const sourceOrder = ` ORDER BY c.name COLLATE "C" NULLS FIRST, n.problem COLLATE "C",
	array_position(ARRAY['generated', 'editorial', 'published', 'jury', 'leaked'], n.kind), n.name COLLATE "C", n.id`

// passesFilter is the condition that a known source, called n, passes a filter with the ContestID $1 and ForAllContests $2.
const passesFilter = "($1::bigint = 0 AND NOT $2 OR n.contest_id = $1 OR $2 AND n.contest_id IS NULL)"

// KnownSources lists known sources without their programs. Sources for all contests come first; the
// others are sorted by contest, problem, kind and name.
func (db *DB) KnownSources(ctx context.Context, filter contest.SourceFilter) (_ []contest.KnownSource, err error) {
	defer wrap(&err, "known sources")
	stored, err := pgx.CollectRows(query(ctx, db.pool, selectSources+" WHERE "+passesFilter+sourceOrder, filter.ContestID, filter.ForAllContests), scanSource)
	sources := make([]contest.KnownSource, len(stored))
	for i, s := range stored {
		sources[i] = s.KnownSource
	}
	return sources, err
}

// KnownPrograms is KnownSources with the programs.
func (db *DB) KnownPrograms(ctx context.Context, filter contest.SourceFilter) (_ []contest.KnownSource, err error) {
	defer wrap(&err, "programs of known sources")
	return db.readKnownSources(ctx, db.pool, passesFilter+sourceOrder, filter.ContestID, filter.ForAllContests)
}

// FindSources returns at most limit known sources, with their programs, whose samples of shingles have at least one of the shingles.
// The source with the most of the shingles comes first. Sources for all contests are in every scope.
func (db *DB) FindSources(ctx context.Context, version int, shingles []uint32, scope contest.Scope, limit int) (_ []contest.KnownSource, err error) {
	defer wrap(&err, "search known sources")
	return db.readKnownSources(ctx, db.search, `n.sample && $1::bigint[] AND n.sample_version = $2
		  AND (n.contest_id IS NULL OR ($3::bigint[] IS NULL OR n.contest_id = ANY ($3)) AND n.contest_id <> ALL ($4::bigint[]))
		ORDER BY (SELECT count(*) FROM unnest(n.sample) AS shared (shingle) WHERE shared.shingle = ANY ($1)) DESC, n.id
		LIMIT $5`, convert[int64](shingles), version, scope.Only, notNil(scope.Except), limit)
}

// KnownSource returns a known source with its program.
func (db *DB) KnownSource(ctx context.Context, id int64) (_ contest.KnownSource, err error) {
	defer wrap(&err, "known source %d", id)
	sources, err := db.readKnownSources(ctx, db.pool, "n.id = $1", id)
	if err == nil && len(sources) == 0 {
		err = contest.ErrNotFound
	}
	if err != nil {
		return contest.KnownSource{}, err
	}
	return sources[0], nil
}

// SaveSources stores the known sources that the check used.
func (r *Run) SaveSources(ctx context.Context, used []contest.CheckSource) error {
	return r.do("save known sources", func(s *session) error {
		return pgx.BeginFunc(ctx, s, func(tx pgx.Tx) error {
			hashes, err := r.db.storeFiles(ctx, tx, len(used), func(i int) contest.File { return used[i].File })
			if err != nil {
				return err
			}
			return copyRows(ctx, tx, "check_sources", "check_id number problem kind name published url licence path source", len(used),
				func(i int) []any {
					u := &used[i]
					return []any{r.id, u.Number, u.Problem, string(u.Kind), u.Name, orNull(u.Date), u.URL, u.Licence, u.File.Path, hashes[i][:]}
				})
		})
	})
}

// SaveNear stores which programs are near which of the check's known sources.
func (r *Run) SaveNear(ctx context.Context, near []contest.NearProgram) error {
	return r.do("save programs near known sources", func(s *session) error {
		return copyRows(ctx, s, "check_near", "check_id submission_id number suspicion", len(near), func(i int) []any {
			return []any{r.id, near[i].SubmissionID, near[i].Number, near[i].Suspicion}
		})
	})
}

// SourceNames returns the names of the known sources that a check used, by number.
func (db *DB) SourceNames(ctx context.Context, checkID int64) (_ map[int]string, err error) {
	defer wrap(&err, "names of the known sources of check %d", checkID)
	return mapOf[int, string](ctx, db.pool, "SELECT number, name FROM check_sources WHERE check_id = $1", checkID)
}

// CheckSources returns the known sources that a complete check used, with their programs, by number.
func (db *DB) CheckSources(ctx context.Context, checkID int64) (_ []contest.CheckSource, err error) {
	defer wrap(&err, "known sources of check %d", checkID)
	if err := db.requireComplete(ctx, checkID); err != nil {
		return nil, err
	}
	return db.readSources(ctx, db.pool, `
		SELECT n.number, 0::bigint, k.contest_id, c.name, n.problem, n.kind, n.name, coalesce(n.published, '0001-01-01'), n.url, n.licence, k.started_at, n.path, n.source
		FROM check_sources n
		JOIN checks k ON k.id = n.check_id
		JOIN contests c ON c.id = k.contest_id
		WHERE n.check_id = $1
		ORDER BY n.number`, checkID)
}

// NearSources returns a page of the programs of a complete check that are near known sources, the
// nearest program first, and counts all such programs.
func (db *DB) NearSources(ctx context.Context, checkID int64, filter contest.NearFilter) (near []contest.NearSources, total int, err error) {
	defer wrap(&err, "programs near known sources of check %d", checkID)
	if err := db.requireComplete(ctx, checkID); err != nil {
		return nil, 0, err
	}
	args := []any{checkID, filter.SubmissionID, storable(filter.Problem)}
	const count = `
		SELECT count(DISTINCT e.submission_id)
		FROM check_near e
		JOIN submission_sides l ON l.id = e.submission_id
		WHERE e.check_id = $1 AND ($2::bigint = 0 OR e.submission_id = $2) AND ($3 = '' OR l.problem = $3)`
	return page[contest.NearSources](ctx, db.pool, count, args, "SELECT "+sideColumnsOf("l")+", near.sources, ("+count+`)
		FROM (
			SELECT e.submission_id, max(e.suspicion) AS highest,
				jsonb_agg(jsonb_build_object('source', n.number, 'kind', n.kind, 'name', n.name, 'suspicion', e.suspicion)
					ORDER BY e.suspicion DESC, n.number) AS sources
			FROM check_near e
			JOIN check_sources n USING (check_id, number)
			WHERE e.check_id = $1 AND ($2::bigint = 0 OR e.submission_id = $2)
			GROUP BY e.submission_id
		) near
		CROSS JOIN LATERAL (SELECT * FROM submission_sides WHERE id = near.submission_id OFFSET 0) l
		WHERE $3 = '' OR l.problem = $3
		ORDER BY near.highest DESC, near.submission_id
		LIMIT nullif($4::bigint, 0) OFFSET $5`, append(args, filter.Limit, filter.Offset)...)
}
