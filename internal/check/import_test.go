package check

import (
	"errors"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
)

// What was left out is kept also where nothing was read beside it.
func TestImportSkipsAlone(t *testing.T) {
	t.Parallel()
	store := open(t)
	checker := Checker{Store: store}
	if _, _, err := checker.Import(t.Context(), Request{Contest: "parts", Submissions: primes()}, nil); err != nil {
		t.Fatal(err)
	}
	left := []contest.SkippedItem{{Path: "submissions/7", Reason: "gone"}}
	id, _, err := checker.Import(t.Context(), Request{Contest: "parts", Skipped: left}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, skipped, err := store.StoredSubmissions(t.Context(), id); err != nil || len(skipped) != 1 || skipped[0] != left[0] {
		t.Errorf("skipped %v, %v", skipped, err)
	}
}

// A contest does not take the place of another one, neither by an import nor by a
// check; more of the same one, and what no system has named, is added.
func TestAnotherContest(t *testing.T) {
	t.Parallel()
	store := open(t)
	checker := Checker{Store: store}
	req := func(id string, paths ...string) Request {
		r := Request{Contest: "contest", Parameters: Defaults(), About: contest.About{SystemID: id}}
		for i, path := range paths {
			r.Submissions = append(r.Submissions, submission("A", []string{"ann", "ben"}[i], path, sieve))
		}
		return r
	}
	first, _, err := checker.Import(t.Context(), req("wf14", "submissions/1"), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := NameConflictError{Contest: "contest", Stored: "wf14", Read: "wf15"}
	_, _, err = checker.Import(t.Context(), req("wf15", "submissions/1", "submissions/2"), nil)
	if got := new(NameConflictError); !errors.As(err, &got) || *got != want {
		t.Errorf("an import of another contest: %v", err)
	}
	_, err = checker.Check(t.Context(), req("wf15", "submissions/1", "submissions/2"), nil)
	if got := new(NameConflictError); !errors.As(err, &got) || *got != want {
		t.Errorf("a check of another contest: %v", err)
	}
	if c, err := store.Contest(t.Context(), first); err != nil || c.Submissions != 1 || c.About.SystemID != "wf14" {
		t.Errorf("the first contest is %+v, %v", c, err)
	}
	for _, more := range []Request{req("wf14", "submissions/1", "submissions/2"), req("", "submissions/1", "A/ben.cpp")} {
		if id, _, err := checker.Import(t.Context(), more, nil); err != nil || id != first {
			t.Errorf("of %q: contest %d, %v", more.About.SystemID, id, err)
		}
	}
}

// What is imported is in the archive as what was checked is, and no check is made.
func TestImport(t *testing.T) {
	t.Parallel()
	store := open(t)
	checker := Checker{Store: store}
	req := Request{Contest: "imported", Submissions: primes(), About: contest.About{Title: "Autumn"}}
	read := len(req.Submissions)
	id, skipped, err := checker.Import(t.Context(), req, func(Stage, int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	if len(skipped) != 0 {
		t.Errorf("skipped %v", skipped)
	}
	c, err := store.Contest(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if c.Submissions != read || c.Checks != 0 || c.About.Title != "Autumn" {
		t.Errorf("contest %+v", c)
	}
	if left, err := store.LexCache(id).NotIndexed(t.Context(), program.FingerprintVersion, program.SampleVersion); err != nil || len(left) != 0 {
		t.Errorf("the archive lacks %d programs (%v)", len(left), err)
	}
}
