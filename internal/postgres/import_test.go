package postgres

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
)

// TestImport tests that an import stores all data of submissions, and equal files only once.
func TestImport(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	submissions := []contest.Submission{
		submission("A", "ann", 1, "x"),
		submission("A", "ann", 2, "y"),
		submission("A", "bob", 1, "x"), // the same bytes as ann's first
		submission("B", "日本 <script>'\"", 1, ""),
	}
	submissions[1].Time = time.Time{}
	submissions[1].Verdict = contest.VerdictUnknown
	submissions[2].Files = append(submissions[2].Files, contest.File{Path: "A/bob/bytes", Content: []byte{0, 0xff, '\r', '\n'}})
	submissions[3].Kind = contest.Staff
	var progress []int
	id, _, err := db.Import(ctx, review.CommandLine, "", contest.Import{Contest: "Finals", Origin: "finals.zip", Submissions: submissions, Skipped: []contest.SkippedItem{{Path: "A/x.exe", Reason: i18n.Verbatim("binary")}}, Progress: func(done, total int) {
		if total != 4 {
			t.Errorf("progress has the total %d, want 4", total)
		}
		progress = append(progress, done)
	}})
	must(t, err)
	wantEqual(t, "progress", []int{4}, progress)
	seen := make(map[int64]bool)
	for _, s := range submissions {
		if s.ID == 0 || seen[s.ID] {
			t.Errorf("submission %q has ID %d, which is 0 or that of another", s.Path, s.ID)
		}
		seen[s.ID] = true
		files, err := db.Files(ctx, s.ID)
		must(t, err)
		want := s.Files
		for i := range want {
			if len(want[i].Content) == 0 {
				want[i].Content = []byte{}
			}
		}
		if diff := cmp.Diff(want, files); diff != "" {
			t.Errorf("files of %q (-want +got):\n%s", s.Path, diff)
		}
	}
	want := map[string]int{"contests": 1, "imports": 1, "import_skipped": 1, "problems": 2, "participants": 3,
		"submissions": 4, "submission_files": 5, "sources": 4}
	wantEqual(t, "rows", want, rowsOf(t, db, slices.Collect(maps.Keys(want))...))
	c, err := db.Contest(ctx, id)
	must(t, err)
	if c.Name != "Finals" || c.Submissions != 4 || c.Participants != 3 || c.Problems != 2 || c.Checks != 0 {
		t.Errorf("contest %+v has a wrong name or count", c)
	}
}

var archiveTables = []string{"contests", "problems", "participants", "submissions", "submission_files", "sources"}

// A second import of the same submissions adds no rows and returns the same IDs.
func TestImportAgain(t *testing.T) {
	t.Parallel()
	db := open(t)
	first := contestOf(20)
	contestID := importContest(t, db, "c", first)
	before := rowsOf(t, db, archiveTables...)

	second := contestOf(20)
	if id := importContest(t, db, "c", second); id != contestID {
		t.Errorf("contest %d, want %d", id, contestID)
	}
	if diff := cmp.Diff(idsOf(first), idsOf(second)); diff != "" {
		t.Errorf("IDs (-first +second):\n%s", diff)
	}
	if diff := cmp.Diff(before, rowsOf(t, db, archiveTables...)); diff != "" {
		t.Errorf("rows (-first +second):\n%s", diff)
	}
	c, err := db.Contest(context.Background(), contestID)
	must(t, err)
	if c.Submissions != 20 {
		t.Errorf("%d submissions, want 20", c.Submissions)
	}
}

