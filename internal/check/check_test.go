package check

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/postgres"
)

// skipIfShort skips a test that takes more than half a second, if tests run with -short.
func skipIfShort(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("NOT RUN with -short: slow")
	}
}

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

// open returns an empty archive, mostly that of an earlier test.
var open = pgtest.Reused(postgres.Open)

// Three programs for one problem: a sieve, the same sieve in disguise, and one written
// independently.
const (
	sieve = `#include <cstdio>
int main() {
	int n; scanf("%d", &n);
	bool composite[1000] = {};
	for (int i = 2; i * i <= n; i++)
		if (!composite[i])
			for (int j = i * i; j <= n; j += i) composite[j] = true;
	int count = 0;
	for (int i = 2; i <= n; i++) if (!composite[i]) count++;
	printf("%d\n", count);
	return 0;
}
`
	// The sieve with other names, layout and types.
	disguised = `// my own work!
#include <iostream>
#include <cstdio>
long long main() {
	long long limit;
	scanf("%d", &limit); // read
	char marked[1000] = {};
	for (long long a = 2; a * a <= limit; a++)
		if (!marked[a])
			for (long long b = a * a; b <= limit; b += a)
				marked[b] = true;
	long long total = 0;
	for (long long a = 2; a <= limit; a++) if (!marked[a]) total++;
	printf("%d\n", total);
	return 0;
}
`
	division = `#include <cstdio>
static bool prime(int n) {
	if (n < 2) return false;
	int d = 2;
	while (d * d <= n) {
		if (n % d == 0) return false;
		d = d == 2 ? 3 : d + 2;
	}
	return true;
}
int main(void) {
	int limit, found = 0;
	if (scanf("%d", &limit) != 1) return 1;
	do {
		found += prime(limit);
	} while (--limit > 1);
	printf("%d\n", found);
}
`
)

func newSubmission(problem, participant, path, source string) contest.Submission {
	return contest.Submission{
		Problem: problem, Participant: participant, Kind: contest.Official,
		Path: path, Language: "cpp", Attempt: 1,
		Files: []contest.File{{Path: path, Content: []byte(source)}},
	}
}

func primes() []contest.Submission {
	return []contest.Submission{
		newSubmission("A", "ann", "A/ann.cpp", sieve),
		newSubmission("A", "ben", "A/ben.cpp", disguised),
		newSubmission("A", "cat", "A/cat.cpp", division),
		newSubmission("B", "cat", "B/cat.cpp", sieve), // another problem: no pair
	}
}

// readInput reads a folder or an archive in the layout; "" detects the layout.
func readInput(t *testing.T, path, layout string) *intake.Result {
	t.Helper()
	input, err := intake.Read(t.Context(), []string{path}, intake.Options{Layout: layout})
	must(t, err)
	return input
}

// readPrograms reads submissions as a check with the parameters does.
func readPrograms(t *testing.T, p contest.Parameters, submissions []contest.Submission) []*submission {
	t.Helper()
	reader, _ := newReader(nil, 0, nil, nil, p)
	programs, _, err := reader.read(t.Context(), submissions, nil, nil, serial(nil))
	must(t, err)
	return programs
}

// mustCheck runs a check and returns its ID.
func mustCheck(t *testing.T, checker *Checker, req Request) int64 {
	t.Helper()
	id, err := checker.Check(t.Context(), req, nil)
	must(t, err)
	return id
}

// storedPairs returns pairs of a check.
func storedPairs(t *testing.T, store storeReader, checkID int64, filter contest.PairFilter) []contest.Pair {
	t.Helper()
	found, _, err := store.Pairs(t.Context(), checkID, filter)
	must(t, err)
	return found
}

// ignoreIDs ignores the fields of pairs that differ between two databases.
var ignoreIDs = cmp.Options{
	cmpopts.IgnoreFields(contest.Pair{}, "ID", "CheckID"),
	cmpopts.IgnoreFields(contest.Side{}, "SubmissionID", "ContestID", "ParticipantID", "Number"),
}

// storeReader is a Store that also returns the results of checks.
type storeReader interface {
	Store
	Check(ctx context.Context, id int64) (contest.Check, error)
	Pairs(ctx context.Context, checkID int64, filter contest.PairFilter) ([]contest.Pair, int, error)
	Skipped(ctx context.Context, checkID int64, offset, limit int) ([]contest.SkippedItem, int, error)
}

