package postgres

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
)

const (
	erasedName    = "Wilhelmina Oxenbrigge"
	erasedProgram = "int homegrown() { return 1; } // written at home"
	sharedProgram = "int main() { return 0; } // copied"
)

// contestToErase stores a contest with a check, a pair and decisions. All texts that can hold a name have the name of
// one participant, whom it returns.
func contestToErase(t *testing.T, db *DB, name string) (contestID int64, submissions []contest.Submission, p contest.Participant) {
	t.Helper()
	ctx := t.Context()
	submissions = []contest.Submission{
		submission("A", erasedName, 1, erasedProgram),
		submission("B", erasedName, 1, sharedProgram),
		submission("A", "ben", 1, "int main() { return 1; }"),
		submission("B", "ben", 1, sharedProgram),
	}
	submissions[0].SystemID = "judge-4242"
	skipped := []contest.SkippedItem{{Path: "A/" + erasedName + "/x.pdf", Reason: i18n.Verbatim(erasedName + " submitted no program")}}
	contestID, _, err := db.Import(ctx, review.CommandLine, "", contest.Import{Contest: name, Origin: erasedName + ".zip", Submissions: submissions, Skipped: skipped})
	must(t, err)
	must(t, db.SaveAbout(ctx, contestID, contest.About{Participants: []contest.Participant{
		{Name: erasedName, Affiliation: "Oxen University", Site: "Oxen Hall", Address: "192.0.2.44", Seat: "seat-99"}}}))
	execute(t, db, "UPDATE participants SET former_names = '{Mina Unwedded}' WHERE contest_id = $1 AND name = $2", contestID, erasedName)
	execute(t, db, "INSERT INTO followings (name, url, system_id, active, reason) VALUES ($1, 'https://judge.example', $1, false, $2)",
		name, "A/"+erasedName+": no such file")
	people, err := db.Participants(ctx, contestID)
	must(t, err)
	p = people[0]
	if p.Name != erasedName {
		p = people[1]
	}
	by := reviewer(t, db, "reviewer of "+name)
	for _, decision := range []review.Decision{review.Dismissed, review.Confirmed} { // the second replaces the first
		note := "I asked wilhelmina OXENBRIGGE, who was still Mina Unwedded, on Monday"
		decide(t, db, by, keyOf("A", people[0], people[1]), review.Review{Decision: decision, Note: note})
	}
	execute(t, db, `
		INSERT INTO links (case_id, pair_id, participant_id, recipient, hides, hash, once, ends_at, created_by, stated_at, statement)
		SELECT id, 1, $2, '', 'nothing', sha256($1::bigint::text::bytea), false, now(), $3, now(), 'I typed it myself' FROM cases
		WHERE contest_id = $1`, contestID, p.ID, by.ID)
	run := beginCheck(t, db, contestID, submissions, contest.File{Path: "wilhelmina_oxenbrigge.h", Content: []byte("int helper();")})
	saveJobs(t, db,
		job("preview of "+name, `{"State": "done", "Held": false, "Preview": {"Problems": [{"First": [{"Participant": "`+erasedName+`"}]}]}}`),
		job("failed check of "+name, `{"State": "failed", "Held": true, "Failed": {"Message": "A/wilhelmina_\u006fxenbrigge.cpp is empty"}}`),
		job("check of "+name, `{"State": "failed", "Held": true, "Upload": {"Contest": "another"}}`))
	err = errors.Join(
		db.SaveIndex(ctx, contestID, 1, []contest.IndexEntry{
			{SubmissionID: submissions[0].ID, Fingerprint: 5, HasFingerprint: true, Shingles: []uint32{5}},
			{SubmissionID: submissions[2].ID, Fingerprint: 6, HasFingerprint: true}}),
		db.SaveLexed(ctx, 1, []contest.LexedFile{{SubmissionID: submissions[0].ID, Language: "cpp", Content: []byte("tokens of it")}}),
		run.SaveTemplates(ctx, []contest.Template{{SubmissionID: submissions[0].ID, Passages: []contest.Passage{{First: 1, Tokens: 2, Problems: []string{"B"}}}}}),
		run.SavePairs(ctx, []contest.Pair{pair(1, submissions[0], submissions[2], 0.5)}),
		run.Complete(ctx, contest.Summary{
			PrivateTemplates: []contest.PrivateTemplate{{Left: erasedName, Right: "ben"}},
			Incomplete:       []i18n.Text{i18n.Verbatim("the archive of " + erasedName + " ends too early")},
		}, []contest.Histogram{histogram("A")}, skipped))
	must(t, err)
	return contestID, submissions, p
}

