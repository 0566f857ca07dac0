package postgres

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

func TestKept(t *testing.T) {
	t.Parallel()
	db := open(t)
	one := func(participant, problem, path string, verdict contest.Verdict) contest.Submission {
		return contest.Submission{Problem: problem, Participant: participant, Kind: contest.Virtual, Path: path, Language: "cpp", Attempt: 1, Verdict: verdict,
			SystemID: "s" + path, LanguageVersion: "GNU C++17", Files: []contest.File{{Path: path, Content: []byte(path + string(verdict))}}}
	}
	first := []contest.Submission{one("ann", "A", "1", "WA"), one("ben", "A", "2", "AC"), one("ben", "B", "3", "AC")}
	id := imported(t, db, "finals", first)
	imported(t, db, "other", []contest.Submission{one("ann", "A", "1", "AC")})
	again := []contest.Submission{one("ann", "A", "1", "AC")} // judged again
	imported(t, db, "finals", again)
	var ben int
	all, err := db.Submissions(t.Context(), id, contest.SubmissionFilter{}, 0, 10)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range all {
		if k.Participant == "ben" {
			ben = k.Number
		}
		if k.ContestID != id || k.Kind != contest.Virtual || k.SystemID != "s"+k.Path || k.LanguageVersion != "GNU C++17" || !k.Hidden {
			t.Errorf("%+v", k)
		}
	}
	for _, test := range []struct {
		name   string
		filter contest.SubmissionFilter
		after  int64
		limit  int
		want   []int64
	}{
		{"all", contest.SubmissionFilter{}, 0, 10, []int64{first[1].ID, first[2].ID, again[0].ID}},
		{"a page", contest.SubmissionFilter{}, first[1].ID, 1, []int64{first[2].ID}},
		{"of a problem", contest.SubmissionFilter{Problem: "A"}, 0, 10, []int64{first[1].ID, again[0].ID}},
		{"of a participant", contest.SubmissionFilter{Number: ben}, 0, 10, []int64{first[1].ID, first[2].ID}},
		{"of a participant at a problem", contest.SubmissionFilter{Number: ben, Problem: "B"}, 0, 10, []int64{first[2].ID}},
		{"one that was read again", contest.SubmissionFilter{ID: first[0].ID}, 0, 10, []int64{first[0].ID}},
		{"nothing", contest.SubmissionFilter{Problem: "C"}, 0, 10, nil},
	} {
		list, err := db.Submissions(t.Context(), id, test.filter, test.after, test.limit)
		if err != nil {
			t.Fatal(err)
		}
		var got []int64
		for _, k := range list {
			got = append(got, k.SubmissionID)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestHandedIn(t *testing.T) {
	t.Parallel()
	db := open(t)
	at := time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
	attempt := func(participant, problem, path string, number int, verdict contest.Verdict, minutes int) contest.Submission {
		s := contest.Submission{Problem: problem, Participant: participant, Kind: contest.Official, Path: path, Language: "cpp", Attempt: number, Verdict: verdict,
			Files: []contest.File{{Path: path, Content: []byte(path)}}}
		if minutes > 0 {
			s.Time = at.Add(time.Duration(minutes) * time.Minute)
		}
		return s
	}
	submissions := []contest.Submission{
		attempt("ann", "A", "A/ann/1", 1, "WA", 10),
		attempt("ann", "A", "A/ann/2", 2, "AC", 30),
		attempt("ben", "A", "A/ben/1", 1, "CE", 20),
		attempt("ben", "A", "A/ben/2", 2, "AC", 0),
		attempt("ben", "B", "B/ben/1", 1, "AC", 5),
		attempt("cat", "A", "A/cat/1", 1, "AC", 5),
	}
	imported(t, db, "finals", submissions)
	imported(t, db, "other", []contest.Submission{attempt("ann", "A", "A/ann/9", 9, "AC", 1)})
	// A verdict that came later.
	again := []contest.Submission{attempt("ann", "A", "A/ann/1", 1, "TLE", 10), attempt("ann", "A", "A/ann/2", 2, "WA", 30)}
	imported(t, db, "finals", again)
	got, err := db.RelatedSubmissions(t.Context(), []int64{submissions[1].ID, submissions[3].ID})
	if err != nil {
		t.Fatal(err)
	}
	type row struct {
		Participant, Path string
		Verdict           contest.Verdict
		Time              time.Time
	}
	var rows []row
	for _, s := range got {
		if s.ParticipantID == 0 || s.Number == 0 || !s.Hidden || s.Problem != "A" {
			t.Errorf("%+v", s)
		}
		rows = append(rows, row{s.Participant, s.Path, s.Verdict, s.Time.UTC()})
	}
	want := []row{
		{"ann", "A/ann/1", "TLE", at.Add(10 * time.Minute)},
		{"ben", "A/ben/1", "CE", at.Add(20 * time.Minute)},
		{"ann", "A/ann/2", "AC", at.Add(30 * time.Minute)}, // as it was compared
		{"ben", "A/ben/2", "AC", time.Time{}},
	}
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Error(diff)
	}
	if got, err := db.RelatedSubmissions(t.Context(), []int64{4711}); err != nil || len(got) != 0 {
		t.Errorf("of nothing: %v, %v", got, err)
	}
}

func TestAttempts(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	at := func(s contest.Submission, minute int, verdict contest.Verdict) contest.Submission {
		s.Time, s.Verdict = time.Date(2026, 1, 1, 10, minute, 0, 0, time.UTC), verdict
		return s
	}
	submissions := []contest.Submission{
		at(submission("A", "ann", 2, "int two;"), 20, "AC"),
		at(submission("A", "ann", 1, "int one;"), 10, "CE"),
		at(submission("A", "ben", 1, "int ben;"), 15, "WA"),
		submission("B", "ann", 1, "int other;"), // of another problem
		submission("A", "cat", 1, "int cat;"),   // of another participant
	}
	contestID := imported(t, db, "c", submissions)
	imported(t, db, "d", []contest.Submission{submission("A", "ann", 3, "int elsewhere;")})
	run := begun(t, db, contestID, []contest.Submission{submissions[0], submissions[2]})
	if err := run.Complete(ctx, contest.Summary{}, nil, nil); err != nil {
		t.Fatal(err)
	}
	sides := []int64{submissions[0].ID, submissions[2].ID}
	metadata := func() (list []string) {
		attempts, err := db.Attempts(ctx, run.ID(), sides)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range attempts {
			text := a.Participant + " " + a.Problem + " " + string(a.Verdict)
			if a.Checked {
				text += " checked"
			}
			list = append(list, text)
		}
		// Who of the two is first depends on their numbers.
		slices.SortStableFunc(list, func(a, b string) int { return strings.Compare(a[:3], b[:3]) })
		return list
	}
	want := []string{"ann A CE", "ann A AC checked", "ben A WA checked"}
	if diff := cmp.Diff(want, metadata()); diff != "" {
		t.Errorf("attempts (-want +got):\n%s", diff)
	}

	// Read again with other verdicts: what the check was given stays, of the other
	// one the last is told.
	again := []contest.Submission{submissions[0], submissions[1]}
	for i := range again {
		again[i].ID, again[i].Verdict = 0, "TLE"
	}
	imported(t, db, "c", again)
	want[0] = "ann A TLE"
	if diff := cmp.Diff(want, metadata()); diff != "" {
		t.Errorf("attempts that were read in twice (-want +got):\n%s", diff)
	}
	if attempts, err := db.Attempts(ctx, run.ID(), nil); err != nil || len(attempts) != 0 {
		t.Errorf("beside nothing: %v, %v", attempts, err)
	}
}

// What a run keeps of lexed files is there without it.
func TestLexedWithoutARun(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	submissions := contestOf(2)
	run := begun(t, db, imported(t, db, "c", submissions), submissions)
	want := []contest.LexedFile{{SubmissionID: submissions[1].ID, Language: "cpp", Content: []byte{1, 2}}}
	if err := errors.Join(run.SaveLexed(ctx, 7, want), run.Fail(ctx, "it had to")); err != nil {
		t.Fatal(err)
	}
	for version, want := range map[int][]contest.LexedFile{7: want, 8: {}} {
		got, err := db.Lexed(ctx, version, idsOf(submissions))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("of version %d (-want +got):\n%s", version, diff)
		}
	}
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	db := open(t)
	submissions := contestOf(3)
	contestID := imported(t, db, "finals", submissions)
	s := submissions[1]
	want := map[int64]contest.Location{s.ID: {Side: contest.Side{ContestID: contestID, Contest: "finals", SubmissionID: s.ID, Participant: s.Participant, Problem: s.Problem, Path: s.Path,
		Language: s.Language, Verdict: s.Verdict, Attempt: s.Attempt, Time: s.Time,
	}}}
	got, err := db.Locations(t.Context(), []int64{4711, s.ID})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(contest.Side{}, "ParticipantID", "Number", "Hidden")); diff != "" {
		t.Errorf("places (-want +got):\n%s", diff)
	}
}