// run runs a check and returns its result.
func run(t *testing.T, store storeReader, req Request) (contest.Check, []contest.Pair, []contest.SkippedItem) {
	t.Helper()
	return runWith(t, &Checker{Store: store}, store, req)
}

// runWith is run by a Checker of its own.
func runWith(t *testing.T, checker *Checker, store storeReader, req Request) (contest.Check, []contest.Pair, []contest.SkippedItem) {
	t.Helper()
	id := mustCheck(t, checker, req)
	c, err := store.Check(t.Context(), id)
	must(t, err)
	skipped, _, err := store.Skipped(t.Context(), id, 0, 0)
	must(t, err)
	sortSkipped(skipped)
	return c, byPath(storedPairs(t, store, id, contest.PairFilter{})), skipped
}

// A check ranks a disguised copy above all honest pairs, and stores counts, fingerprints and
// samples.
func TestCheck(t *testing.T) {
	t.Parallel()
	store := open(t)
	c, found, skipped := run(t, store, Request{Contest: "primes", Submissions: primes(), Parameters: Defaults()})

	if c.State != contest.Complete {
		t.Errorf("state = %q, want complete", c.State)
	}
	if want := "2 problems, 3 participants, 4 submissions, 3 pairs compared"; c.Summary.Text(i18n.English()) != want {
		t.Errorf("summary = %q, want %q", c.Summary.Text(i18n.English()), want)
	}
	if len(skipped) != 0 {
		t.Errorf("skipped = %v, want none", skipped)
	}
	if len(found) == 0 || found[0].Left.Path != "A/ann.cpp" || found[0].Right.Path != "A/ben.cpp" {
		t.Fatalf("pairs = %+v, want ann and ben first", found)
	}
	best := found[0]
	if best.Suspicion < 0.8 || best.Similarity < 0.9 || best.Hamming == nil || *best.Hamming > 10 {
		t.Errorf("the disguised copy has scores %+v, want suspicion 0.8 and similarity 0.9 or more", best.Scores)
	}
	for _, pair := range found[1:] {
		if pair.Suspicion > best.Suspicion/2 {
			t.Errorf("the honest pair %+v has more than half the suspicion of the copy, %+v", pair, best.Scores)
		}
	}

	histograms, err := store.Histograms(t.Context(), c.ID)
	must(t, err)
	counted, programs := int64(0), 0
	for _, h := range histograms {
		programs += h.Programs
		for _, n := range h.Bins {
			counted += n
		}
	}
	if counted != c.Summary.PairsCompared || programs != c.Summary.Submissions {
		t.Errorf("the histograms count %d pairs and %d programs, the summary %+v", counted, programs, c.Summary)
	}
	var entries int
	must(t, store.Pool().QueryRow(t.Context(), "SELECT count(*) FROM index_entries WHERE fingerprint IS NOT NULL AND shingles IS NOT NULL").Scan(&entries))
	if entries != 4 {
		t.Errorf("%d index entries are stored, want 4", entries)
	}
}

// C and C++ are compared with each other. A forced language overrides the extensions of all files.
func TestCheckLanguages(t *testing.T) {
	t.Parallel()
	ann, ben := newSubmission("A", "ann", "A/ann.cpp", disguised), newSubmission("A", "ben", "A/ben.c", disguised)
	ben.Language = "c"
	_, found, _ := run(t, open(t), Request{Contest: "family", Submissions: []contest.Submission{ann, ben}, Parameters: Defaults()})
	if len(found) != 1 || found[0].Language != "c++" {
		t.Errorf("pairs = %+v, want one between C and C++", found)
	}

	ben.Language = "cpp"
	req := Request{Contest: "forced", Submissions: []contest.Submission{ann, ben}, Parameters: Defaults()}
	req.Parameters.Language = "cpp"
	req.Parameters.Keep = 0.01
	req.Base = []contest.File{{Path: "base.txt", Content: []byte("int unrelated(int a) { return a * a + 17 - a / 3; }")}}
	_, found, skipped := run(t, open(t), req)
	if len(found) != 1 || found[0].Similarity != 1 {
		t.Errorf("pairs = %+v, want one of similarity 1", found)
	}
	if len(skipped) != 0 {
		t.Errorf("skipped = %+v although the language of all files is forced", skipped)
	}
}

