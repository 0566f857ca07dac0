package check

import (
	"context"
	"errors"
	"net"
	"runtime"
	"slices"
	"strings"
	"testing"
	"weak"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/internal/review"
)

// recordingStore records what a check stores for the next one.
type recordingStore struct {
	*postgres.DB
	lexed   []string         // for each stored file, the path of its submission and its language
	entries int              // number of stored index entries
	paths   map[int64]string // by ID of the submission
	indexed func()           // called after a batch is stored; nil for none
}

func (w *recordingStore) Import(ctx context.Context, by review.Person, as review.Action, in contest.Import) (int64, int, error) {
	id, added, err := w.DB.Import(ctx, by, as, in)
	w.lexed, w.entries, w.paths = nil, 0, make(map[int64]string)
	for _, s := range in.Submissions {
		w.paths[s.ID] = s.Path
	}
	return id, added, err
}

func (w *recordingStore) SaveLexed(ctx context.Context, version int, files []contest.LexedFile) error {
	for _, f := range files {
		w.lexed = append(w.lexed, w.paths[f.SubmissionID]+" "+f.Language)
	}
	slices.Sort(w.lexed)
	return w.DB.SaveLexed(ctx, version, files)
}

func (w *recordingStore) SaveIndex(ctx context.Context, contestID int64, version int, entries []contest.IndexEntry) error {
	w.entries += len(entries)
	err := w.DB.SaveIndex(ctx, contestID, version, entries)
	if w.indexed != nil {
		w.indexed()
	}
	return err
}

// newRecordingStore returns an empty recordingStore.
func newRecordingStore(t *testing.T) *recordingStore { return &recordingStore{DB: open(t)} }

// labelledRequest returns the request of a check of the labelled contest.
func labelledRequest(t *testing.T) Request {
	t.Helper()
	set := readInput(t, "../../testdata/submissions", "")
	return Request{Contest: "c", Submissions: set.Submissions, Skipped: set.Skipped, Parameters: Defaults()}
}

// A second check lexes only new files, and gives the same result as a first check.
func TestRecheckLexesNewFiles(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	req := labelledRequest(t)
	unreadable := newSubmission("A-digits", "zoe", "A-digits/zoe/b.cpp", strings.Repeat("\x00", 100))
	several := newSubmission("A-digits", "zoe", "A-digits/zoe/c.cpp", sieve)
	several.Files = append(several.Files, contest.File{Path: "A-digits/zoe/c.h", Content: []byte("int x;\x00\x00\x00\x00")}, contest.File{Path: "A-digits/zoe/d.c", Content: []byte("int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }")})
	coarse := newSubmission("A-digits", "zoe", "A-digits/zoe/e.sh", "read n\nfor i in 1 2 3; do echo $((n * i)); done\n: \""+strings.Repeat(`\\`, 2<<10)+"\n")
	coarse.Language = "bash"
	req.Submissions = append(req.Submissions, unreadable, several, coarse)
	req.Base = []contest.File{{Path: "base.cpp", Content: []byte(strings.Split(sieve, "int count")[0])}}

	w := newRecordingStore(t)
	first, firstPairs, firstSkipped := run(t, w, req)
	if len(w.lexed) < 140 || slices.Contains(w.lexed, unreadable.Path+" cpp") || !slices.Contains(w.lexed, several.Path+" c") {
		t.Errorf("the first check lexed %d files, want 140 or more with zoe's readable files last: %v", len(w.lexed), w.lexed[max(0, len(w.lexed)-3):])
	}
	if !slices.ContainsFunc(firstSkipped, func(s contest.SkippedItem) bool { return s.Path == coarse.Path }) {
		t.Errorf("%s is not listed as read coarsely", coarse.Path)
	}
	again, againPairs, againSkipped := run(t, w, req)
	if len(w.lexed)+w.entries > 0 {
		t.Errorf("the second check lexed %v and stored %d index entries, want nothing", w.lexed, w.entries)
	}
	same := cmp.Options{ignoreIDs, cmpopts.IgnoreFields(contest.Check{}, "ID", "StartedAt", "FinishedAt")}
	if diff := cmp.Diff(first, again, same); diff != "" {
		t.Errorf("checks (-first +again):\n%s", diff)
	}
	if diff := cmp.Diff(firstPairs, againPairs, same); diff != "" {
		t.Errorf("pairs (-first +again):\n%s", diff)
	}
	if diff := cmp.Diff(firstSkipped, againSkipped); diff != "" {
		t.Errorf("skipped (-first +again):\n%s", diff)
	}

	req.Submissions = append(req.Submissions, newSubmission("A-digits", "yan", "A-digits/yan/a.cpp", disguised))
	later, laterPairs, laterSkipped := run(t, w, req)
	if diff := cmp.Diff([]string{"A-digits/yan/a.cpp cpp"}, w.lexed); diff != "" || w.entries != 1 {
		t.Errorf("with one new submission, %d index entries; lexed (-want +got):\n%s", w.entries, diff)
	}
	anew, anewPairs, anewSkipped := run(t, newRecordingStore(t), req)
	if diff := cmp.Diff(anew, later, same, cmpopts.IgnoreFields(contest.Check{}, "ContestID")); diff != "" {
		t.Errorf("checks (-anew +later):\n%s", diff)
	}
	if diff := cmp.Diff(withoutNumbers(anewPairs), withoutNumbers(laterPairs), same); diff != "" {
		t.Errorf("pairs (-anew +later):\n%s", diff)
	}
	if diff := cmp.Diff(anewSkipped, laterSkipped); diff != "" {
		t.Errorf("skipped (-anew +later):\n%s", diff)
	}
}