func TestSearchable(t *testing.T) {
	t.Parallel()
	db := open(t)
	is := func(fingerprints, samples int, want contest.Searchable) {
		t.Helper()
		got, err := db.Searchable(t.Context(), fingerprints, samples)
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("versions %d and %d: %+v, want %+v", fingerprints, samples, got, want)
		}
	}
	is(1, 1, contest.Searchable{})
	submissions := contestOf(2)
	run := begun(t, db, imported(t, db, "c", submissions), submissions)
	is(1, 1, contest.Searchable{Any: true})
	if err := run.SaveFingerprints(t.Context(), 1, []contest.Fingerprint{{SubmissionID: submissions[0].ID}}); err != nil {
		t.Fatal(err)
	}
	saveSamples(t, run, 2, []contest.Sample{{SubmissionID: submissions[0].ID, Shingles: []uint32{1}}})
	is(1, 1, contest.Searchable{Any: true, Current: true})
	is(2, 2, contest.Searchable{Any: true, Current: true})
	is(2, 1, contest.Searchable{Any: true})
}

func TestStored(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	first := []contest.Submission{submission("A", "ann", 1, "x"), submission("A", "bob", 1, "y"), submission("B", "ann", 1, "z")}
	first[1].Kind, first[1].Verdict, first[1].Time = contest.Staff, contest.VerdictCompileError, time.Time{}
	id, _, err := db.Import(ctx, review.CommandLine, "", "Finals", "one.zip", first, []contest.SkippedItem{{Path: "A/x.exe", Reason: "binary"}, {Path: "A/cut.cpp", Reason: "cut off"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	later := []contest.Submission{submission("A", "ann", 1, "x, mended"), submission("C", "cy", 1, "v")}
	later[0].Path = first[0].Path
	later[1].Path = "A/cut.cpp"
	if _, _, err := db.Import(ctx, review.CommandLine, "", "Finals", "two.zip", later, []contest.SkippedItem{{Path: "A/x.exe", Reason: "still binary"}}, nil); err != nil {
		t.Fatal(err)
	}
	if _, _, err := db.Import(ctx, review.CommandLine, "", "Another", "three.zip", []contest.Submission{submission("A", "dan", 1, "x")}, nil, nil); err != nil {
		t.Fatal(err)
	}

	got, skipped, err := db.StoredSubmissions(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]contest.Submission{later[0], first[1], first[2], later[1]}, inOrder(got, later[0], first[1], first[2], later[1])); diff != "" {
		t.Errorf("stored (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]contest.SkippedItem{{Path: "A/x.exe", Reason: "still binary"}}, skipped); diff != "" {
		t.Errorf("skipped (-want +got):\n%s", diff)
	}
	// What is imported again is found again.
	again := append([]contest.Submission(nil), got...)
	if _, _, err := db.Import(ctx, review.CommandLine, "", "Finals", "stored", again, skipped, nil); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(got, again); diff != "" {
		t.Errorf("imported again (-stored +got):\n%s", diff)
	}
	if _, _, err := db.StoredSubmissions(ctx, id+1000); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("a contest that is not there: %v", err)
	}
}

// inOrder sorts submissions as others, by ID.
func inOrder(list []contest.Submission, as ...contest.Submission) []contest.Submission {
	var sorted []contest.Submission
	for _, want := range as {
		for _, s := range list {
			if s.ID == want.ID {
				sorted = append(sorted, s)
			}
		}
	}
	return sorted
}