// Participants who copied in two languages have one pair for the problem, the more suspicious
// one.
func TestCheckOncePerProblem(t *testing.T) {
	t.Parallel()
	const python = "n = int(input())\nprimes = []\nfor i in range(2, n + 1):\n    if all(i % p for p in primes):\n        primes.append(i)\nprint(len(primes), sum(primes), max(primes))\n"
	submissions := []contest.Submission{
		newSubmission("A", "ann", "A/ann/1.cpp", sieve), newSubmission("A", "ann", "A/ann/2.py", python),
		newSubmission("A", "ben", "A/ben/1.cpp", sieve), newSubmission("A", "ben", "A/ben/2.py", python),
	}
	submissions[1].Language, submissions[3].Language = "python", "python"
	c, found, _ := run(t, open(t), Request{Contest: "both", Submissions: submissions, Parameters: Defaults()})
	if len(found) != 1 || found[0].Left.Path != "A/ann/1.cpp" || c.Summary.PairsCompared != 1 {
		t.Errorf("pairs = %+v, summary = %+v; want only the C++ pair, and one compared", found, c.Summary)
	}
}

// A check counts the pairs that it does not store, and names generic languages, for which
// package lexer has no tables of its own.
func TestCheckNotes(t *testing.T) {
	t.Parallel()
	var submissions []contest.Submission
	for _, name := range []string{"ann", "ben", "cat", "dan", "eve"} {
		s := newSubmission("A", name, "A/"+name+".f90", "program p\ninteger :: i, j, k\ndo i = 1, 10\n j = i * i + k\n k = j - i / 2\n print *, i, j, k\nend do\nend program p\n")
		s.Language = "fortran"
		submissions = append(submissions, s)
	}
	req := Request{Contest: "ring", Submissions: submissions, Parameters: Defaults()}
	req.Parameters.Keep, req.Parameters.KeepPerParticipant = 0.01, 2
	c, found, _ := run(t, open(t), req)
	if len(found)+c.Summary.PairsDropped != 10 || c.Summary.PairsDropped == 0 {
		t.Errorf("%d pairs are stored and %d dropped; want 10 together, and some dropped", len(found), c.Summary.PairsDropped)
	}
	wantEqual(t, "generic languages", []string{"Fortran"}, c.Summary.Generic)
}

// Two checks of the same input have the same digest and pairs, and store each submission once.
// Other parameters give another digest.
func TestCheckTwice(t *testing.T) {
	t.Parallel()
	store := open(t)
	first, firstPairs, _ := run(t, store, Request{Contest: "primes", Submissions: primes(), Parameters: Defaults()})
	second, secondPairs, _ := run(t, store, Request{Contest: "primes", Submissions: primes(), Parameters: Defaults()})
	if first.ID == second.ID || first.Digest != second.Digest {
		t.Errorf("checks %d (digest %s) and %d (digest %s), want two checks with the same digest", first.ID, first.Digest, second.ID, second.Digest)
	}
	ignore := cmpopts.IgnoreFields(contest.Pair{}, "ID", "CheckID")
	if diff := cmp.Diff(firstPairs, secondPairs, ignore); diff != "" {
		t.Errorf("pairs differ (-first +second):\n%s", diff)
	}
	contests, err := store.Contests(t.Context())
	must(t, err)
	if len(contests) != 1 || contests[0].Submissions != 4 {
		t.Errorf("contests = %+v, want one of 4 submissions", contests)
	}
	other := Defaults()
	other.Keep = 0.9
	if third, _, _ := run(t, store, Request{Contest: "primes", Submissions: primes(), Parameters: other}); third.Digest == first.Digest {
		t.Error("other parameters give the same digest")
	}
}

