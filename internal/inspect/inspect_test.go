package inspect

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/checktest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/postgres"
)

// open returns an empty archive, mostly that of an earlier test.
var open = pgtest.Reused(postgres.Open)

// must ends the test if there is an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// wantEqual fails the test if two values differ.
func wantEqual(t testing.TB, what string, want, got any, opts ...cmp.Option) {
	t.Helper()
	if diff := cmp.Diff(want, got, opts...); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// run checks submissions and returns the check and its pairs; the sides of a
// contest's own pairs are ordered by path.
func run(t testing.TB, store *postgres.DB, name string, p contest.Parameters, submissions []contest.Submission, solutions ...contest.KnownSource) (contest.Check, []contest.Pair) {
	t.Helper()
	checker := check.Checker{Store: store}
	id, err := checker.Check(context.Background(), check.Request{Contest: name, Submissions: submissions, Solutions: solutions, Parameters: p}, nil)
	must(t, err)
	c, err := store.Check(context.Background(), id)
	must(t, err)
	found, _, err := store.Pairs(context.Background(), id, contest.PairFilter{})
	must(t, err)
	for i := range found {
		if p := &found[i]; !p.Earlier() && p.Right.Path < p.Left.Path {
			p.Left, p.Right = p.Right, p.Left
			p.CoverageLeft, p.CoverageRight = p.CoverageRight, p.CoverageLeft
		}
	}
	return c, found
}

// pairView opens a pair without a cache.
func pairView(t *testing.T, store *postgres.DB, pair contest.Pair) evidence.View {
	t.Helper()
	view, err := New(store).Pair(t.Context(), pair, nil)
	must(t, err)
	return view
}

// A stored pair shows the matches that the check counted, without the own templates of both participants.
func TestPair(t *testing.T) {
	t.Parallel()
	annLib, lib, copied := checktest.Program(1, 20), checktest.Program(5, 30), checktest.Program(3, 18)
	own := func(n uint64) string { return checktest.Program(50+n, 15) }
	tests := []struct {
		name        string
		submissions []contest.Submission
		shared      bool // ann and ben have a template in common
	}{
		{"only ann has a template", []contest.Submission{
			checktest.Submission("A", "ann", 1, annLib, own(1)),
			checktest.Submission("C", "ann", 30, annLib, copied), checktest.Submission("C", "ben", 31, copied),
		}, false},
		{"ann and ben have the same template", []contest.Submission{
			checktest.Submission("A", "ann", 1, lib, own(1)), checktest.Submission("A", "ben", 2, lib, own(2)),
			checktest.Submission("C", "ann", 30, lib, copied), checktest.Submission("C", "ben", 31, lib, copied),
		}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			store := open(t)
			_, found := run(t, store, "c", check.Defaults(), append(tt.submissions, checktest.Honest(6, "A", "B", "C")...))
			pair := checktest.PairOf(t, found, "C", "ann", "ben")
			view := pairView(t, store, pair)
			if view.Tokens() != pair.MatchedTokens || view.Longest() != pair.LongestMatch || pair.MatchedTokens == 0 {
				t.Errorf("the view has %d tokens, longest match %d; the check %d and %d", view.Tokens(), view.Longest(), pair.MatchedTokens, pair.LongestMatch)
			}
			if view.Left.Participant != pair.Left.Participant || view.Right.Path != pair.Right.Path {
				t.Errorf("left participant %q and right path %q, want %q and %q",
					view.Left.Participant, view.Right.Path, pair.Left.Participant, pair.Right.Path)
			}
			labels := make(map[string]bool)
			for _, excluded := range append(view.Left.Exclusions, view.Right.Exclusions...) {
				labels[excluded.Label] = true
			}
			if labels["template of both"] != tt.shared {
				t.Errorf("excluded: %v; want a template of both: %v", labels, tt.shared)
			}
		})
	}
}

// The view of a pair names the owner of a template, and the other problems with the template.
func TestPairTemplate(t *testing.T) {
	t.Parallel()
	lib, copied := checktest.Program(1, 20), checktest.Program(3, 18)
	store := open(t)
	c, found := run(t, store, "c", check.Defaults(), append(checktest.Honest(3, "A", "C"),
		checktest.Submission("A", "ann", 1, lib, checktest.Program(51, 15)), checktest.Submission("C", "ann", 30, lib, copied), checktest.Submission("C", "ben", 31, copied)))
	view := pairView(t, store, checktest.PairOf(t, found, "C", "ann", "ben"))
	if view.Left.Participant != "ann" {
		view.Left, view.Right = view.Right, view.Left
	}
	if len(view.Left.Exclusions) != 1 || view.Left.Exclusions[0].Text != "own template, which ann earlier submitted for A" || len(view.Right.Exclusions) != 0 {
		t.Errorf("excluded code %+v and %+v, want only ann's own template on the left", view.Left.Exclusions, view.Right.Exclusions)
	}

	// A check of another version of the algorithm has other tokens, so its templates are not shown.
	if _, err := store.Pool().Exec(t.Context(), "UPDATE checks SET algorithm_version = 'another' WHERE id = $1", c.ID); err != nil {
		t.Fatal(err)
	}
	if view := pairView(t, store, found[0]); len(view.Left.Exclusions)+len(view.Right.Exclusions) > 0 {
		t.Errorf("a check of another version: excluded code %+v and %+v, want none", view.Left.Exclusions, view.Right.Exclusions)
	}
}

