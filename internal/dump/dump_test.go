package dump_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/dump"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/migrations"
)

// store is a check.Store on a database. It counts the stored measures that checks reuse.
type store struct {
	*postgres.DB
	measures int
}

func (s *store) BeginCheck(ctx context.Context, by review.Person, c contest.Check, ids []int64, base []contest.File) (contest.Run, error) {
	r, err := s.DB.BeginCheck(ctx, by, c, ids, base)
	return run{r, s}, err
}

type run struct {
	contest.Run
	store *store
}

func (r run) StoredMeasures(ctx context.Context) ([]contest.PairMeasures, error) {
	measures, err := r.Run.StoredMeasures(ctx)
	r.store.measures += len(measures)
	return measures, err
}

// runCheck checks a folder of submissions, and returns its pairs and the number of reused measures.
func runCheck(t *testing.T, url, folder, name string, against ...string) ([]contest.Pair, int) {
	t.Helper()
	db, err := postgres.Open(t.Context(), url)
	must(t, err)
	defer db.Close()
	set, err := intake.Read(t.Context(), []string{"../../testdata/" + folder}, intake.Options{})
	must(t, err)
	request := check.Request{Contest: name, Origin: folder, Submissions: set.Submissions, Skipped: set.Skipped, Parameters: check.Defaults()}
	request.Parameters.Layout = set.Layout
	request.Parameters.Against = against
	s := &store{DB: db}
	id, err := (&check.Checker{Store: s, ToolVersion: "test"}).Check(t.Context(), request, nil)
	must(t, err)
	pairs, _, err := db.Pairs(t.Context(), id, contest.PairFilter{})
	must(t, err)
	for i := range pairs {
		pairs[i].ID, pairs[i].CheckID = 0, 0
	}
	return pairs, s.measures
}

// fullDatabase returns a database with two checked contests, a session, and texts that COPY has
// to escape. The second contest was compared with the first.
func fullDatabase(t *testing.T) string {
	t.Helper()
	url := pgtest.NewOneMachine(t)
	runCheck(t, url, "templates", "spring")
	runCheck(t, url, "submissions", "autumn", "spring")
	execute(t, url, `INSERT INTO sessions VALUES ('secret token', '\x00ff', now())`)
	execute(t, url, `UPDATE participants SET affiliation = E'tab\t, line\n, backslash \\, \\. and \\N', site = '試験 🎈'`)
	execute(t, url, `UPDATE participants SET revealed = true WHERE number = 1`)
	decide(t, url)
	return url
}

// decide carries a case to its end: a ruling, an outcome, a statement by a link, and an appeal.
func decide(t *testing.T, url string) {
	t.Helper()
	ctx := t.Context()
	db, err := postgres.Open(ctx, url)
	must(t, err)
	defer db.Close()
	chief, err := db.SignInByLink(ctx)
	must(t, err)
	by := review.Person{ID: chief.ID, Name: chief.Name}
	target, err := db.ContestByName(ctx, "spring")
	must(t, err)
	people, err := db.Participants(ctx, target.ID)
	must(t, err)
	key := review.Key{ContestID: target.ID, Problem: "A", First: min(people[0].ID, people[1].ID), Second: max(people[0].ID, people[1].ID)}
	_, decideErr := db.Decide(ctx, by, key, review.Review{Decision: review.Confirmed, Ruling: true})
	_, hash := account.NewLinkToken()
	_, linkErr := db.AddLink(ctx, by, review.Link{Key: key, PairID: 1, ParticipantID: key.First, Hides: review.HidesProgram, EndsAt: time.Now().Add(time.Hour)}, hash)
	_, stateErr := db.AddStatement(ctx, hash, "tab\t, line\n, backslash \\, \\. and \\N")
	outcomeErr := db.SetOutcome(ctx, by, target.ID, "warning", people[0].Number)
	outcomesErr := db.SetSettings(ctx, by, target.ID, contest.Settings{Outcomes: []string{`"quoted", {braces}`, "NULL"}})
	_, appealErr := db.Appeal(ctx, by, key, "試験 🎈")
	languageErr := db.SetLanguage(ctx, chief.ID, "ja")
	must(t, errors.Join(languageErr, decideErr, linkErr, stateErr, outcomeErr, outcomesErr, appealErr))
}

// must ends the test if there is an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func connect(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	must(t, err)
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