// everything returns all rows of all tables as text, and all sources unpacked.
func everything(t *testing.T, db *DB) string {
	t.Helper()
	var b strings.Builder
	for table, rows := range dump(t, db) {
		b.WriteString(table + "\n" + strings.Join(rows, "\n") + "\n")
	}
	sources, err := list[[]byte](t.Context(), db.pool, "SELECT content FROM sources")
	must(t, err)
	for _, s := range sources {
		content, err := db.decoder.DecodeAll(s, nil)
		must(t, err)
		b.Write(content)
	}
	return b.String()
}

// found returns the words that are anywhere in the database.
func found(t *testing.T, db *DB, words ...string) (list []string) {
	t.Helper()
	all := strings.ToLower(everything(t, db))
	for _, word := range words {
		if strings.Contains(all, strings.ToLower(word)) {
			list = append(list, word)
		}
	}
	return list
}

func TestErasePerson(t *testing.T) { eachLayout(t, testErasePerson) }

func testErasePerson(t *testing.T, db *DB) {
	ctx := context.Background()
	id, submissions, p := contestToErase(t, db, "spring")
	otherID, _, _ := contestToErase(t, db, "autumn")
	identity := submissionIdentity(t, db, submissions[0].ID)
	personal := []string{"wilhelmina", "oxenbrigge", "unwedded", "homegrown", "written at home", "Oxen University", "Oxen Hall", "192.0.2.44", "seat-99",
		"I typed it myself", "judge-4242", "746f6b656e73206f66206974" /* the lexed file, in hexadecimal */, identity}
	if diff := cmp.Diff(personal, found(t, db, personal...)); diff != "" {
		t.Fatalf("the contest does not name the participant everywhere (-want +got):\n%s", diff)
	}

	stored, err := db.PersonalData(ctx, erasedName, "")
	if err != nil || len(stored) != 2 {
		t.Fatalf("%d participants have the name, error %v; want 2, one in each contest", len(stored), err)
	}
	for _, d := range stored {
		e, err := db.ErasePerson(ctx, review.CommandLine, d.Participant)
		must(t, err)
		// The twelve texts: the origin, path and reason of two skipped items, the base code of the check and its name in the
		// check's settings, a note, the note that it replaced, their copies in the audit log, and why the contest is not
		// followed any more.
		if e != d.Erasable() || e.Submissions != 2 || e.Statements != 1 || e.Texts != 12 {
			t.Errorf("contest %d: erased %+v, want as announced (%+v): 2 programs, a statement and the name in 12 texts", d.ContestID, e, d.Erasable())
		}
	}
	if left := found(t, db, personal...); left != nil {
		t.Errorf("the database still has %q", left)
	}
	if rows := rowsOf(t, db, "jobs"); rows["jobs"] != 2 {
		t.Errorf("%d jobs are left, want the 2 that do not name the participant", rows["jobs"])
	}
	if found(t, db, "copied") == nil {
		t.Error("the file that ben submitted as well is gone")
	}

	// The jury's decisions and the counts stay.
	pairs := rowsOf(t, db, "pairs", "reviews", "submissions", "participants", "check_submissions")
	if want := map[string]int{"pairs": 2, "reviews": 2, "submissions": 8, "participants": 4, "check_submissions": 8}; !cmp.Equal(pairs, want) {
		t.Errorf("rows after the erasure: %v, want %v", pairs, want)
	}
	got, err := db.Participant(ctx, id, p.Number)
	if err != nil || !strings.HasSuffix(got.Name, "(erased)") {
		t.Errorf("the participant is called %q, error %v", got.Name, err)
	}
	if _, err := db.Files(ctx, submissions[0].ID); !errors.Is(err, contest.ErrErased) {
		t.Errorf("files of an erased submission: error %v, want ErrErased", err)
	}
	if other, err := db.Contest(ctx, otherID); err != nil || other.Submissions != 2 || other.Participants != 1 {
		t.Errorf("the contest counts %d submissions of %d participants, error %v; want ben's 2", other.Submissions, other.Participants, err)
	}
	left, _, err := db.StoredSubmissions(ctx, otherID)
	if err != nil || len(left) != 2 {
		t.Errorf("the next check gets %d submissions, error %v; want ben's 2", len(left), err)
	}
	log, _, err := db.AuditLog(ctx, id, review.LogFilter{}, 0, 1)
	if err != nil || log[0].Action != review.ActionErase || log[0].First.Number != p.Number || log[0].Details.Count != 2 {
		t.Errorf("the log ends with %+v, error %v", log, err)
	}
}