// A check that adds to a contest has the result of a check of all its submissions at once, with the base code of the last
// check; without AddsToStored, it compares only those of the request.
func TestCheckAdds(t *testing.T) {
	t.Parallel()
	store := open(t)
	base := []contest.File{{Path: "template.py", Content: []byte("import sys\nfrom collections import deque\nvalues = deque(int(x) for x in sys.stdin.read().split())\n")}}
	withBase := Defaults()
	withBase.Base = []string{"template.py"}
	all, allPairs, _ := run(t, store, Request{Contest: "at once", Submissions: primes(), Base: base, Parameters: withBase})
	skipped := []contest.SkippedItem{{Path: "A/dan.pdf", Reason: i18n.Verbatim("a text")}}
	incomplete := []i18n.Text{i18n.Verbatim("a list was cut")}
	run(t, store, Request{Contest: "in two parts", Submissions: primes()[:2], Skipped: skipped, Base: base, Incomplete: incomplete, Parameters: withBase})
	late := Request{Contest: "in two parts", Submissions: primes()[2:], AddsToStored: true, Parameters: Defaults()}
	added, addedPairs, _ := run(t, store, late)
	if added.Digest != all.Digest || added.Summary.Submissions != 4 || added.Summary.Skipped != all.Summary.Skipped+1 || len(added.Summary.Incomplete) != 1 {
		t.Errorf("a check that adds has the digest %s and the summary %+v, want %s, %+v, 1 item more skipped and 1 input read in part",
			added.Digest, added.Summary, all.Digest, all.Summary)
	}
	scores := func(list []contest.Pair) (scores []string) {
		for _, p := range list {
			names := []string{p.Left.Participant, p.Right.Participant}
			slices.Sort(names)
			scores = append(scores, fmt.Sprint(p.Problem, names, p.Suspicion, p.Similarity))
		}
		slices.Sort(scores)
		return scores
	}
	if diff := cmp.Diff(scores(allPairs), scores(addedPairs)); diff != "" || len(allPairs) == 0 {
		t.Errorf("pairs of a check that adds (-at once +added):\n%s", diff)
	}
	late.Submissions, late.AddsToStored = primes()[2:], false
	if alone, _, _ := run(t, store, late); alone.Summary.Submissions != 2 {
		t.Errorf("a check that does not add compared %d submissions, want 2", alone.Summary.Submissions)
	}
}

// Submissions that a check does not compare are listed with the reason, and are in no pair.
func TestCheckSkips(t *testing.T) {
	t.Parallel()
	submissions := append(primes(),
		newSubmission("A", "dan", "A/dan.cpp", "int x;"),
		newSubmission("A", "eve", "A/eve.cpp", "int main() { puts(\"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\"); }"+strings.Repeat("\x00", 1000)),
		newSubmission("A", "fay", "A/fay.xyz", sieve),
		newSubmission("A", "gus", "A/gus.cpp", sieve),
		newSubmission("A", "hal", "A/hal.cpp", sieve),
	)
	submissions[6].Language = ""
	submissions[7].Verdict = contest.VerdictCompileError
	submissions[8].Kind = contest.Staff
	c, found, skipped := run(t, open(t), Request{
		Contest: "primes", Submissions: submissions, Parameters: Defaults(),
		Skipped: []contest.SkippedItem{{Path: "A/ann.pdf", Reason: i18n.Verbatim("no known language")}},
	})
	wantReasons := map[string]string{
		"A/ann.pdf": "no known language",
		"A/dan.cpp": "too short",
		"A/eve.cpp": "not text",
		"A/fay.xyz": "language is chosen",
		"A/gus.cpp": "--verdicts=all",
		"A/hal.cpp": "--participants=all",
	}
	for _, s := range skipped {
		if want, ok := wantReasons[s.Path]; !ok || !strings.Contains(s.Reason.String(), want) {
			t.Errorf("%s is skipped with the reason %q, want %q", s.Path, s.Reason, want)
		}
		delete(wantReasons, s.Path)
	}
	for path := range wantReasons {
		t.Errorf("%s is not listed as skipped", path)
	}
	if c.Summary.Skipped != 6 || c.Summary.Submissions != 4 {
		t.Errorf("summary = %+v, want 4 compared and 6 skipped", c.Summary)
	}
	for _, pair := range found {
		if pair.Left.Participant > "cat" || pair.Right.Participant > "cat" {
			t.Errorf("a skipped submission is in pair %+v", pair)
		}
	}
}

