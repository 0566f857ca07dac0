package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/simhash"
)

func options(distances ...int) Options {
	return Options{Size: 3000, Distances: distances, Queries: 40, Seed: 1, Progress: func(string) {}}
}

// benches returns the names of the databases of measurements on the server of the database at url.
func benches(t *testing.T, url string) []string {
	t.Helper()
	conn, err := pgx.Connect(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	rows, err := conn.Query(context.Background(), "SELECT d.datname FROM pg_database d, pg_database own WHERE own.datname = current_database() AND d.datname = 'ojcheck_bench_' || own.oid")
	if err != nil {
		t.Fatal(err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// checkDropped checks that measurements dropped their databases.
func checkDropped(t *testing.T, url string) {
	t.Helper()
	if names := benches(t, url); len(names) > 0 {
		t.Errorf("databases %q were not dropped", names)
	}
}

// On a cluster, the measurement is of postings.
func TestRunOnCluster(t *testing.T) {
	if !pgtest.OnCluster() {
		t.Skip("NOT RUN without a cluster in OJCHECK_TEST_CITUS")
	}
	t.Parallel()
	url := pgtest.New(t)
	for _, grow := range []bool{false, true} {
		opts := options(0, 3, 8)
		opts.IndexFirst = grow
		r, err := Run(t.Context(), url, opts)
		if err != nil {
			t.Fatal(err)
		}
		if !r.Exact() || r.Workers == 0 || r.HeapBytes < 3*24 || r.IndexBytes < 3*24 {
			t.Errorf("grow %t: %+v", grow, r)
		}
	}
	checkDropped(t, url)
}

// The archive gives the same answers as a scan, and the measurement drops its database.
func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes a second")
	}
	t.Parallel()
	url := pgtest.NewEmpty(t)
	opts := options(0, 3, 8)
	r, err := Run(t.Context(), url, opts)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Exact() {
		t.Errorf("the answers are not exact: %+v", r)
	}
	for i, f := range r.Distances {
		if f.Distance != opts.Distances[i] || f.Checked != opts.Queries || f.Min <= 0 || f.P50 < f.Min || f.P99 < f.P50 {
			t.Errorf("figures for distance %d are %+v", opts.Distances[i], f)
		}
	}
	if last := r.Distances[2]; last.Found == 0 {
		t.Errorf("the searches within distance 8 found nothing: %+v", last)
	}
	if r.HeapBytes < 40 || r.IndexBytes < 60 || r.RowsPerSecond <= 0 || r.JoinSeconds <= 0 {
		t.Errorf("a size or a time is too small: %+v", r)
	}
	checkDropped(t, url)
	var text, object bytes.Buffer
	if err := r.Table(&text); err != nil || strings.Count(text.String(), "yes, 40") != 4 {
		t.Errorf("table does not have \"yes, 40\" four times, error %v:\n%s", err, &text)
	}
	if err := r.JSON(&object); err != nil {
		t.Fatal(err)
	}
	var decoded Report
	if err := json.Unmarshal(object.Bytes(), &decoded); err != nil || !cmp.Equal(*r, decoded) {
		t.Errorf("report decoded from its JSON: error %v (-want +got):\n%s", err, cmp.Diff(*r, decoded))
	}
}

// readIndexes reads every page of the indexes through the shared buffers.
func TestReadIndexes(t *testing.T) {
	t.Parallel()
	url := pgtest.NewOneMachine(t)
	db, err := open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.drop(); err != nil {
			t.Error(err)
		}
	}()
	stored, rng := make([]simhash.Fingerprint, 3000), rand.New(rand.NewPCG(1, 1))
	for i := range stored {
		stored[i] = simhash.Fingerprint(rng.Uint64())
	}
	if err := db.load(t.Context(), stored, false, new(Report)); err != nil {
		t.Fatal(err)
	}
	if err := db.readIndexes(t.Context()); err != nil {
		t.Fatal(err)
	}
	db.Close() // the server counts the pages that a connection read when the connection ends
	conn, err := pgx.Connect(t.Context(), withDatabase(url, db.name))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	const unread = `
		SELECT format('%s: %s of %s pages', indexrelname, idx_blks_read + idx_blks_hit, pg_relation_size(indexrelid) / 8192)
		FROM pg_statio_user_indexes
		WHERE indexrelname IN ('index_entries_b0', 'index_entries_b1', 'index_entries_b2')
		  AND idx_blks_read + idx_blks_hit < pg_relation_size(indexrelid) / 8192`
	for start := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		rows, _ := conn.Query(t.Context(), unread)
		indexes, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err == nil && len(indexes) == 0 {
			return
		}
		if err != nil || time.Since(start) > 10*time.Second {
			t.Fatalf("not all pages were read: %q, error %v", indexes, err)
		}
	}
}