// A submission that differs in any field from the stored submission is stored as a new one. The old
// submission stays, and the contest counts one submission for each path.
func TestImportChanged(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	tests := []struct {
		name   string
		change func(*contest.Submission)
	}{
		{"content", func(s *contest.Submission) { s.Files[0].Content = []byte("other") }},
		{"file path", func(s *contest.Submission) { s.Files[0].Path += "x" }},
		{"another file", func(s *contest.Submission) { s.Files = append(s.Files, contest.File{Path: "z"}) }},
		{"problem", func(s *contest.Submission) { s.Problem = "Z" }},
		{"participant", func(s *contest.Submission) { s.Participant = "Z" }},
		{"kind", func(s *contest.Submission) { s.Kind = contest.Virtual }},
		{"language", func(s *contest.Submission) { s.Language = "java" }},
		{"verdict", func(s *contest.Submission) { s.Verdict = "WA" }},
		{"attempt", func(s *contest.Submission) { s.Attempt = 2 }},
		{"time", func(s *contest.Submission) { s.Time = s.Time.Add(time.Microsecond) }},
		{"no time", func(s *contest.Submission) { s.Time = time.Time{} }},
	}
	db := open(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			old := []contest.Submission{submission("A", "ann", 1, "x"), submission("A", "bob", 1, "y")}
			contestID := importContest(t, db, tt.name, old)
			changed := []contest.Submission{submission("A", "ann", 1, "x"), submission("A", "bob", 1, "y")}
			tt.change(&changed[0])
			importContest(t, db, tt.name, changed)
			if changed[0].ID == old[0].ID {
				t.Errorf("the changed submission has the ID of the old one, %d", old[0].ID)
			}
			if changed[1].ID != old[1].ID {
				t.Errorf("the submission that did not change has the new ID %d, want %d", changed[1].ID, old[1].ID)
			}
			files, err := db.Files(ctx, old[0].ID)
			must(t, err)
			wantEqual(t, "old files", old[0].Files, files)
			c, err := db.Contest(ctx, contestID)
			must(t, err)
			if c.Submissions != 2 {
				t.Errorf("the contest counts %d submissions, want 2", c.Submissions)
			}
		})
	}
}

// An import is refused if a stored submission's path comes with another program and another problem or participant. With the
// same program, the problem or participant is corrected.
func TestImportPathConflict(t *testing.T) {
	t.Parallel()
	db := open(t)
	for _, tt := range []struct {
		name                          string
		problem, participant, content string
		isErased, hasID, isConflict   bool
	}{
		{name: "another program", problem: "A", participant: "ann", content: "other"},
		{name: "another problem", problem: "B", participant: "ann", content: "x"},
		{name: "another participant", problem: "A", participant: "carl", content: "x"},
		{name: "another program and problem", problem: "B", participant: "ann", content: "other", isConflict: true},
		{name: "another program and participant", problem: "A", participant: "carl", content: "other", isConflict: true},
		{name: "another program, and an ID after the name", problem: "A", participant: "ann (1002)", content: "other"},
		{name: "all, with the judge system's ID", problem: "B", participant: "carl", content: "other", hasID: true},
		{name: "erased", problem: "B", participant: "carl", content: "other", isErased: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			list := []contest.Submission{submission("A", "ann", 1, "x"), submission("A", "bob", 1, "y")}
			changed := submission(tt.problem, tt.participant, 1, tt.content)
			if tt.hasID {
				list[0].SystemID, changed.SystemID = "7", "7"
			}
			id := importContest(t, db, tt.name, list)
			if tt.hasID {
				must(t, db.SaveAbout(t.Context(), id, contest.About{Metadata: contest.Metadata{SystemID: "r26"}}))
			}
			if tt.isErased {
				_, err := db.ErasePrograms(t.Context(), review.CommandLine, id)
				must(t, err)
			}
			changed.Path = submission("A", "ann", 1, "x").Path
			changed.Files[0].Path = changed.Path
			_, added, err := db.Import(t.Context(), review.CommandLine, "", contest.Import{
				Contest: tt.name, Submissions: []contest.Submission{changed, submission("A", "new", 1, "z")}})
			if !tt.isConflict {
				if err != nil || added != 2 {
					t.Errorf("added %d submissions (%v), want 2", added, err)
				}
				return
			}
			want := contest.PathConflictError{Path: changed.Path, Problem: tt.problem, Participant: tt.participant,
				StoredProblem: "A", StoredParticipant: "ann"}
			if got, ok := errors.AsType[*contest.PathConflictError](err); !ok || *got != want {
				t.Errorf("got error %v, want %v", err, &want)
			}
			if c, err := db.Contest(t.Context(), id); err != nil || c.Submissions != 2 {
				t.Errorf("%d submissions are stored (%v), want 2", c.Submissions, err)
			}
		})
	}
}