// A pair with an earlier contest shows the earlier program.
func TestPairEarlier(t *testing.T) {
	t.Parallel()
	store := open(t)
	program := checktest.Program(1, 30)
	run(t, store, "spring", check.Defaults(), append(checktest.Honest(6, "P"), checktest.Submission("P", "zoe", 1, program)))
	p := check.Defaults()
	p.Against = []string{"spring"}
	_, found := run(t, store, "autumn", p, append(checktest.Honest(6, "A"), checktest.Submission("A", "ben", 1, program, checktest.Program(9, 5))))
	earlier := 0
	for _, pair := range found {
		if !pair.Earlier() {
			continue
		}
		earlier++
		view := pairView(t, store, pair)
		if view.Tokens() != pair.MatchedTokens {
			t.Errorf("the view has %d matched tokens, the check %d", view.Tokens(), pair.MatchedTokens)
		}
		if want := pair.Right.Participant + " from spring"; view.Right.Participant != want || view.Right.Path != pair.Right.Path {
			t.Errorf("the earlier program is %q of %q, want %q of %q", view.Right.Path, view.Right.Participant, pair.Right.Path, want)
		}
	}
	if earlier == 0 {
		t.Error("there is no pair with the earlier contest, want one")
	}
}

// countingStore counts the reads of a store, by method.
type countingStore struct {
	Store
	reads map[string]int
}

func (c *countingStore) Check(ctx context.Context, id int64) (contest.Check, error) {
	c.reads["Check"]++
	return c.Store.Check(ctx, id)
}

func (c *countingStore) Base(ctx context.Context, checkID int64) ([]contest.File, error) {
	c.reads["Base"]++
	return c.Store.Base(ctx, checkID)
}

func (c *countingStore) FilesOf(ctx context.Context, ids []int64) (map[int64][]contest.File, error) {
	c.reads["FilesOf"]++
	return c.Store.FilesOf(ctx, ids)
}

func (c *countingStore) Templates(ctx context.Context, checkID int64, ids []int64) (map[int64][]contest.Passage, error) {
	c.reads["Templates"]++
	return c.Store.Templates(ctx, checkID, ids)
}

func (c *countingStore) Frequencies(ctx context.Context, checkID int64, problem, language string) ([]byte, error) {
	c.reads["Frequencies"]++
	return c.Store.Frequencies(ctx, checkID, problem, language)
}

func (c *countingStore) Attempts(ctx context.Context, checkID int64, ids []int64) ([]contest.Attempt, error) {
	c.reads["Attempts"]++
	return c.Store.Attempts(ctx, checkID, ids)
}

func (c *countingStore) Lexed(ctx context.Context, version int, ids []int64) ([]contest.LexedFile, error) {
	c.reads["Lexed"]++
	return c.Store.Lexed(ctx, version, ids)
}

// If reviewers open pairs of two checks in turn, both checks stay in the cache. The number of reads
// for a pair does not grow with the number of attempts.
func TestReads(t *testing.T) {
	t.Parallel()
	store := open(t)
	found := make(map[string]contest.Pair)
	for _, name := range []string{"spring", "autumn"} {
		submissions := checktest.Honest(3, "A")
		for n := 1; n <= 9; n++ {
			submissions = append(submissions, attempt("ann", n, n, "WA", checktest.Program(uint64(n), 30)), attempt("ben", n, 30+n, "WA", checktest.Program(uint64(n), 30)))
		}
		_, pairs := run(t, store, name, check.Defaults(), submissions)
		found[name] = checktest.PairOf(t, pairs, "A", "ann", "ben")
	}
	counted := &countingStore{store, make(map[string]int)}
	i := New(counted)
	const rounds = 3
	for range rounds {
		for _, name := range []string{"spring", "autumn"} {
			if _, err := i.Pair(t.Context(), found[name], nil); err != nil {
				t.Fatal(err)
			}
			if _, line, err := i.Open(t.Context(), found[name], nil); err != nil || len(line.Left.Attempts) != 9 {
				t.Fatalf("%d attempts and error %v, want 9 attempts", len(line.Left.Attempts), err)
			}
		}
	}
	opened := 2 * rounds
	want := map[string]int{"Check": 2, "Base": 2, "Frequencies": 2, "Attempts": opened, "Lexed": opened, "FilesOf": 2 * opened, "Templates": opened}
	wantEqual(t, "reads", want, counted.reads)
}