// A name in a JSON document is found after a line break or a tab, and other words there stay.
func TestErasePersonFromJSON(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	submissions := []contest.Submission{submission("A", "zyx", 1, "int x;"), submission("A", "ben", 1, "int y;")}
	id := importContest(t, db, "spring", submissions)
	people, err := db.Participants(ctx, id)
	must(t, err)
	const note, path, source = "\"as\" last year\nzyx copied", "a\tzyx.h", "the code\nzyx published"
	by := reviewer(t, db, "judge")
	for _, text := range []string{note, "again"} { // the second replaces the first
		decide(t, db, by, keyOf("A", people[0], people[1]), review.Review{Decision: review.Confirmed, Note: text})
	}
	execute(t, db, "DELETE FROM audit_notes")
	run := beginCheck(t, db, id, submissions, contest.File{Path: path, Content: []byte("int helper();")}, contest.File{Path: "b.h", Content: []byte("int b();")})
	execute(t, db, "UPDATE check_base SET path = 'a.h' WHERE ordinal = 1")
	found := pair(1, submissions[0], submissions[1], 0.5)
	found.Known = &contest.KnownCode{Number: 1, Kind: contest.Published, Name: source}
	complete(t, run, found)

	stored, err := db.PersonalData(ctx, "zyx", "")
	must(t, err)
	texts := map[string]string{}
	for _, s := range stored[0].Texts {
		texts[s.Place] = s.Text
	}
	want := map[string]string{"base code of a check": path + ", b.h", "note of a replaced review": note, "known source of a pair": source}
	wantEqual(t, "texts with the name", want, texts)
	e, err := db.ErasePerson(ctx, review.CommandLine, stored[0].Participant)
	if err != nil || e != stored[0].Erasable() || strings.Contains(everything(t, db), "zyx") {
		t.Errorf("erased %+v, error %v, still there: %t; want %+v and no name", e, err, strings.Contains(everything(t, db), "zyx"), stored[0].Erasable())
	}
	c, err := db.Check(ctx, run.ID())
	label := "Participant " + strconv.Itoa(stored[0].Number)
	if base := []string{"a\t" + label + ".h", "b.h"}; err != nil || !cmp.Equal(c.Parameters.Base, base) {
		t.Errorf("the check has the base code %q, error %v; want %q", c.Parameters.Base, err, base)
	}
	left, err := get[string](ctx, db.pool, "SELECT replaced->>'note' FROM reviews")
	if want := strings.Replace(note, "zyx", label, 1); err != nil || left != want {
		t.Errorf("the replaced note is %q, error %v; want %q", left, err, want)
	}
}