// A check uses cached files of other contests, but not those of another language.
func TestCacheByContentAndLanguage(t *testing.T) {
	t.Parallel()
	w := newRecordingStore(t)
	run(t, w, Request{Contest: "one", Submissions: primes(), Parameters: Defaults()})
	run(t, w, Request{Contest: "other", Submissions: primes(), Parameters: Defaults()})
	if len(w.lexed) > 0 {
		t.Errorf("a check of another contest lexed %v again, want nothing", w.lexed)
	}
	forced := Request{Contest: "other", Submissions: primes(), Parameters: Defaults()}
	forced.Parameters.Language = "java"
	for i := range forced.Submissions {
		forced.Submissions[i].Language = "java"
	}
	run(t, w, forced)
	if want := []string{"A/ann.cpp java", "A/ben.cpp java", "A/cat.cpp java", "B/cat.cpp java"}; !slices.Equal(w.lexed, want) {
		t.Errorf("a check in another language lexed %v, want %v", w.lexed, want)
	}
	run(t, w, Request{Contest: "other", Submissions: primes(), Parameters: Defaults()})
	if len(w.lexed) > 0 {
		t.Errorf("a check in the first language lexed %v again, want nothing", w.lexed)
	}
}

// A check without a rule has other tokens and fingerprints than other checks: it neither reads
// nor fills the cache.
func TestCacheWithoutARule(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	w := newRecordingStore(t)
	req := labelledRequest(t)
	without := req
	without.Parameters.Omitted = []string{"loops", "increments", "braces"}
	_, want, _ := run(t, newRecordingStore(t), without)
	if _, withRules, _ := run(t, w, req); cmp.Equal(withRules, want, cmpopts.IgnoreFields(contest.Pair{}, "ID")) {
		t.Fatal("the pairs are the same with and without the rule, so the cache is not tested")
	}
	_, got, _ := run(t, w, without)
	if len(w.lexed)+w.entries > 0 {
		t.Errorf("%d files and %d index entries are stored, want none", len(w.lexed), w.entries)
	}
	if diff := cmp.Diff(want, got, ignoreIDs); diff != "" {
		t.Errorf("pairs (-alone +after another check):\n%s", diff)
	}
}

// A check lexes a file again if it is damaged in the cache, and replaces it.
func TestCacheDamaged(t *testing.T) {
	t.Parallel()
	w := newRecordingStore(t)
	req := Request{Contest: "primes", Submissions: primes(), Parameters: Defaults()}
	_, want, _ := run(t, w, req)
	if _, err := w.Pool().Exec(t.Context(), "UPDATE lexed_files SET content = substr(content, 2)"); err != nil {
		t.Fatal(err)
	}
	_, got, _ := run(t, w, req)
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(contest.Pair{}, "ID", "CheckID")); diff != "" {
		t.Errorf("pairs (-before +after):\n%s", diff)
	}
	if len(w.lexed) != 4 {
		t.Errorf("lexed %v, want all 4 files", w.lexed)
	}
	if run(t, w, req); len(w.lexed) > 0 {
		t.Errorf("the damaged files were not replaced: lexed %v once more", w.lexed)
	}
}

// A check uses the files that a failed check has lexed.
func TestCacheOfAFailedCheck(t *testing.T) {
	t.Parallel()
	w := newRecordingStore(t)
	req := Request{Contest: "primes", Submissions: primes(), Parameters: Defaults()}
	ctx, cancel := context.WithCancel(t.Context())
	w.indexed = cancel
	_, err := (&Checker{Store: w}).Check(ctx, req, nil)
	if !errors.Is(err, context.Canceled) || len(w.lexed) != 4 {
		t.Fatalf("error = %v, lexed %v; want %v after 4 files", err, w.lexed, context.Canceled)
	}
	if run(t, w, req); len(w.lexed) > 0 {
		t.Errorf("the next check lexed %v again", w.lexed)
	}
}

// failingStore is a store with one method that fails.
type failingStore struct {
	*postgres.DB
	what string
}

func (c failingStore) refuse(what string) error {
	if c.what == what {
		return errors.New("the disk is full")
	}
	return nil
}