// A submission that is twice in one import is stored once.
func TestImportTwiceInOne(t *testing.T) {
	t.Parallel()
	db := open(t)
	submissions := []contest.Submission{submission("A", "ann", 1, "x"), submission("A", "ann", 1, "x")}
	importContest(t, db, "c", submissions)
	if submissions[0].ID == 0 || submissions[0].ID != submissions[1].ID {
		t.Errorf("got IDs %v, want two equal ones", idsOf(submissions))
	}
}

// An import that waits for another import into the same contest calls OnWait.
func TestImportWaits(t *testing.T) {
	t.Parallel()
	db := open(t)
	contestID := importContest(t, db, "Finals", contestOf(3))
	other, err := db.session(t.Context())
	must(t, err)
	if isLocked, err := other.tryLock(t.Context(), lockContest, contestID); err != nil || !isLocked {
		t.Fatalf("lock: %v, %v", isLocked, err)
	}
	var waits []string
	db.OnWait = func(what string) {
		waits = append(waits, what)
		if err := other.close(); err != nil {
			t.Error(err)
		}
	}
	importContest(t, db, "Finals", contestOf(3))
	wantEqual(t, "waits", []string{`another import into contest "Finals"`}, waits)
}

// Concurrent imports of the same submissions into one contest store each submission once, and all
// contests share the sources.
func TestImportConcurrently(t *testing.T) {
	skipIfShort(t, "takes many seconds")
	t.Parallel()
	db := open(t)
	const n = 6
	var wg sync.WaitGroup
	ids := make([][]int64, n)
	errs := make([]error, n)
	for i := range n {
		wg.Go(func() {
			submissions := contestOf(1200) // more than a batch
			name := "same"
			if i%3 == 2 {
				// Another contest with the same sources, in another order.
				name = fmt.Sprint("other", i)
				slices.Reverse(submissions)
			}
			_, _, errs[i] = db.Import(context.Background(), review.CommandLine, "", contest.Import{Contest: name, Submissions: submissions})
			ids[i] = idsOf(submissions)
		})
	}
	wg.Wait()
	must(t, errors.Join(errs...))
	for _, i := range []int{1, 3, 4} { // 2 and 5 are imports into other contests
		if diff := cmp.Diff(ids[0], ids[i]); diff != "" {
			t.Errorf("IDs of the same contest differ (-0 +%d):\n%s", i, diff)
		}
	}
	want := map[string]int{"contests": 3, "submissions": 3 * 1200, "sources": 1200}
	wantEqual(t, "rows", want, rowsOf(t, db, slices.Collect(maps.Keys(want))...))
}