// While an erasure waits for a row that another transaction has locked, imports go on, also into a contest with a check of the
// person's program: the erasure locks the rows of its imports.
func TestErasePersonBesideImport(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	_, submissions, p := contestToErase(t, db, "spring")
	stored := []contest.Submission{submission("A", "eve", 1, "int x;")}
	run := beginCheck(t, db, importContest(t, db, "autumn", stored), stored)
	must(t, run.SaveEarlierSubmissions(ctx, "d", idsOf(submissions[:1])))
	complete(t, run)

	tx, err := db.pool.Begin(ctx)
	must(t, err)
	must(t, execOne(ctx, tx, "SELECT FROM reviews FOR UPDATE"))
	erased := make(chan error, 1)
	large := []contest.Submission{ // each is a batch
		submission("A", "eve", 2, strings.Repeat("x", batchBytes)), submission("A", "eve", 3, strings.Repeat("y", batchBytes))}
	importCtx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	_, _, err = db.Import(importCtx, review.CommandLine, "", contest.Import{Contest: "autumn", Submissions: large, Progress: func(done, total int) {
		if done == total {
			must(t, tx.Commit(ctx))
			return
		}
		go func() {
			_, err := db.ErasePerson(ctx, review.CommandLine, p)
			erased <- err
		}()
		must(t, waitForLockOf(importCtx, db, "SELECT ctid", 1))
	}})
	_ = tx.Rollback(ctx) // if the import failed
	must(t, err)
	select {
	case err := <-erased:
		must(t, err)
	case <-importCtx.Done():
		t.Error("the erasure does not end")
	}
}

func submissionIdentity(t *testing.T, db *DB, id int64) string {
	t.Helper()
	identity, err := get[[]byte](t.Context(), db.pool, "SELECT identity FROM submissions WHERE id = $1", id)
	must(t, err)
	if bytes.Equal(identity, make([]byte, len(identity))) {
		t.Fatal("the submission has no identity")
	}
	return hex.EncodeToString(identity)
}

// The days of a contest without a known end, such as a course, count from its last import.
func TestRetentionWithoutEnd(t *testing.T) {
	t.Parallel()
	db, ctx := open(t), t.Context()
	id := importContest(t, db, "course", contestOf(2))
	must(t, db.SetSettings(ctx, review.CommandLine, id, contest.Settings{Retention: &contest.Retention{Programs: 100}}))
	execute(t, db, "UPDATE contests SET created_at = now() - interval '200 days' WHERE id = $1", id)
	for days, want := range map[int]int{99: 0, 101: 1} {
		execute(t, db, "UPDATE imports SET finished_at = now() - $2 * interval '1 day' WHERE contest_id = $1", id, days)
		if list, err := db.Overdue(ctx); err != nil || len(list) != want {
			t.Errorf("%d days after the last import: overdue are %+v, error %v; want %d contests", days, list, err, want)
		}
	}
}

// Participants of two contests that were compared with each other can be erased at the same time.
func TestErasePeopleOfComparedContests(t *testing.T) {
	t.Parallel()
	db, ctx := open(t), t.Context()
	spring, earlier := newContest(t, db, "spring", 2)
	autumn, own := newContest(t, db, "autumn", 2)
	for _, others := range [][]contest.Submission{nil, earlier} {
		run := beginCheck(t, db, autumn, own)
		must(t, run.SaveEarlierSubmissions(ctx, "digest", idsOf(others)))
		must(t, run.Complete(ctx, contest.Summary{Earlier: &contest.EarlierSummary{}}, nil, nil))
	}
	erase := func(contestID int64) func() error {
		p, err := db.Participant(ctx, contestID, 1)
		must(t, err)
		return func() error {
			_, err := db.ErasePerson(ctx, review.CommandLine, p)
			return err
		}
	}
	allAtOnce(t, db, "index_entries", erase(spring), erase(autumn))
}

