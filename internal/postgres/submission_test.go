package postgres

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
	"github.com/ojcheck/ojcheck/internal/review"
)

// Submissions returns the current submissions of a contest that pass a filter.
func TestSubmissions(t *testing.T) {
	t.Parallel()
	db := open(t)
	submissionOf := func(participant, problem, path string, verdict contest.Verdict) contest.Submission {
		return contest.Submission{Problem: problem, Participant: participant, Kind: contest.Virtual, Path: path, Language: "cpp", Attempt: 1, Verdict: verdict,
			SystemID: "s" + path, LanguageVersion: "GNU C++17", Files: []contest.File{{Path: path, Content: []byte(path + string(verdict))}}}
	}
	first := []contest.Submission{
		submissionOf("ann", "A", "1", "WA"), submissionOf("ben", "A", "2", "AC"), submissionOf("ben", "B", "3", "AC"),
	}
	id := importContest(t, db, "finals", first)
	importContest(t, db, "other", []contest.Submission{submissionOf("ann", "A", "1", "AC")})
	rejudged := []contest.Submission{submissionOf("ann", "A", "1", "AC")}
	importContest(t, db, "finals", rejudged)
	var ben int
	all, err := db.Submissions(t.Context(), id, contest.SubmissionFilter{}, 0, 10)
	must(t, err)
	for _, row := range all {
		if row.Participant == "ben" {
			ben = row.Number
		}
		if row.ContestID != id || row.Kind != contest.Virtual || row.SystemID != "s"+row.Path ||
			row.LanguageVersion != "GNU C++17" || !row.Hidden {
			t.Errorf("a field of the submission is wrong: %+v", row)
		}
	}
	for _, test := range []struct {
		name   string
		filter contest.SubmissionFilter
		after  int64
		limit  int
		want   []int64
	}{
		{"all", contest.SubmissionFilter{}, 0, 10, []int64{first[1].ID, first[2].ID, rejudged[0].ID}},
		{"all without a limit", contest.SubmissionFilter{}, 0, 0, []int64{first[1].ID, first[2].ID, rejudged[0].ID}},
		{"a page of one", contest.SubmissionFilter{}, first[1].ID, 1, []int64{first[2].ID}},
		{"of a problem", contest.SubmissionFilter{Problem: "A"}, 0, 10, []int64{first[1].ID, rejudged[0].ID}},
		{"of a participant", contest.SubmissionFilter{Number: ben}, 0, 10, []int64{first[1].ID, first[2].ID}},
		{"of a participant at a problem", contest.SubmissionFilter{Number: ben, Problem: "B"}, 0, 10, []int64{first[2].ID}},
		{"a replaced submission by ID", contest.SubmissionFilter{ID: first[0].ID}, 0, 10, []int64{first[0].ID}},
		{"of an unknown problem", contest.SubmissionFilter{Problem: "C"}, 0, 10, nil},
	} {
		list, err := db.Submissions(t.Context(), id, test.filter, test.after, test.limit)
		must(t, err)
		var got []int64
		for _, row := range list {
			got = append(got, row.SubmissionID)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// RelatedSubmissions returns the given versions of submissions, which were compared, and the
// newest versions of all other attempts.
func TestRelatedSubmissions(t *testing.T) {
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
	importContest(t, db, "finals", submissions)
	importContest(t, db, "other", []contest.Submission{attempt("ann", "A", "A/ann/9", 9, "AC", 1)})
	// A later import has other verdicts.
	rejudged := []contest.Submission{attempt("ann", "A", "A/ann/1", 1, "TLE", 10), attempt("ann", "A", "A/ann/2", 2, "WA", 30)}
	importContest(t, db, "finals", rejudged)
	got, err := db.RelatedSubmissions(t.Context(), []int64{submissions[1].ID, submissions[3].ID})
	must(t, err)
	type row struct {
		Participant, Path string
		Verdict           contest.Verdict
		Time              time.Time
	}
	var rows []row
	for _, s := range got {
		if s.ParticipantID == 0 || s.Number == 0 || !s.Hidden || s.Problem != "A" {
			t.Errorf("a field of the submission is wrong: %+v", s)
		}
		rows = append(rows, row{s.Participant, s.Path, s.Verdict, s.Time.UTC()})
	}
	want := []row{
		{"ann", "A/ann/1", "TLE", at.Add(10 * time.Minute)},
		{"ben", "A/ben/1", "CE", at.Add(20 * time.Minute)},
		{"ann", "A/ann/2", "AC", at.Add(30 * time.Minute)}, // asked for by its ID, so with the old verdict
		{"ben", "A/ben/2", "AC", time.Time{}},
	}
	wantEqual(t, "related submissions", want, rows)
	if got, err := db.RelatedSubmissions(t.Context(), []int64{unknownID}); err != nil || len(got) != 0 {
		t.Errorf("of an unknown submission: got %v, %v, want none", got, err)
	}
}

// Attempts returns all attempts of the participants of a pair at its problem, and says which
// attempts the check compared.
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
		submission("B", "ann", 1, "int other;"), // another problem
		submission("A", "cat", 1, "int cat;"),   // another participant
	}
	contestID := importContest(t, db, "c", submissions)
	importContest(t, db, "d", []contest.Submission{submission("A", "ann", 3, "int elsewhere;")})
	run := beginCheck(t, db, contestID, []contest.Submission{submissions[0], submissions[2]})
	complete(t, run)
	sides := []int64{submissions[0].ID, submissions[2].ID}
	describeAttempts := func() (list []string) {
		attempts, err := db.Attempts(ctx, run.ID(), sides)
		must(t, err)
		for _, a := range attempts {
			text := a.Participant + " " + a.Problem + " " + string(a.Verdict)
			if a.Compared {
				text += " checked"
			}
			list = append(list, text)
		}
		// The order of the two participants depends on their random numbers.
		slices.SortStableFunc(list, func(a, b string) int { return strings.Compare(a[:3], b[:3]) })
		return list
	}
	want := []string{"ann A CE", "ann A AC checked", "ben A WA checked"}
	wantEqual(t, "attempts", want, describeAttempts())

	// Both attempts of ann are imported again with other verdicts. The attempt that the check
	// compared has the old verdict, the other attempt the new one.
	rejudged := []contest.Submission{submissions[0], submissions[1]}
	for i := range rejudged {
		rejudged[i].ID, rejudged[i].Verdict = 0, "TLE"
	}
	importContest(t, db, "c", rejudged)
	want[0] = "ann A TLE"
	wantEqual(t, "attempts imported twice", want, describeAttempts())
	if attempts, err := db.Attempts(ctx, run.ID(), nil); err != nil || len(attempts) != 0 {
		t.Errorf("attempts of no submissions: got %v, %v, want none", attempts, err)
	}
}

// SuccessiveAttempts pairs each compared attempt with the one before it. TimedSubmissions leaves out
// submissions without a time and of participants who are not official.
func TestTimesOfAttempts(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	at := func(s contest.Submission, minute int, verdict contest.Verdict) contest.Submission {
		s.Time, s.Verdict = time.Date(2026, 1, 1, 10, minute, 0, 0, time.UTC), verdict
		return s
	}
	guest := at(submission("A", "gus", 1, "int guest;"), 5, "AC")
	guest.Kind = contest.Virtual
	submissions := []contest.Submission{
		at(submission("A", "ann", 1, "int one;"), 10, "WA"), at(submission("A", "ann", 2, "int two;"), 20, "AC"),
		at(submission("A", "ann", 3, "int three;"), 30, "AC"), // not compared
		at(submission("B", "ann", 1, "int other;"), 25, "WA"), // another problem
		at(submission("A", "ben", 1, "int ben;"), 15, "WA"), at(submission("A", "ben", 2, "int ben2;"), 25, "WA"),
		submission("A", "cat", 1, "int cat;"), guest,
	}
	submissions[6].Time = time.Time{}
	contestID := importContest(t, db, "c", submissions)
	compared := slices.Delete(slices.Clone(submissions), 2, 3)
	run := beginCheck(t, db, contestID, compared)
	complete(t, run)
	followed, err := db.SuccessiveAttempts(ctx, run.ID(), 10)
	must(t, err)
	var got []string
	for _, f := range followed {
		got = append(got, fmt.Sprintf("%s %s: %d after %d", f[1].Participant, f[1].Problem, f[1].Attempt, f[0].Attempt))
	}
	slices.Sort(got)
	wantEqual(t, "attempts that follow another", []string{"ann A: 2 after 1", "ben A: 2 after 1"}, got)
	if followed, err = db.SuccessiveAttempts(ctx, run.ID(), 1); err != nil || len(followed) != 1 {
		t.Errorf("a sample of one: %d, %v", len(followed), err)
	}

	read, err := db.ComparedAttempts(ctx, run.ID(), "A", []string{"c", "cpp"})
	must(t, err)
	got = nil
	for _, s := range read {
		got = append(got, fmt.Sprintf("%s %s: %d", s.Participant, s.Problem, s.Attempt))
	}
	slices.Sort(got)
	wantEqual(t, "compared attempts", []string{"ann A: 1", "ann A: 2", "ben A: 1", "ben A: 2", "cat A: 1", "gus A: 1"}, got)
	if read, err = db.ComparedAttempts(ctx, run.ID(), "", nil); err != nil || len(read) != 7 {
		t.Errorf("in all languages: %d attempts, %v, want 7", len(read), err)
	}
	for language, want := range map[string]int{"cpp": 7, "java": 0} {
		if read, err = db.ComparedAttempts(ctx, run.ID(), "", []string{language}); err != nil || len(read) != want {
			t.Errorf("for all problems in %s: %d attempts, %v, want %d", language, len(read), err, want)
		}
	}

	timed, err := db.TimedSubmissions(ctx, contestID, 100)
	must(t, err)
	got = nil
	for _, s := range timed {
		got = append(got, fmt.Sprintf("%s at %s, accepted: %v", s.Problem, s.At.UTC().Format("15:04"), s.Accepted))
	}
	slices.Sort(got)
	want := []string{
		"A at 10:10, accepted: false", "A at 10:15, accepted: false", "A at 10:20, accepted: true", "A at 10:25, accepted: false",
		"A at 10:30, accepted: true", "B at 10:25, accepted: false",
	}
	wantEqual(t, "times", want, got)
}

// If a time of a participant's attempts for a problem is unknown, their numbers order them.
func TestOrderOfAttempts(t *testing.T) {
	t.Parallel()
	db := open(t)
	at := func(participant string, attempt, minute int) contest.Submission {
		s := submission("A", participant, attempt, fmt.Sprintf("int %s%d;", participant, attempt))
		if s.Time = (time.Time{}); minute > 0 {
			s.Time = time.Date(2026, 1, 1, 10, minute, 0, 0, time.UTC)
		}
		return s
	}
	submissions := []contest.Submission{
		at("ann", 2, 20), at("ann", 1, 0), at("ben", 3, 0), at("ben", 2, 20), at("ben", 1, 10), at("cat", 1, 30), at("cat", 2, 20),
	}
	contestID := importContest(t, db, "c", submissions)
	run := beginCheck(t, db, contestID, submissions)
	complete(t, run)
	attempts, err := db.Attempts(t.Context(), run.ID(), []int64{submissions[0].ID, submissions[2].ID, submissions[5].ID})
	must(t, err)
	order := make(map[string]string)
	for _, a := range attempts {
		order[a.Participant] += fmt.Sprint(a.Attempt)
	}
	wantEqual(t, "attempts", map[string]string{"ann": "12", "ben": "123", "cat": "21"}, order)
	followed, err := db.SuccessiveAttempts(t.Context(), run.ID(), 10)
	must(t, err)
	var got []string
	for _, f := range followed {
		got = append(got, fmt.Sprintf("%s: %d after %d", f[1].Participant, f[1].Attempt, f[0].Attempt))
	}
	slices.Sort(got)
	wantEqual(t, "attempts that follow another", []string{"ann: 2 after 1", "ben: 2 after 1", "ben: 3 after 2", "cat: 1 after 2"}, got)
}

// Sides describes submissions of the archive, without unknown ones.
func TestSides(t *testing.T) {
	t.Parallel()
	db := open(t)
	contestID, submissions := newContest(t, db, "finals", 3)
	s := submissions[1]
	want := map[int64]contest.Side{s.ID: {ContestID: contestID, Contest: "finals", SubmissionID: s.ID, Participant: s.Participant, Problem: s.Problem, Path: s.Path,
		Language: s.Language, Verdict: s.Verdict, Attempt: s.Attempt, Time: s.Time,
	}}
	got, err := db.Sides(t.Context(), []int64{unknownID, s.ID})
	must(t, err)
	wantEqual(t, "sides", want, got, cmpopts.IgnoreFields(contest.Side{}, "ParticipantID", "Number", "Hidden"))
}

// ParticipantCounts counts the participants of a submission's problem, and leaves out unknown submissions.
func TestParticipantCounts(t *testing.T) {
	t.Parallel()
	db := open(t)
	submissions := contestOf(3)
	again := submissions[0]
	again.Path = "again-" + again.Path
	submissions = append(submissions, again)
	importContest(t, db, "finals", submissions)
	importContest(t, db, "others", contestOf(5))
	got, err := db.ParticipantCounts(t.Context(), []int64{submissions[0].ID, submissions[1].ID, unknownID})
	must(t, err)
	wantEqual(t, "participants of the problems", map[int64]int{submissions[0].ID: 2, submissions[1].ID: 1}, got)
}

// StoredSubmissions returns the newest version of each submission, and the items that no
// import stored.
func TestStoredSubmissions(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	first := []contest.Submission{submission("A", "ann", 1, "x"), submission("A", "bob", 1, "y"), submission("B", "ann", 1, "z")}
	first[1].Kind, first[1].Verdict, first[1].Time = contest.Staff, contest.VerdictCompileError, time.Time{}
	id, _, err := db.Import(ctx, review.CommandLine, "", contest.Import{Contest: "Finals", Origin: "one.zip", Submissions: first, Skipped: []contest.SkippedItem{{Path: "A/x.exe", Reason: i18n.Verbatim("binary")}, {Path: "A/cut.cpp", Reason: i18n.Verbatim("cut off")}}})
	must(t, err)
	secondImport := []contest.Submission{submission("A", "ann", 1, "x, mended"), submission("C", "cy", 1, "v")}
	secondImport[0].Path = first[0].Path
	secondImport[1].Path = "A/cut.cpp"
	if _, _, err := db.Import(ctx, review.CommandLine, "", contest.Import{Contest: "Finals", Origin: "two.zip", Submissions: secondImport, Skipped: []contest.SkippedItem{{Path: "A/x.exe", Reason: i18n.Verbatim("still binary")}}}); err != nil {
		t.Fatal(err)
	}
	importContest(t, db, "Another", []contest.Submission{submission("A", "dan", 1, "x")})

	got, skipped, err := db.StoredSubmissions(ctx, id)
	must(t, err)
	wantEqual(t, "stored", []contest.Submission{secondImport[0], first[1], first[2], secondImport[1]}, inOrder(got, secondImport[0], first[1], first[2], secondImport[1]))
	wantEqual(t, "skipped", []contest.SkippedItem{{Path: "A/x.exe", Reason: i18n.Verbatim("still binary")}}, skipped)
	// An import of stored submissions finds them, and does not store them again.
	copies := append([]contest.Submission(nil), got...)
	if _, _, err := db.Import(ctx, review.CommandLine, "", contest.Import{Contest: "Finals", Origin: "stored", Submissions: copies, Skipped: skipped}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(got, copies); diff != "" {
		t.Errorf("imported again (-stored +got):\n%s", diff)
	}
	if _, _, err := db.StoredSubmissions(ctx, id+1000); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("an unknown contest: got error %v, want ErrNotFound", err)
	}
}

// inOrder sorts submissions like other submissions with the same IDs.
func inOrder(list []contest.Submission, like ...contest.Submission) []contest.Submission {
	var sorted []contest.Submission
	for _, want := range like {
		for _, s := range list {
			if s.ID == want.ID {
				sorted = append(sorted, s)
			}
		}
	}
	return sorted
}