// Import refuses submissions that cannot be stored, and says what is wrong with them.
func TestImportRefuses(t *testing.T) {
	t.Parallel()
	db := open(t)
	tests := []struct {
		name   string
		change func(*contest.Submission)
		want   string
	}{
		{"NUL in the path", func(s *contest.Submission) { s.Path = "a\x00b" }, "contains a NUL"},
		{"path not UTF-8", func(s *contest.Submission) { s.Path = "a\xffb" }, "not valid UTF-8"},
		{"file path not UTF-8", func(s *contest.Submission) { s.Files[0].Path = "a\xffb" }, "not valid UTF-8"},
		{"participant with NUL", func(s *contest.Submission) { s.Participant = "\x00" }, "contains a NUL"},
		{"problem not UTF-8", func(s *contest.Submission) { s.Problem = "\xc3" }, "not valid UTF-8"},
		{"verdict not UTF-8", func(s *contest.Submission) { s.Verdict = "\xc3" }, "not valid UTF-8"},
		{"no participant", func(s *contest.Submission) { s.Participant = "" }, "has no name"},
		{"no path", func(s *contest.Submission) { s.Path = "" }, "no path"},
		{"long name", func(s *contest.Submission) { s.Participant = strings.Repeat("é", 501) }, "the limit is 1000"},
		{"no files", func(s *contest.Submission) { s.Files = nil }, "has no files"},
		{"no kind", func(s *contest.Submission) { s.Kind = "" }, "unknown kind of participant"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			submissions := []contest.Submission{submission("A", "ann", 1, "x")}
			tt.change(&submissions[0])
			_, _, err := db.Import(context.Background(), review.CommandLine, "", contest.Import{Contest: "c", Submissions: submissions})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got error %v, want one with %q", err, tt.want)
			}
		})
	}
	t.Run("no submissions", func(t *testing.T) {
		t.Parallel()
		if _, _, err := db.Import(context.Background(), review.CommandLine, "", contest.Import{Contest: "c"}); err == nil {
			t.Error("an import without submissions returned no error")
		}
	})
	t.Run("a path may be long", func(t *testing.T) {
		t.Parallel()
		s := submission("A", "ann", 1, "x")
		s.Path = strings.Repeat("long/", 1000)
		importContest(t, db, "long", []contest.Submission{s})
	})
}

// Files does not find an unknown submission.
func TestFilesNotFound(t *testing.T) {
	t.Parallel()
	if _, err := open(t).Files(context.Background(), 1); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("got error %v, want ErrNotFound", err)
	}
}

// BenchmarkImport measures an import of 13,000 submissions.
func BenchmarkImport(b *testing.B) {
	db := open(b)
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		n++
		submissions := make([]contest.Submission, 13_000)
		for i := range submissions {
			submissions[i] = submission("A", fmt.Sprint(n, "-", i), 1, strings.Repeat(fmt.Sprintln("int x =", n, i), 100))
		}
		importContest(b, db, fmt.Sprint(n), submissions)
	}
}

// Participants have the numbers 1 to n in random order, and a later import does not change
// them.
func TestParticipantNumbers(t *testing.T) {
	t.Parallel()
	db := open(t)
	numbers := func(contestID int64) []int {
		t.Helper()
		numbers, err := list[int](t.Context(), db.pool, "SELECT number FROM participants WHERE contest_id = $1 ORDER BY name", contestID)
		must(t, err)
		return numbers
	}
	id := importContest(t, db, "small", contestOf(20))
	before := numbers(id)
	importContest(t, db, "small", contestOf(30))
	after := numbers(id)
	if !slices.Equal(before, after[:20]) {
		t.Errorf("numbers changed: %v, then %v", before, after)
	}
	if sorted := slices.Sorted(slices.Values(after)); sorted[0] != 1 || sorted[29] != 30 || len(slices.Compact(sorted)) != 30 {
		t.Errorf("got the numbers %v, want 1 to 30", sorted)
	}
	if slices.IsSorted(before) {
		t.Errorf("numbers are in the order of the names: %v", before)
	}
	if second := numbers(importContest(t, db, "second", contestOf(20))); slices.Equal(before, second) {
		t.Errorf("a second contest with the same names has the same numbers: %v", second)
	}
}