// A program that chroma's rules would lex for years is read coarsely (see lexer.ErrDegraded) from the line
// where they take too long. It is still compared, and listed with a note among the skipped items. Base code
// is read coarsely and listed too.
func TestCheckDegraded(t *testing.T) {
	t.Parallel()
	const program = "read n\nsum=0\nfor ((i = 0; i < n; i++)); do\n\tread x\n\tif [ $x -gt $sum ]; then sum=$((sum + x * i)); fi\ndone\necho $sum\n"
	bomb := ": \"" + strings.Repeat(`\\`, 2<<10) + "\n"
	submissions := []contest.Submission{
		newSubmission("A", "ann", "A/ann.sh", program), newSubmission("A", "ben", "A/ben.sh", program+bomb),
	}
	for i := range submissions {
		submissions[i].Language = "bash"
	}
	req := Request{Contest: "slow", Submissions: submissions, Parameters: Defaults()}
	req.Base = []contest.File{{Path: "base.sh", Content: []byte("while true; do cat a b c | sort -u > out && break; done; exit 1\n" + bomb)}}
	_, found, skipped := run(t, open(t), req)
	reasons := map[string]string{}
	for _, s := range skipped {
		reasons[s.Path] = s.Reason.String()
	}
	want := map[string]string{
		"A/ben.sh": "source was not read in full: it takes too much work or it is not certain what is code, and was read coarsely from line 8 on, and is still compared",
		"base.sh":  "base code: source was not read in full: it takes too much work or it is not certain what is code, and was read coarsely from line 2 on",
	}
	wantEqual(t, "skipped", want, reasons)
	if len(found) != 1 || found[0].Similarity < 0.9 {
		t.Errorf("pairs = %+v, want one of nearly equal programs", found)
	}
}

// Base code counts on neither side: programs that are identical without it have similarity 1.
func TestCheckBaseCode(t *testing.T) {
	t.Parallel()
	template := `#include <cstdio>
#include <vector>
struct Reader {
	char buffer[4096]; int at = 0, size = 0;
	int next() { if (at == size) { size = fread(buffer, 1, 4096, stdin); at = 0; if (size <= 0) return -1; } return buffer[at++]; }
	long long number() { int c = next(); while (c < '0') c = next(); long long v = 0; while (c >= '0') { v = v * 10 + c - '0'; c = next(); } return v; }
};
`
	submissions := []contest.Submission{
		newSubmission("A", "ann", "A/ann.cpp", template+sieve),
		newSubmission("A", "ben", "A/ben.cpp", template+disguised),
		newSubmission("A", "cat", "A/cat.cpp", template+division),
		newSubmission("A", "dan", "A/dan.cpp", template),
	}
	req := Request{Contest: "base", Submissions: submissions, Parameters: Defaults()}
	req.Parameters.Keep = 0.01
	req.Base = []contest.File{{Path: "reader.cpp", Content: []byte(template)}}
	_, found, skipped := run(t, open(t), req)
	if len(skipped) != 1 || !strings.Contains(skipped[0].Reason.String(), "base code") {
		t.Errorf("skipped = %+v, want the bare template", skipped)
	}
	if len(found) == 0 || found[0].Similarity < 0.99 {
		t.Fatalf("pairs = %+v, want one of similarity 1 first", found)
	}
	for _, pair := range found[1:] {
		if pair.Suspicion > 0.2 {
			t.Errorf("%s and %s have suspicion %v, want at most 0.2 without the base code", pair.Left.Path, pair.Right.Path, pair.Suspicion)
		}
	}
}

// A check across problems also finds copies for another problem.
func TestCheckAcrossProblems(t *testing.T) {
	t.Parallel()
	req := Request{Contest: "primes", Submissions: primes(), Parameters: Defaults()}
	req.Parameters.AcrossProblems = true
	_, found, _ := run(t, open(t), req)
	var listed []string
	for _, pair := range found {
		if pair.Suspicion > 0.5 {
			listed = append(listed, fmt.Sprintf("%s: %s %s", pair.Problem, pair.Left.Path, pair.Right.Path))
		}
	}
	want := []string{
		"A + B: A/ann.cpp B/cat.cpp",
		"A: A/ann.cpp A/ben.cpp",
		"A + B: A/ben.cpp B/cat.cpp",
	}
	sortStrings := cmpopts.SortSlices(func(a, b string) bool { return a < b })
	wantEqual(t, "pairs", want, listed, sortStrings)
}

// A check lists two participants by their most suspicious pair of attempts, and never pairs two attempts of
// one participant.
func TestCheckAttempts(t *testing.T) {
	t.Parallel()
	submissions := []contest.Submission{
		newSubmission("A", "ann", "A/ann/01-WA.cpp", division),
		newSubmission("A", "ann", "A/ann/02-AC.cpp", sieve),
		newSubmission("A", "ben", "A/ben/01-AC.cpp", disguised),
		newSubmission("A", "ben", "A/ben/02-AC.cpp", disguised),
	}
	c, found, _ := run(t, open(t), Request{Contest: "primes", Submissions: submissions, Parameters: Defaults()})
	if len(found) != 1 || found[0].Left.Path != "A/ann/02-AC.cpp" || found[0].Right.Path != "A/ben/01-AC.cpp" {
		t.Errorf("pairs = %+v, want only that of ann's second and ben's first attempt", found)
	}
	if c.Summary.PairsCompared != 1 {
		t.Errorf("%d pairs compared, want 1", c.Summary.PairsCompared)
	}
}

