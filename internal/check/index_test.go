package check

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/checktest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/internal/search"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/lexer"
)

// The archive's index includes submissions that a check excludes: compile errors, staff,
// and programs with too little code besides base code.
func TestExcludedIsIndexed(t *testing.T) {
	t.Parallel()
	w := newRecordingStore(t)
	library := checktest.Program(9, 30)
	req := Request{Contest: "spring", Parameters: Defaults(), Submissions: []contest.Submission{
		checktest.Submission("A", "ann", 1, zoes),
		checktest.Submission("A", "broken", 2, yans),
		checktest.Submission("A", "staff", 3, xias),
		checktest.Submission("A", "based", 4, library),
		newSubmission("A", "binary", "A/binary.cpp", strings.Repeat("\x00", 100)),
	}, Base: []contest.File{{Path: "base.cpp", Content: []byte("#include <vector>\nusing namespace std;\n" + library)}}}
	req.Submissions[1].Verdict = contest.VerdictCompileError
	req.Submissions[2].Kind = contest.Staff
	req.Submissions[4].Kind = contest.Staff
	c, _, skipped := run(t, w, req)
	want := []string{
		"A/based.cpp: too short beside base code",
		"A/binary.cpp: staff participant",
		"A/broken.cpp: compile error",
		"A/staff.cpp: staff participant",
	}
	for i, s := range skipped {
		if i >= len(want) || !strings.HasPrefix(s.Path+": "+s.Reason.String(), want[i]) {
			t.Errorf("skipped %+v, want %q", skipped, want)
			break
		}
	}
	if len(skipped) != len(want) || c.Summary.Submissions != 1 {
		t.Errorf("%d submissions skipped and %d compared, want 4 and 1", len(skipped), c.Summary.Submissions)
	}

	finder := search.Finder{Archive: w.DB, ShingleLength: req.Parameters.ShingleLength, MinMatch: req.Parameters.MinMatch}
	for i, source := range []string{zoes, yans, xias, library} {
		s := req.Submissions[i]
		whole, err := program.Lex([]byte("#include <vector>\nusing namespace std;\n"+source), cpp(t))
		must(t, err)
		near, err := w.NearAll(t.Context(), program.IndexVersion, []uint64{uint64(whole.Fingerprint)}, 0, 10, contest.Scope{})
		must(t, err)
		if len(near[0].Matches) != 1 || !slices.Equal(near[0].Matches[0].Submissions, []int64{s.ID}) {
			t.Errorf("the fingerprint of %s finds %+v, want only that submission", s.Path, near)
		}
		part := contest.File{Path: "part.cpp", Content: []byte(checktest.Program(uint64(100+i), 20) + source + checktest.Program(uint64(200+i), 20))}
		found, err := finder.Search(t.Context(), search.Request{File: part, Distance: search.DefaultDistance})
		must(t, err)
		if len(found.Findings) == 0 || found.Findings[0].Path != s.Path {
			t.Errorf("a part of %s does not find it first: %+v", s.Path, found.Findings)
		}
	}

	// A later check lexes none of them again, even if it compares them.
	if run(t, w, req); len(w.lexed)+w.entries > 0 {
		t.Errorf("the second check lexed %v and stored %d index entries, want nothing", w.lexed, w.entries)
	}
	req.Parameters.Verdicts, req.Parameters.Participants = settings.All, settings.All
	if c, _, _ := run(t, w, req); len(w.lexed) > 0 || c.Summary.Submissions != 3 {
		t.Errorf("a check of all lexed %v and compared %d, want nothing lexed and 3 compared", w.lexed, c.Summary.Submissions)
	}
}

func cpp(t *testing.T) *lexer.Language {
	t.Helper()
	language, ok := lexer.ByName("cpp")
	if !ok {
		t.Fatal("there is no C++")
	}
	return language
}

// If one file of a program times out, checks compare the other files, but store no
// fingerprint and reuse no measures, until all files are read.
func TestOneFileTimesOut(t *testing.T) {
	skipIfShort(t)
	t.Parallel()
	reused := 0
	store := countingArchive{open(t), &reused}
	parameters := Defaults()
	request := func() Request {
		submissions := append(primes(), newSubmission("A", "slow", "A/slow.cpp", sieve))
		slow := &submissions[len(submissions)-1]
		slow.Files = append(slow.Files, contest.File{Path: "A/slow.h", Content: []byte(zoes)})
		slow.Time = time.Date(2026, 1, 1, 10, 0, 0, 0, time.UTC)
		return Request{Contest: "primes", Submissions: submissions, Parameters: parameters}
	}
	check := func(store countingArchive, lex lexFunc) (found []contest.Pair, archived int) {
		t.Helper()
		_, found, _ = runWith(t, &Checker{Store: store, lex: lex}, store, request())
		err := store.Pool().QueryRow(t.Context(), `
			SELECT count(e) FROM submissions s LEFT JOIN index_entries e ON e.submission_id = s.id WHERE s.path = 'A/slow.cpp'`).Scan(&archived)
		must(t, err)
		return found, archived
	}
	slowFile := zoes
	givesUp := func(content []byte, language *lexer.Language) (*program.LexedFile, error) {
		if string(content) == slowFile {
			return nil, fmt.Errorf("it is slow: %w", lexer.ErrLexTimeout)
		}
		return program.Lex(content, language)
	}
	want, _ := check(countingArchive{open(t), new(int)}, nil)

	part, archived := check(store, givesUp)
	if archived != 0 {
		t.Errorf("the index has %d rows of the incomplete program, want none", archived)
	}
	if len(part) == 0 || cmp.Equal(part, want, ignoreIDs) {
		t.Fatalf("the incomplete program has %d pairs, the same as the whole one or none; want others", len(part))
	}
	whole, archived := check(store, nil)
	if archived != 1 {
		t.Errorf("the index has %d rows of the program, want 1", archived)
	}
	if diff := cmp.Diff(want, whole, ignoreIDs); diff != "" || reused != 0 {
		t.Errorf("%d measures reused from a check with a timeout, want none (-alone +again):\n%s", reused, diff)
	}
	if check(store, nil); reused != len(whole) {
		t.Errorf("%d measures reused of %d, want all", reused, len(whole))
	}
	// A check with a timeout reuses no measures either.
	if _, err := store.Pool().Exec(t.Context(), "DELETE FROM lexed_files"); err != nil {
		t.Fatal(err)
	}
	reused = 0
	again, _ := check(store, givesUp)
	if diff := cmp.Diff(part, again, ignoreIDs); diff != "" || reused != 0 {
		t.Errorf("%d measures reused by a check with a timeout, want none (-first +again):\n%s", reused, diff)
	}
	// Nor does a check in which only an earlier program times out.
	earlier := newSubmission("P", "zoe", "P/slow.cpp", sieve)
	earlier.Files = append(earlier.Files, contest.File{Path: "P/slow.h", Content: []byte(yans)})
	importAndCheck(t, store.DB, "spring", []contest.Submission{earlier})
	if _, err := store.Pool().Exec(t.Context(), "DELETE FROM lexed_files"); err != nil {
		t.Fatal(err)
	}
	slowFile = yans
	parameters.Against = []string{"spring"}
	reused = 0
	if check(store, givesUp); reused != 0 {
		t.Errorf("%d measures reused by a check with a timeout in an earlier program, want none", reused)
	}
	if check(store, nil); reused != len(whole) {
		t.Errorf("%d measures reused after a check with a timeout in an earlier program, want the %d of the last check without", reused, len(whole))
	}
}