// A decision in another contest, where the erased name may also stand, locks what it changes in the same order as the erasure.
func TestDecideWhileErasing(t *testing.T) {
	t.Parallel()
	db := open(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	people, users := jury(t, db, 3, 1)
	spring, earlier := newContest(t, db, "spring", 1)
	run := beginCheck(t, db, people[0].ContestID, nil)
	must(t, run.SaveEarlierSubmissions(ctx, "digest", idsOf(earlier)))
	must(t, run.Complete(ctx, contest.Summary{Earlier: &contest.EarlierSummary{}}, nil, nil))
	first, second := keyOf("A", people[0], people[1]), keyOf("A", people[0], people[2])
	decide(t, db, users[0], first, reviewOf(users[0], review.Confirmed))
	decide(t, db, users[0], second, reviewOf(users[0], review.Confirmed))
	p, err := db.Participant(ctx, spring, 1)
	must(t, err)
	tx, err := db.pool.Begin(ctx)
	must(t, err)
	must(t, execOne(ctx, tx, "SELECT FROM cases WHERE second_participant = $1 FOR UPDATE", first.Second)) // so that the erasure waits there
	erased := make(chan error, 1)
	go func() {
		_, err := db.ErasePerson(ctx, review.CommandLine, p)
		erased <- err
	}()
	waitForLocks(t, db, 1)
	_, err = db.Decide(ctx, users[0], second, reviewOf(users[0], review.Dismissed))
	must(t, errors.Join(err, tx.Commit(ctx), <-erased))
}

// A check that has read the programs before their participant is erased does not begin: its result would name the participant.
func TestErasePersonBeforeCheckBegins(t *testing.T) {
	t.Parallel()
	db, ctx := open(t), t.Context()
	id, _ := newContest(t, db, "spring", 2)
	submissions, _, err := db.StoredSubmissions(ctx, id)
	must(t, err)
	p, err := db.Participant(ctx, id, 1)
	must(t, err)
	_, err = db.ErasePerson(ctx, review.CommandLine, p)
	must(t, err)
	if _, err := db.BeginCheck(ctx, review.CommandLine, contest.Check{ContestID: id}, idsOf(submissions), nil); !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("a check of an erased program begins: %v, want ErrNotFound", err)
	}
	checks, err := db.Checks(ctx, id)
	if err != nil || len(checks) > 0 {
		t.Errorf("checks: %+v, %v; want none", checks, err)
	}
}

// If a participant has the label of another participant as a name, both can be erased.
func TestErasePersonWithTakenLabel(t *testing.T) {
	t.Parallel()
	db := open(t)
	id := importContest(t, db, "spring", []contest.Submission{
		submission("A", "Participant 1 (erased)", 1, "int x;"), submission("A", "Participant 2 (erased)", 1, "int y;")})
	for number := 1; number <= 2; number++ {
		p, err := db.Participant(t.Context(), id, number)
		must(t, err)
		if _, err := db.ErasePerson(t.Context(), review.CommandLine, p); err != nil {
			t.Errorf("participant %d: %v", number, err)
		}
	}
}