// Of equally suspicious attempts, the first one is in the pair: by time, else by number. Names of files say nothing about it.
func TestCheckFirstOfEqualAttempts(t *testing.T) {
	t.Parallel()
	for _, hasTimes := range []bool{true, false} {
		t.Run(fmt.Sprintf("times %v", hasTimes), func(t *testing.T) {
			t.Parallel()
			submissions := []contest.Submission{newSubmission("A", "ann", "A/ann.cpp", sieve)}
			for attempt, name := range []string{"998", "999", "1000"} {
				s := newSubmission("A", "ben", "A/"+name+".cpp", disguised)
				s.Attempt = attempt + 1
				if hasTimes {
					s.Attempt = 3 - attempt // as after an import of older attempts
					s.Time = time.Date(2026, 1, 1, 10, attempt, 0, 0, time.UTC)
				}
				submissions = append(submissions, s)
			}
			_, found, _ := run(t, open(t), Request{Contest: "primes", Submissions: submissions, Parameters: Defaults()})
			if len(found) != 1 || !slices.ContainsFunc([]contest.Side{found[0].Left, found[0].Right}, func(s contest.Side) bool { return s.Path == "A/998.cpp" }) {
				t.Errorf("pairs = %+v, want only that with ben's first attempt", found)
			}
		})
	}
}

// An interrupted check is stored as failed and shows no pairs.
func TestCheckInterrupted(t *testing.T) {
	t.Parallel()
	store := open(t)
	ctx, cancel := context.WithCancel(t.Context())
	checker := Checker{Store: store, ToolVersion: "test"}
	id, err := checker.Check(ctx, Request{Contest: "primes", Submissions: primes(), Parameters: Defaults()},
		func(stage Stage, _, _ int) {
			if stage == Comparing {
				cancel()
			}
		})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error = %v, want canceled", err)
	}
	c, err := store.Check(t.Context(), id)
	must(t, err)
	if c.State != contest.Failed || !strings.Contains(c.Reason.String(), "start it again") {
		t.Errorf("state = %q, reason = %q; want failed, and what to do", c.State, c.Reason)
	}
	if _, _, err := store.Pairs(t.Context(), id, contest.PairFilter{}); err == nil {
		t.Error("a failed check shows pairs")
	}
}

// A check reports its stages in order, and never more than the total.
func TestProgress(t *testing.T) {
	t.Parallel()
	var stages []Stage
	checker := Checker{Store: open(t), ToolVersion: "test"}
	_, err := checker.Check(t.Context(), Request{Contest: "primes", Submissions: primes(), Parameters: Defaults()},
		func(stage Stage, done, total int) {
			if done < 0 || done > total {
				t.Errorf("stage %s reports %d of %d", stage, done, total)
			}
			if len(stages) == 0 || stages[len(stages)-1] != stage {
				stages = append(stages, stage)
			}
		})
	must(t, err)
	// There are two pools, one for each problem.
	want := []Stage{Storing, Lexing, Indexing, Comparing, Indexing, Comparing, Matching, Saving}
	wantEqual(t, "stages", want, stages)
}

// Calls that go back are dropped, but not those of a check that reads a part of the programs again.
func TestSerial(t *testing.T) {
	t.Parallel()
	type call struct {
		stage       Stage
		done, total int
	}
	var got []call
	progress := serial(func(stage Stage, done, total int) { got = append(got, call{stage, done, total}) })
	for _, c := range []call{{Lexing, 0, 4}, {Lexing, 4, 4}, {Lexing, 3, 4}, {Lexing, 0, 2}, {Lexing, 2, 2}, {Indexing, 0, 2}} {
		progress(c.stage, c.done, c.total)
	}
	want := []call{{Lexing, 0, 4}, {Lexing, 4, 4}, {Lexing, 0, 2}, {Lexing, 2, 2}, {Indexing, 0, 2}}
	if !slices.Equal(got, want) {
		t.Errorf("calls %v, want %v", got, want)
	}
}
