package check

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/review"
)

// countingArchive counts the measures that checks reuse from earlier ones.
type countingArchive struct {
	*postgres.DB
	reused *int
}

func (l countingArchive) BeginCheck(ctx context.Context, by review.Person, c contest.Check, ids []int64, base []contest.File) (contest.Run, error) {
	run, err := l.DB.BeginCheck(ctx, by, c, ids, base)
	return countingRun{run, l.reused}, err
}

type countingRun struct {
	contest.Run
	reused *int
}

func (r countingRun) StoredMeasures(ctx context.Context) ([]contest.PairMeasures, error) {
	list, err := r.Run.StoredMeasures(ctx)
	*r.reused = len(list)
	return list, err
}

// A check that reuses measures gives the same result as one that does not.
func TestRecheckIsExact(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	const plain, templates = "../../testdata/submissions/B-rivers", "../../testdata/templates"
	for _, path := range []string{plain, templates} {
		read := func() []contest.Submission { return readInput(t, path, "").Submissions }
		check := func(store countingArchive, submissions []contest.Submission, change func(*Request)) []contest.Pair {
			t.Helper()
			req := Request{Contest: "recheck", Submissions: submissions, Parameters: Defaults()}
			change(&req)
			_, found, _ := run(t, store, req)
			return withoutNumbers(found)
		}
		all := read()
		unchanged := func(*Request) {}
		withBase := func(r *Request) {
			r.Base = []contest.File{{Path: "base.cpp", Content: all[len(all)/2].Files[0].Content}}
		}
		store := countingArchive{open(t), new(int)}
		check(store, read()[:len(all)-1], unchanged)
		for _, step := range []struct {
			name   string
			change func(*Request)
			reuses bool // whether measures of the check before are reused
		}{
			{"one more submission", unchanged, true},
			{"the same submissions", unchanged, true},
			{"other base code", withBase, false},
			{"the same base code", withBase, true},
			{"longer matches", func(r *Request) { r.Parameters.MinMatch++ }, false},
			{"another threshold", func(r *Request) { r.Parameters.Keep = 0.3 }, true},
		} {
			got := check(store, read(), step.change)
			// Measures of programs with templates are not reused.
			if (*store.reused > 0) != (step.reuses && path == plain) {
				t.Errorf("%s, %s: %d measures reused; want any: %v", path, step.name, *store.reused, step.reuses)
			}
			want := check(countingArchive{open(t), new(int)}, read(), step.change)
			if diff := cmp.Diff(want, got, ignoreIDs); diff != "" {
				t.Errorf("%s, %s (-first check +recheck):\n%s", path, step.name, diff)
			}
		}
	}
}

// After a contest has changed, a check gives the same result as a check in a new database. Submissions were added,
// deleted, rejudged or submitted again; there is base code and a known source.
func TestRecheckOfAChangedContest(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	all := labelledContest(t)
	random := rand.New(rand.NewPCG(1, 2))
	change := func() (submissions []contest.Submission) {
		for _, s := range all {
			switch random.IntN(8) {
			case 0:
				continue
			case 1:
				s.Verdict = "CE"
			case 2:
				content := all[random.IntN(len(all))].Files[0].Content
				s.Files = []contest.File{{Path: s.Files[0].Path, Content: content}}
			}
			submissions = append(submissions, s)
		}
		return submissions
	}
	base, solution := all[0].Files[0], all[1]
	check := func(store *postgres.DB, submissions []contest.Submission) ([]contest.Pair, contest.Check) {
		t.Helper()
		c, found, _ := run(t, store, Request{
			Contest: "recheck", Submissions: slices.Clone(submissions), Base: []contest.File{base}, Parameters: Defaults(),
			Solutions: []contest.KnownSource{{Problem: solution.Problem, Kind: contest.Jury, Name: "solution", File: solution.Files[0]}},
		})
		return withoutNumbers(found), c
	}
	store := open(t)
	for i := range 3 {
		submissions := change()
		got, gotCheck := check(store, submissions)
		want, wantCheck := check(open(t), submissions)
		if diff := cmp.Diff(want, got, ignoreIDs); diff != "" {
			t.Errorf("check %d, pairs (-new database +recheck):\n%s", i, diff)
		}
		if diff := cmp.Diff(wantCheck.Summary, gotCheck.Summary); diff != "" {
			t.Errorf("check %d, summary (-new database +recheck):\n%s", i, diff)
		}
	}
}

// The digest changes if and only if the result may change.
func TestDigest(t *testing.T) {
	t.Parallel()
	base := func() ([]contest.Submission, []contest.File, contest.Parameters) {
		return primes(), []contest.File{{Path: "lib.cpp", Content: []byte("int x;")}}, Defaults()
	}
	original := digest(base())
	tests := []struct {
		name   string
		change func(s []contest.Submission, b []contest.File, p *contest.Parameters)
		same   bool
	}{
		{"no change", func([]contest.Submission, []contest.File, *contest.Parameters) {}, true},
		{"the ID in the archive", func(s []contest.Submission, _ []contest.File, _ *contest.Parameters) { s[0].ID = 77 }, true},
		{"a path", func(s []contest.Submission, _ []contest.File, _ *contest.Parameters) { s[0].Path += "x" }, false},
		{"a problem", func(s []contest.Submission, _ []contest.File, _ *contest.Parameters) { s[0].Problem = "Z" }, false},
		{"a participant", func(s []contest.Submission, _ []contest.File, _ *contest.Parameters) { s[0].Participant = "zoe" }, false},
		{"a language", func(s []contest.Submission, _ []contest.File, _ *contest.Parameters) { s[0].Language = "c" }, false},
		{"a source", func(s []contest.Submission, _ []contest.File, _ *contest.Parameters) {
			s[0].Files[0].Content = append(s[0].Files[0].Content, ' ')
		}, false},
		{"base code", func(_ []contest.Submission, b []contest.File, _ *contest.Parameters) { b[0].Content = nil }, false},
		{"a parameter", func(_ []contest.Submission, _ []contest.File, p *contest.Parameters) { p.MinMatch++ }, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s, b, p := base()
			test.change(s, b, &p)
			if got := digest(s, b, p); (got == original) != test.same {
				t.Errorf("digest %s, originally %s; want the same: %v", got, original, test.same)
			}
		})
	}
}