// A rejudged submission is stored again, and the version that was imported last counts. When the
// rejudging is undone, the first version counts again. A submission that the judge system deleted
// does not count until it is imported again.
func TestSuperseded(t *testing.T) {
	t.Parallel()
	db := open(t)
	var contestID int64
	importVerdicts := func(verdicts ...contest.Verdict) {
		t.Helper()
		var list []contest.Submission
		for i, v := range verdicts {
			path := "submissions/" + string(rune('1'+i))
			list = append(list, contest.Submission{Problem: "A", Participant: "anna", Kind: contest.Official, Path: path, Language: "cpp", Verdict: v, Attempt: i + 1,
				Files: []contest.File{{Path: path + "/a.cpp", Content: []byte("int a;")}}})
		}
		contestID = importContest(t, db, "regional", list)
	}
	expect := func(step string, verdicts ...contest.Verdict) {
		t.Helper()
		stored, _, err := db.StoredSubmissions(t.Context(), contestID)
		must(t, err)
		var got []contest.Verdict
		for _, s := range stored {
			got = append(got, s.Verdict)
		}
		if d := cmp.Diff(verdicts, got); d != "" {
			t.Errorf("%s (-want +stored):\n%s", step, d)
		}
		c, err := db.Contest(t.Context(), contestID)
		if err != nil || c.Submissions != len(verdicts) {
			t.Errorf("%s: the contest counts %d submissions (%v), want %d", step, c.Submissions, err, len(verdicts))
		}
		related, err := db.RelatedSubmissions(t.Context(), []int64{stored[0].ID})
		if err != nil || len(related) != len(verdicts) {
			t.Errorf("%s: got %d related submissions (%v), want %d", step, len(related), err, len(verdicts))
		}
		participants, err := db.Participants(t.Context(), contestID)
		must(t, err)
		if page, total, err := db.ParticipantSubmissions(t.Context(), participants[0].ID, 0, 10); err != nil || total != len(verdicts) || len(page) != total {
			t.Errorf("%s: the participant has %d submissions (%v), want %d", step, total, err, len(verdicts))
		}
	}
	importVerdicts("AC", "WA")
	expect("first import", "AC", "WA")
	importVerdicts("WA", "WA")
	expect("rejudged", "WA", "WA")
	importVerdicts("AC", "WA")
	expect("rejudging undone", "AC", "WA")
	must(t, db.Retract(t.Context(), contestID, []string{"submissions/2", "submissions/9"}))
	expect("one deleted", "AC")
	importVerdicts("AC", "WA")
	expect("imported again", "AC", "WA")
}

// An import of some attempts only, which numbers them from 1, gives no number twice. An import of all attempts has its own numbers.
func TestImportPartOfAttempts(t *testing.T) {
	t.Parallel()
	db := open(t)
	// Each submission is the name of a file, as in "02", and its content.
	importAttempts := func(wantAdded int, submissions ...[2]string) {
		t.Helper()
		var list []contest.Submission
		for i, nameAndContent := range submissions {
			s := submission("A", "anna", i+1, nameAndContent[1])
			s.Path, s.Time = "A/anna/"+nameAndContent[0]+".cpp", time.Time{}
			s.Files[0].Path = s.Path
			list = append(list, s)
		}
		if _, added, err := db.Import(t.Context(), review.CommandLine, "", contest.Import{Contest: "c", Origin: "folders", Submissions: list}); err != nil || added != wantAdded {
			t.Fatalf("import of %v added %d submissions (%v), want %d", submissions, added, err, wantAdded)
		}
	}
	expect := func(want map[string]int) {
		t.Helper()
		c, err := db.ContestByName(t.Context(), "c")
		must(t, err)
		stored, _, err := db.StoredSubmissions(t.Context(), c.ID)
		must(t, err)
		got := make(map[string]int)
		for _, s := range stored {
			got[strings.TrimSuffix(filepath.Base(s.Path), ".cpp")] = s.Attempt
		}
		wantEqual(t, "attempts", want, got)
	}
	importAttempts(3, [2]string{"01", "a"}, [2]string{"02", "b"}, [2]string{"03", "c"})
	importAttempts(0, [2]string{"03", "c"}) // as stored
	importAttempts(1, [2]string{"02", "changed"})
	expect(map[string]int{"01": 1, "02": 2, "03": 3})
	importAttempts(2, [2]string{"04", "d"}, [2]string{"05", "e"})
	expect(map[string]int{"01": 1, "02": 2, "03": 3, "04": 4, "05": 5})
	importAttempts(6, [2]string{"00", "before all"}, [2]string{"01", "a"}, [2]string{"02", "changed"}, [2]string{"03", "c"}, [2]string{"04", "d"}, [2]string{"05", "e"})
	expect(map[string]int{"00": 1, "01": 2, "02": 3, "03": 4, "04": 5, "05": 6})
}