func TestRetention(t *testing.T) {
	skipIfShort(t, "takes a second")
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	id, submissions, _ := contestToErase(t, db, "spring")
	contestToErase(t, db, "autumn") // stored for ever
	about := contest.Metadata{StartsAt: time.Now().AddDate(0, 0, -20), Duration: 24 * time.Hour}
	must(t, db.SaveAbout(ctx, id, contest.About{Metadata: about}))
	exceeded := func(list []contest.Overdue) contest.Retention {
		t.Helper()
		if len(list) > 1 {
			t.Fatalf("%d contests are overdue", len(list))
		}
		if len(list) == 0 {
			return contest.Retention{}
		}
		return list[0].Exceeded
	}
	overdue := func(r contest.Retention) contest.Retention {
		t.Helper()
		must(t, db.SetSettings(ctx, review.CommandLine, id, contest.Settings{Retention: new(r)}))
		list, err := db.Overdue(ctx)
		must(t, err)
		return exceeded(list)
	}
	// The contest ended 19 days ago.
	for _, tt := range []struct{ days, want contest.Retention }{
		{contest.Retention{}, contest.Retention{}},
		{contest.Retention{Places: 20, Programs: 20, All: 20}, contest.Retention{}},
		{contest.Retention{Places: 18, Programs: 20}, contest.Retention{Places: 18}},
		{contest.Retention{Places: 20, Programs: 18, All: 30}, contest.Retention{Programs: 18}},
		{contest.Retention{All: 19}, contest.Retention{All: 19}},
	} {
		if got := overdue(tt.days); got != tt.want {
			t.Errorf("with %+v, due is %+v; want %+v", tt.days, got, tt.want)
		}
	}
	overdue(contest.Retention{Places: 5, Programs: 10, All: 30})
	places, both := contest.Retention{Places: 5}, contest.Retention{Places: 5, Programs: 10}
	for i, look := range []struct {
		daysAgo         float64
		wasFound, found contest.Retention
	}{
		{15, contest.Retention{}, contest.Retention{}},
		{13, contest.Retention{}, places},
		{12.5, contest.Retention{}, contest.Retention{}},
		{12, places, places},
		{5, places, both},                              // a clock that is ahead
		{15, contest.Retention{}, contest.Retention{}}, // it is right again
		{5, contest.Retention{}, both},
		{4, both, both},
		{6, contest.Retention{}, both}, // a time in the future was stored
		{-1000, both, both},            // the clock of this machine is ahead, but not that of the database
	} {
		now := time.Now().Add(-time.Duration(look.daysAgo * 24 * float64(time.Hour)))
		wasFound, err := db.OverdueForADay(ctx, now)
		found, err2 := db.FindOverdue(ctx, now)
		if got := exceeded(wasFound); got != look.wasFound || err != nil {
			t.Errorf("look %d: for a day, overdue is %+v, error %v; want %+v", i, got, err, look.wasFound)
		}
		if got := exceeded(found); got != look.found || err2 != nil {
			t.Errorf("look %d: it finds %+v, error %v; want %+v", i, got, err2, look.found)
		}
	}
	// With another retention or end, the contest is not overdue for a day.
	for _, change := range []struct {
		name   string
		change func() error
		want   contest.Retention
	}{
		{"the same retention and end", func() error {
			return errors.Join(db.SetSettings(ctx, review.CommandLine, id, contest.Settings{Retention: &contest.Retention{Places: 5, Programs: 10, All: 30}}),
				db.SaveAbout(ctx, id, contest.About{Metadata: contest.Metadata{StartsAt: about.StartsAt}}))
		}, both},
		{"another retention", func() error {
			return db.SetSettings(ctx, review.CommandLine, id, contest.Settings{Retention: &contest.Retention{Places: 5, Programs: 10, All: 12}})
		}, contest.Retention{}},
		{"another start", func() error {
			return db.SaveAbout(ctx, id, contest.About{Metadata: contest.Metadata{StartsAt: about.StartsAt.AddDate(0, 0, -30)}})
		}, contest.Retention{}},
		{"another duration", func() error {
			return db.SaveAbout(ctx, id, contest.About{Metadata: contest.Metadata{Duration: time.Hour}})
		}, contest.Retention{}},
	} {
		now := time.Now()
		_, err := db.FindOverdue(ctx, now.AddDate(0, 0, -5))
		got, err2 := db.OverdueForADay(ctx, now.AddDate(0, 0, -4))
		if len(got) == 0 {
			t.Errorf("before %s, nothing is overdue for a day", change.name)
		}
		err3 := change.change()
		got, err4 := db.OverdueForADay(ctx, now.AddDate(0, 0, -4))
		if err := errors.Join(err, err2, err3, err4); exceeded(got) != change.want || err != nil {
			t.Errorf("after %s, for a day, overdue is %+v, error %v; want %+v", change.name, exceeded(got), err, change.want)
		}
	}
	if n, err := db.ErasePlaces(ctx, review.CommandLine, id); err != nil || n != 1 {
		t.Errorf("erased the places of %d participants, error %v; want 1", n, err)
	}
	if n, err := db.ErasePrograms(ctx, review.CommandLine, id); err != nil || n != 4 {
		t.Errorf("erased %d programs, error %v; want 4", n, err)
	}
	if c, err := db.Contest(ctx, id); err != nil || c.Submissions != 0 {
		t.Errorf("after the erasure, the contest counts %d submissions, error %v; want 0", c.Submissions, err)
	}
	if got := overdue(contest.Retention{Places: 1, Programs: 1}); got != (contest.Retention{}) {
		t.Errorf("after the erasure, due is %+v; want nothing", got)
	}
	if _, err := db.Files(ctx, submissions[0].ID); !errors.Is(err, contest.ErrErased) {
		t.Errorf("files of an erased submission: error %v, want ErrErased", err)
	}
	if found(t, db, "homegrown") == nil {
		t.Error("the programs of the other contest are gone, too")
	}
	if people, err := db.PersonalData(ctx, erasedName, "spring"); err != nil || len(people) != 1 || people[0].Address != "" || people[0].Site == "" {
		t.Errorf("after the erasure of places the participant is %+v, error %v", people, err)
	}
}