func (c failingStore) Lexed(ctx context.Context, version int, ids []int64) ([]contest.LexedFile, error) {
	if err := c.refuse("lexed"); err != nil {
		return nil, err
	}
	return c.DB.Lexed(ctx, version, ids)
}

func (c failingStore) NotIndexed(ctx context.Context, contestID int64, version int) ([]int64, error) {
	if err := c.refuse("not indexed"); err != nil {
		return nil, err
	}
	return c.DB.NotIndexed(ctx, contestID, version)
}

func (c failingStore) SaveLexed(ctx context.Context, version int, files []contest.LexedFile) error {
	if err := c.refuse("save lexed"); err != nil {
		return err
	}
	return c.DB.SaveLexed(ctx, version, files)
}

func (c failingStore) SaveIndex(ctx context.Context, contestID int64, version int, entries []contest.IndexEntry) error {
	if err := c.refuse("save index"); err != nil {
		return err
	}
	return c.DB.SaveIndex(ctx, contestID, version, entries)
}

// A check that cannot read or write the cache fails and says why. The next check stores the
// missing entries.
func TestCacheFails(t *testing.T) {
	t.Parallel()
	for _, what := range []string{"not indexed", "lexed", "save lexed", "save index"} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			w := newRecordingStore(t)
			store := failingStore{w.DB, what}
			req := Request{Contest: "primes", Submissions: primes(), Parameters: Defaults()}
			id, err := (&Checker{Store: store}).Check(t.Context(), req, nil)
			if err == nil || !strings.Contains(err.Error(), "the disk is full") {
				t.Errorf("error = %v, want the store's error", err)
			}
			if c, err := store.Check(t.Context(), id); err != nil || c.State != contest.Failed || !strings.Contains(c.Reason.String(), "the disk is full") {
				t.Errorf("stored check %+v (error %v), want it failed with the reason", c, err)
			}
			if run(t, w, req); w.entries != 4 {
				t.Errorf("the next check stored %d index entries, want 4", w.entries)
			}
		})
	}
}

// closingStore is a store that cancels a check while it stores the clusters, and then says only what this did to its connection.
type closingStore struct {
	*postgres.DB
	cancel func()
}

type closingRun struct {
	contest.Run
	cancel func()
}

func (c closingStore) BeginCheck(ctx context.Context, by review.Person, k contest.Check, submissions []int64, base []contest.File) (contest.Run, error) {
	run, err := c.DB.BeginCheck(ctx, by, k, submissions, base)
	return closingRun{run, c.cancel}, err
}

func (r closingRun) SaveClusters(context.Context, []contest.Cluster) error {
	r.cancel()
	return net.ErrClosed
}

// A check that is cancelled says so, whatever the store says.
func TestCancelledCheck(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	_, err := (&Checker{Store: closingStore{open(t), cancel}}).Check(ctx, Request{Contest: "primes", Submissions: primes(), Parameters: Defaults()}, nil)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v, want %v", err, context.Canceled)
	}
}

// A check does not use files that another version of the lexer cached, but replaces them.
func TestCacheByVersion(t *testing.T) {
	t.Parallel()
	w := newRecordingStore(t)
	req := Request{Contest: "primes", Submissions: primes(), Parameters: Defaults()}
	run(t, w, req)
	if _, err := w.Pool().Exec(t.Context(), "UPDATE lexed_files SET version = version - 1"); err != nil {
		t.Fatal(err)
	}
	if run(t, w, req); len(w.lexed) != 4 {
		t.Errorf("lexed %v, want all 4 files", w.lexed)
	}
	var rows, version int
	must(t, w.Pool().QueryRow(t.Context(), "SELECT count(*), min(version) FROM lexed_files").Scan(&rows, &version))
	if rows != 3 || version != program.LexedFileVersion { // the sieve was submitted twice
		t.Errorf("%d rows of version %d, want 3 of %d", rows, version, program.LexedFileVersion)
	}
}

// When programs are compared, their sources are no longer in memory.
func TestSourcesAreReleased(t *testing.T) {
	t.Parallel()
	var sources []weak.Pointer[byte]
	request := func() Request {
		submissions := primes()
		for _, s := range submissions {
			sources = append(sources, weak.Make(&s.Files[0].Content[0]))
		}
		return Request{Contest: "primes", Submissions: submissions, Parameters: Defaults()}
	}
	alive := func() (n int) {
		runtime.GC()
		for _, s := range sources {
			if s.Value() != nil {
				n++
			}
		}
		return n
	}
	before, after := -1, -1
	_, err := (&Checker{Store: open(t)}).Check(t.Context(), request(), func(stage Stage, done, _ int) {
		switch {
		case stage == Lexing && done == 0:
			before = alive()
		case stage == Comparing && after < 0:
			after = alive()
		}
	})
	if err != nil || before != len(sources) || after != 0 {
		t.Errorf("%d of %d sources are in memory before lexing, and %d during comparison (error %v); want all, then none", before, len(sources), after, err)
	}
}