// exact is true for an answer that equals the answer of the scan, and false for other answers.
func TestExact(t *testing.T) {
	t.Parallel()
	matches := []contest.FingerprintMatch{{Fingerprint: 1, Programs: 2}, {Fingerprint: 3, Distance: 1, Programs: 1}, {Fingerprint: 15, Distance: 3, Programs: 1}}
	b := bench{answers: [][]contest.FingerprintMatch{matches}}
	tests := []struct {
		name  string
		k     int
		found []contest.FingerprintMatch
		want  bool
	}{
		{"all matches", 3, matches, true},
		{"all matches within a smaller distance", 1, matches[:2], true},
		{"one match missing", 3, matches[:2], false},
		{"one match too many", 2, matches, false},
		{"another number of programs", 0, []contest.FingerprintMatch{{Fingerprint: 1, Programs: 1}}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := b.isExact(0, tt.k, contest.FingerprintMatches{Matches: tt.found}); got != tt.want {
				t.Errorf("exact: %t, want %t", got, tt.want)
			}
		})
	}
	if !b.isExact(1, 3, contest.FingerprintMatches{}) {
		t.Error("exact is false for a query that was not scanned")
	}
}

// A measurement that is interrupted at any step drops its database.
func TestInterrupted(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes a second")
	}
	t.Parallel()
	url := pgtest.NewEmpty(t)
	for _, step := range []string{"scanning", "loading", "reading", "searching within", "answering"} {
		ctx, cancel := context.WithCancel(t.Context())
		opts := options(3)
		opts.Progress = func(s string) {
			if strings.HasPrefix(s, step) {
				cancel()
			}
		}
		if _, err := Run(ctx, url, opts); err == nil {
			t.Errorf("%s: the interrupted measurement returned no error", step)
		}
		cancel()
		checkDropped(t, url)
	}
}

// A measurement refuses to run while another one runs. If a measurement was killed, the next one
// drops its database.
func TestOpen(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes a second")
	}
	t.Parallel()
	url := pgtest.NewEmpty(t)
	first, err := open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), url, options(3)); err == nil || !strings.Contains(err.Error(), "another measurement runs") {
		t.Errorf("while another measurement runs: got error %v, want one with \"another measurement runs\"", err)
	}
	first.userConn.Close(t.Context()) // as when the process is killed
	if len(benches(t, url)) == 0 {
		t.Fatal("the killed measurement left no database")
	}
	if _, err := Run(t.Context(), url, options(3)); err != nil {
		t.Errorf("after a killed measurement: got error %v", err)
	}
	checkDropped(t, url)
	first.DB.Close()
}

// withDatabase replaces the database in a URL or a keyword string, and pgx reads the new one.
func TestWithDatabase(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ url, want string }{
		"URL":                              {"postgres://judge:secret@db:5432/archive?sslmode=disable", "postgres://judge:secret@db:5432/new?sslmode=disable"},
		"URL without a database":           {"postgresql://db", "postgresql://db/new"},
		"URL of a socket":                  {"postgres:///archive?host=%2Frun%2Fpg&user=judge", "postgres:///new?host=%2Frun%2Fpg&user=judge"},
		"URL with the database in a query": {"postgres://db/?dbname=archive", "postgres://db/new"},
		"keyword string":                   {"host=/run/pg dbname=archive", "host=/run/pg dbname=archive dbname=new"},
		"empty: all from environment":      {"", " dbname=new"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := withDatabase(tt.url, "new")
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("withDatabase(%q, \"new\") (-want +got):\n%s", tt.url, diff)
			}
			if config, err := pgx.ParseConfig(got); err != nil || config.Database != "new" {
				t.Errorf("pgx reads %s with error %v, or with a database other than \"new\"", got, err)
			}
		})
	}
}