func execute(t *testing.T, url, statement string) {
	t.Helper()
	if _, err := connect(t, url).Exec(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

// contents returns all rows of a database by table, and the definitions of its constraints,
// triggers and sequences. It does not use package dump.
func contents(t *testing.T, url string) map[string][]string {
	t.Helper()
	conn := connect(t, url)
	list := func(query string) []string {
		rows, _ := conn.Query(t.Context(), query)
		texts, err := pgx.CollectRows(rows, pgx.RowTo[string])
		must(t, err)
		return texts
	}
	all := map[string][]string{
		"constraints": list("SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1"),
		"triggers":    list("SELECT tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal AND tgrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace) ORDER BY 1"),
		"sequences":   list("SELECT sequencename || ' ' || coalesce(last_value, 0) FROM pg_sequences WHERE schemaname = 'public' AND sequencename <> 'goose_db_version_id_seq' ORDER BY 1"),
	}
	for _, name := range list("SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('sessions', 'goose_db_version')") {
		all[name] = list("SELECT t::text FROM " + pgx.Identifier{name}.Sanitize() + " t ORDER BY 1")
	}
	return all
}

func silent(string, int64, int64) {}

func dumpAll(t *testing.T, url string) ([]byte, dump.Summary) {
	t.Helper()
	var file bytes.Buffer
	summary, err := dump.Dump(t.Context(), url, &file, nil, "v1.2.3", silent)
	must(t, err)
	return file.Bytes(), summary
}

// A restored database has the same rows, constraints, triggers and sequences, gives the same
// dump, and a check of it reuses stored measures.
func TestRestoreRestoresEverything(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes many seconds")
	}
	t.Parallel()
	source, target := fullDatabase(t), pgtest.NewEmpty(t)
	file, summary := dumpAll(t, source)
	stages := make(map[string]bool)
	restored, err := dump.Restore(t.Context(), target, bytes.NewReader(file), int64(len(file)), func(stage string, done, total int64) {
		stages[stage] = true
		if done > total && total > 0 {
			t.Errorf("stage %q: progress is %d of %d", stage, done, total)
		}
	})
	must(t, err)
	if diff := cmp.Diff(summary, restored); diff != "" {
		t.Errorf("the summaries of Dump and Restore differ (-Dump +Restore):\n%s", diff)
	}
	if summary.Contests != 2 || summary.Rows < 1000 || summary.Tool != "v1.2.3" || !stages["restore"] {
		t.Errorf("got summary %+v, want 2 contests and many rows; got stages %v, want restore", summary, stages)
	}
	want, got := contents(t, source), contents(t, target)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the restored database differs (-dumped +restored): %.3000s", diff)
	}
	for _, table := range []string{"sources", "submissions", "pairs", "index_entries", "lexed_files", "check_templates"} {
		if len(got[table]) == 0 {
			t.Errorf("table %s is empty, so the test does not cover it", table)
		}
	}
	var sessions int
	if err := connect(t, target).QueryRow(t.Context(), "SELECT count(*) FROM sessions").Scan(&sessions); err != nil || sessions > 0 {
		t.Errorf("%d sessions were restored, %v; want none", sessions, err)
	}
	if second, _ := dumpAll(t, target); !bytes.Equal(second, file) {
		t.Error("a dump of the restored database has other bytes")
	}
	// A distributed archive has the same dump.
	db, err := postgres.Open(t.Context(), source)
	must(t, err)
	defer db.Close()
	opts := postgres.DistributeOptions{Partitions: 3}
	if pgtest.OnCluster() {
		opts.Partitions = 0
	}
	// So has one that is distributed while the dump reads it.
	conn, distributed := connect(t, source), make(chan error, 1)
	start := sync.OnceFunc(func() {
		go func() { distributed <- db.Distribute(t.Context(), opts) }()
		for waiting := 0; waiting == 0 && len(distributed) == 0; {
			err := conn.QueryRow(t.Context(), `SELECT count(*) FROM pg_stat_activity
				WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&waiting)
			if err != nil {
				t.Error(err)
				return
			}
		}
	})
	var meanwhile bytes.Buffer
	if _, err := dump.Dump(t.Context(), source, &meanwhile, nil, "v1.2.3", func(string, int64, int64) { start() }); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(meanwhile.Bytes(), file) {
		t.Error("a dump while the archive is distributed has other bytes")
	}
	must(t, <-distributed)
	if after, _ := dumpAll(t, source); !bytes.Equal(after, file) {
		t.Error("a dump of the distributed archive has other bytes")
	}
	// A check finds the same pairs in both databases, and reuses measures in the restored one.
	wantPairs, _ := runCheck(t, source, "submissions", "autumn", "spring")
	gotPairs, measures := runCheck(t, target, "submissions", "autumn", "spring")
	if diff := cmp.Diff(wantPairs, gotPairs); diff != "" || len(gotPairs) == 0 {
		t.Errorf("a check of the restored database has %d pairs; (-dumped +restored):\n%s", len(gotPairs), diff)
	}
	if measures == 0 {
		t.Error("the check after the restore reused no measures")
	}
}

// Restore refuses a database with rows or a newer schema, and accepts empty tables.
func TestRestoreNeedsAnEmptyDatabase(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes a second")
	}
	t.Parallel()
	file, summary := dumpAll(t, fullDatabase(t))
	for _, test := range []struct {
		name, statement, want string
	}{
		{"a contest's row", "INSERT INTO contests (name) VALUES ('mine')", "it has contests"},
		{"a source without a contest", "INSERT INTO sources VALUES (sha256(''), 0, '')", "it has sources"},
		{"a distributed archive", "CREATE TABLE fingerprint_postings ()", "the database is distributed"},
		{"a newer schema", "INSERT INTO goose_db_version (version_id, is_applied) VALUES (4711, true)", "already has the tables of schema 4711"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			url := pgtest.NewOneMachine(t)
			execute(t, url, test.statement)
			before := contents(t, url)
			_, err := dump.Restore(t.Context(), url, bytes.NewReader(file), 0, silent)
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "--data-dir") {
				t.Errorf("got error %v, want one with %q and --data-dir", err, test.want)
			}
			if diff := cmp.Diff(before, contents(t, url)); diff != "" {
				t.Errorf("the refused restore changed the database (-before +after): %s", diff)
			}
		})
	}
	t.Run("empty tables", func(t *testing.T) {
		t.Parallel()
		if got, err := dump.Restore(t.Context(), pgtest.NewOneMachine(t), bytes.NewReader(file), 0, silent); err != nil || got != summary {
			t.Errorf("got %+v, %v, want %+v", got, err, summary)
		}
	})
}

// Dump refuses a database without the tables of ojcheck.
func TestDumpRefusesADatabaseWithoutTables(t *testing.T) {
	t.Parallel()
	if _, err := dump.Dump(t.Context(), pgtest.NewEmpty(t), new(bytes.Buffer), nil, "", silent); err == nil || !strings.Contains(err.Error(), "has no tables") {
		t.Errorf("got error %v, want one with \"has no tables\"", err)
	}
}

// A migration that begins during a dump waits for it: the dump would lack the rows of a table that is written anew. The dump does
// not wait for the migration.
func TestDumpMakesMigrationsWait(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // PostgreSQL does not see a deadlock of a dump's two connections
	defer cancel()
	url := pgtest.NewEmpty(t)
	const version = 24
	must(t, migrations.UpTo(ctx, url, version))
	conn := connect(t, url)
	migrated := make(chan error, 1)
	begin := sync.OnceFunc(func() {
		go func() { migrated <- migrations.Up(ctx, url) }()
		for waits := false; !waits; {
			must(t, conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_stat_activity
				WHERE datname = current_database() AND (query LIKE '%pg_try_advisory_lock%' OR wait_event_type = 'Lock') AND pid <> pg_backend_pid())`).Scan(&waits))
		}
	})
	summary, err := dump.Dump(ctx, url, new(bytes.Buffer), nil, "", func(stage string, _, _ int64) { begin() })
	if err != nil || summary.Schema != version {
		t.Errorf("the dump has schema %d, %v; want %d", summary.Schema, err, version)
	}
	must(t, <-migrated)
}

// fullDisk is a writer that always fails.
type fullDisk struct{}

var errFull = errors.New("no space left")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

// Dump returns the error of its writer.
func TestDumpReportsAFullDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes many seconds")
	}
	t.Parallel()
	if _, err := dump.Dump(t.Context(), fullDatabase(t), fullDisk{}, nil, "", silent); !errors.Is(err, errFull) {
		t.Errorf("got error %v, want errFull", err)
	}
}
