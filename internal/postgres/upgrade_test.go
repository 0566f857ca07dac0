package postgres

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/migrations"
)

var update = flag.Bool("update", false, "store a database of the present schema in testdata, for a release")

// storedSchemas are databases of released schemas with rows in every table, as pg_dump writes them.
const storedSchemas = "testdata/schema-*.sql"

// storeSchema writes a database of the present schema. pg_dump comes with the server.
func storeSchema(t *testing.T) {
	t.Helper()
	url := pgtest.New(t)
	db := openURL(t, url)
	administrator := user(t, db, "rosa", true)
	fullContest(t, db, "spring")
	_, hash := account.NewToken()
	if _, err := db.AddToken(t.Context(), review.CommandLine, administrator, account.Token{Label: "backup", Scope: account.ReadScope}, hash); err != nil {
		t.Fatal(err)
	}
	path := "pg_dump"
	if found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/pg_dump"); len(found) > 0 {
		path = found[0]
	}
	sql, err := exec.Command(path, "--inserts", "--no-owner", "--no-privileges", "--no-comments", url).Output()
	if err != nil {
		t.Fatalf("pg_dump: %v", err)
	}
	sql = regexp.MustCompile(`(?m)^(--.*|\\.*|)\n`).ReplaceAll(sql, nil) // comments, and commands for psql
	name := fmt.Sprintf("testdata/schema-%05d.sql", migrations.Newest())
	must(t, os.WriteFile(name, sql, 0o644))
}

// A database of each released schema opens and loses no row. Then it is like a new database: it has the same tables, its
// rows can be read, and rows can be added.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	if *update {
		storeSchema(t)
	}
	files, err := filepath.Glob(storedSchemas)
	if err != nil || len(files) == 0 {
		t.Fatalf("%d stored schemas, %v", len(files), err)
	}
	want := structure(t, openURL(t, pgtest.NewEmpty(t)))
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			url := pgtest.NewEmpty(t)
			before := restoreSchema(t, url, file)
			db := openURL(t, url)
			if err := db.Ready(t.Context()); err != nil {
				t.Error(err)
			}
			after := dump(t, db)
			for _, table := range slices.Sorted(maps.Keys(before)) {
				if table != "goose_db_version" && len(after[table]) != before[table] {
					t.Errorf("table %s has %d rows after the upgrade, want %d", table, len(after[table]), before[table])
				}
			}
			if diff := cmp.Diff(want, structure(t, db)); diff != "" {
				t.Errorf("the tables differ from those of a new database (-new +upgraded):\n%s", diff)
			}
			readUpgraded(t, db)
			fullContest(t, db, "autumn")
		})
	}
}

// restoreSchema loads a stored schema, and returns the number of rows of each table.
func restoreSchema(t *testing.T, url, file string) map[string]int {
	t.Helper()
	sql, err := os.ReadFile(file)
	must(t, err)
	conn, err := pgx.Connect(t.Context(), url)
	must(t, err)
	defer conn.Close(context.Background())
	if _, err := conn.PgConn().Exec(t.Context(), string(sql)).ReadAll(); err != nil {
		t.Fatal(err)
	}
	rows := make(map[string]int)
	tables, err := list[string](t.Context(), conn, "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'")
	must(t, err)
	for _, table := range tables {
		rows[table], err = get[int](t.Context(), conn, "SELECT count(*) FROM public."+pgx.Identifier{table}.Sanitize())
		must(t, err)
	}
	return rows
}

// structure returns the columns, constraints, indexes, triggers and functions of a database.
func structure(t *testing.T, db *DB) []string {
	t.Helper()
	all, err := list[string](t.Context(), db.pool, `
		SELECT format('column %s.%s %s %s %s %s', table_name, column_name, data_type, is_nullable, column_default, generation_expression)
		FROM information_schema.columns WHERE table_schema = 'public'
		UNION ALL SELECT format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
		FROM pg_constraint WHERE connamespace = 'public'::regnamespace
		UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
		UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
		UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'
		ORDER BY 1`)
	must(t, err)
	if len(all) < 100 {
		t.Fatalf("only %d columns, constraints and others are found", len(all))
	}
	return all
}

// readUpgraded reads what storeSchema stored.
func readUpgraded(t *testing.T, db *DB) {
	t.Helper()
	ctx := t.Context()
	stored, err := db.ContestByName(ctx, "spring")
	must(t, err)
	if stored.Submissions != 3 || stored.Participants != 2 {
		t.Errorf("the contest has %d submissions of %d participants, want 3 of 2", stored.Submissions, stored.Participants)
	}
	checkID, err := get[int64](ctx, db.pool, "SELECT id FROM checks WHERE contest_id = $1 AND state = 'complete'", stored.ID)
	must(t, err)
	pairs, total := pairsOf(t, db, checkID, contest.PairFilter{})
	if total != 1 || pairs[0].Suspicion != 0.5 {
		t.Fatalf("%d pairs, want one with the suspicion 0.5: %+v", total, pairs)
	}
	found, err := near(ctx, db, 1, 5, 0, 1)
	samples := findSamples(t, db, 1, []uint32{5}, contest.Scope{})
	if err != nil || len(found.Matches) != 1 || len(samples) != 1 {
		t.Errorf("the archive finds the fingerprints %+v, %v, and the samples %+v; want one of each", found, err, samples)
	}
	submissions, _, err := db.StoredSubmissions(ctx, stored.ID)
	must(t, err)
	isFirst := func(s contest.Submission) bool { return s.ID == pairs[0].Left.SubmissionID }
	if i := slices.IndexFunc(submissions, isFirst); i < 0 || string(submissions[i].Files[0].Content) != "int main() { return 0; }" {
		t.Errorf("the first program of the pair is not as it was: %+v", submissions)
	}
	cases, err := db.Cases(ctx, stored.ID, review.Filter{})
	must(t, err)
	if len(cases) != 1 || len(cases[0].Case.Reviews) != 1 || cases[0].Case.Reviews[0].Note != "of spring" || cases[0].Case.Reviews[0].Decision != review.Confirmed {
		t.Errorf("the decision is lost: %+v", cases)
	}
	rosa, _, err := db.UserByName(ctx, "rosa")
	if err != nil || !rosa.Administrator {
		t.Errorf("the administrator is %+v, %v", rosa, err)
	}
	tokens, err := db.Tokens(ctx, rosa.ID)
	if err != nil || len(tokens) != 1 {
		t.Errorf("%d tokens, %v, want 1", len(tokens), err)
	}
	if w, err := db.Watch(ctx, stored.ID); err != nil || w.State != contest.WatchEnded {
		t.Errorf("the watch is %+v, %v", w, err)
	}
	if _, entries, err := db.AuditLog(ctx, stored.ID, review.LogFilter{}, 0, 10); err != nil || entries < 2 {
		t.Errorf("the audit log has %d entries, %v", entries, err)
	}
}
