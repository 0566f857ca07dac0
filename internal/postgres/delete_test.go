package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// dump returns all rows of all tables, as text.
func dump(t *testing.T, db *DB) map[string][]string {
	t.Helper()
	ctx := context.Background()
	tables, err := list[string](ctx, db.pool, `
		SELECT relname::text FROM pg_class
		WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`)
	must(t, err)
	all := make(map[string][]string)
	for _, table := range tables {
		all[table], err = list[string](ctx, db.pool, "SELECT t::text FROM "+pgx.Identifier{table}.Sanitize()+" t ORDER BY 1")
		must(t, err)
	}
	return all
}

// fullContest makes a contest with rows in every table. All contests of fullContest share a
// submission's file and a file of base code.
func fullContest(t *testing.T, db *DB, name string) (contestID int64, submissions []contest.Submission) {
	t.Helper()
	ctx := context.Background()
	submissions = []contest.Submission{
		submission("A", "ann", 1, "int main() { return 0; }"),
		submission("A", "ben", 1, "int main() { return 1; } // of "+name),
		submission("B", "ben", 1, "int main() { return 2; } // of "+name),
	}
	skipped := []contest.SkippedItem{{Path: "x.pdf", Reason: i18n.Verbatim("not a program")}}
	contestID, _, err := db.Import(ctx, review.CommandLine, "", contest.Import{Contest: name, Origin: name + ".zip", Submissions: submissions, Skipped: skipped})
	must(t, err)
	job := job("check "+name, `{"State": "done", "Held": false, "Upload": {"Contest": "`+name+`", "Layout": "\u0000"}}`)
	saveJobs(t, db, job, contest.Job{ID: "preview " + name, Content: json.RawMessage(`{"State": "done", "Held": false, "Next": "` + job.ID + `"}`)})
	run, err := db.BeginCheck(ctx, review.CommandLine, contest.Check{ContestID: contestID, Digest: name, Job: job.ID}, idsOf(submissions), []contest.File{
		{Path: "base.cpp", Content: []byte("void read();")},
		{Path: "own.cpp", Content: []byte("void write(); // of " + name)},
	})
	must(t, err)
	defer run.Close()
	member, err := db.SignInByLink(ctx)
	must(t, err)
	participants, err := db.Participants(ctx, contestID)
	must(t, err)
	by := reviewer(t, db, "reviewer of "+name)
	_, err = db.Decide(ctx, by, keyOf("A", participants[0], participants[1]), review.Review{Decision: review.Confirmed, Note: "of " + name, Ruling: true})
	token, hash := account.NewLinkToken()
	_, linkErr := db.AddLink(ctx, by, review.Link{Key: keyOf("A", participants[0], participants[1]), PairID: 1,
		ParticipantID: participants[0].ID, Hides: review.HidesNames, EndsAt: time.Now().Add(time.Hour)}, hash)
	if _, err := db.AddStatement(ctx, hash, "I am "+name+" "+token); err != nil {
		t.Fatal(err)
	}
	err = errors.Join(err, linkErr,
		db.SetOutcome(ctx, by, contestID, "warning", participants[0].Number),
		db.SetMember(ctx, review.CommandLine, contestID, member.ID, account.Viewer),
		db.SaveIndex(ctx, contestID, 1, []contest.IndexEntry{{SubmissionID: submissions[0].ID, Fingerprint: 5, HasFingerprint: true, Shingles: []uint32{5}}}),
		db.SaveLexed(ctx, 1, []contest.LexedFile{
			{SubmissionID: submissions[0].ID, Language: "cpp", Content: []byte("shared")},
			{SubmissionID: submissions[1].ID, Language: "cpp", Content: []byte("of " + name)}}),
		run.SaveTemplates(ctx, []contest.Template{{SubmissionID: submissions[1].ID,
			Passages: []contest.Passage{{First: 1, Tokens: 2, Problems: []string{"B"}}}}}),
		run.SaveFrequencies(ctx, []contest.Frequencies{{Problem: "A", Language: "c++", Content: []byte{0}}}),
		run.SavePairs(ctx, []contest.Pair{pair(1, submissions[0], submissions[1], 0.5)}),
		run.SaveClusters(ctx, []contest.Cluster{{Number: 1, Size: 2, Pairs: 1, WeakestPair: 1, Bridges: []int{}, Members: []contest.ClusterMember{
			{Pairs: 1, Earliest: contest.Side{SubmissionID: submissions[0].ID}, Similar: contest.Side{SubmissionID: submissions[0].ID}}}}}),
		addSource(db, contestID, "A", "int answer; // of "+name),
		run.SaveSources(ctx, []contest.CheckSource{{Number: 1, KnownSource: knownSource(contestID, "A", "int used; // of "+name)}}),
		run.SaveNear(ctx, []contest.NearProgram{{SubmissionID: submissions[1].ID, Number: 1, Suspicion: 0.5}}),
		run.Complete(ctx, contest.Summary{}, []contest.Histogram{histogram("A")}, skipped),
		db.SaveWatch(ctx, contest.Watch{ContestID: contestID, State: contest.WatchEnded, CheckID: run.ID()}),
		db.AddFollowing(ctx, by, contest.Following{Name: name, URL: "https://judge.example/api/", SystemID: name}, 0),
		db.SetFollowing(ctx, by, name, false))
	must(t, err)
	late, err := db.CloseAlerts(ctx, contestID, run.ID(), time.Now())
	must(t, err)
	for _, a := range late {
		must(t, db.SaveDelivery(ctx, a.ID, ""))
	}
	return contestID, submissions
}

// lastingTables lists the tables with rows that stay when a contest is deleted.
var lastingTables = map[string]bool{"goose_db_version": true, "sessions": true, "users": true, "identities": true, "tokens": true, "audit_log": true}

// dumpContests is dump without lastingTables.
func dumpContests(t *testing.T, db *DB) map[string][]string {
	t.Helper()
	all := dump(t, db)
	maps.DeleteFunc(all, func(table string, _ []string) bool { return lastingTables[table] })
	return all
}

// DeleteContest removes all rows of a contest, and no others.
func TestDeleteContest(t *testing.T) { eachLayout(t, testDeleteContest) }

func testDeleteContest(t *testing.T, db *DB) {
	ctx := context.Background()
	fullContest(t, db, "remaining")
	before := dumpContests(t, db)
	id, submissions := fullContest(t, db, "deleted")
	importContest(t, db, "deleted", append(submissions[:1:1], submission("C", "cat", 1, "int later;"))) // a second import
	must(t, beginCheck(t, db, id, submissions[:1]).Fail(ctx, i18n.Verbatim("broken on purpose")))
	for table, rows := range dump(t, db) {
		if len(rows) <= len(before[table]) && !lastingTables[table] {
			t.Errorf("the contest has no rows in %s: fullContest must add some", table)
		}
	}

	want := contest.StoredCounts{ID: id, Name: "deleted", Participants: 3, Submissions: 4, Checks: 2, Pairs: 1, Decisions: 1}
	if got, err := db.Contents(ctx, "deleted"); err != nil || got != want {
		t.Errorf("contents are %+v, %v; want %+v", got, err, want)
	}
	must(t, db.DeleteContest(ctx, review.CommandLine, id))
	if diff := cmp.Diff(before, dumpContests(t, db)); diff != "" {
		t.Errorf("rows before the contest was made and after it was deleted (-before +after):\n%s", diff)
	}
	for name, err := range map[string]error{
		"deletion of a deleted contest":         db.DeleteContest(ctx, review.CommandLine, id),
		"contents of a deleted contest":         func() error { _, err := db.Contents(ctx, "deleted"); return err }(),
		"contents for a name that is not UTF-8": func() error { _, err := db.Contents(ctx, "\xff"); return err }(),
	} {
		if !errors.Is(err, contest.ErrNotFound) {
			t.Errorf("%s: got error %v, want ErrNotFound", name, err)
		}
	}
	if _, err := db.Contents(ctx, "\xff"); err == nil || err.Error() != `contest "\xff": not found` {
		t.Errorf("contents for a name that is not UTF-8: the error is %v, want the name once", err)
	}
	fullContest(t, db, "deleted") // the name is free again
}

// A decision of another contest stays when a contest is deleted, and so does the participant whom it names, without
// programs. Everything else goes at once, and the participant when the decision is gone.
func TestDeleteContestKeepsDecisions(t *testing.T) { eachLayout(t, testDeleteContestKeepsDecisions) }

func testDeleteContestKeepsDecisions(t *testing.T, db *DB) {
	ctx := t.Context()
	id, submissions := fullContest(t, db, "old")
	execute(t, db, "UPDATE participants SET seat = 'seat of ' || name")
	newer, _ := checkAgainst(t, db, "newer", submissions[0], submissions[1])
	stored, _ := pairsOf(t, db, newer, contest.PairFilter{})
	keys := make(map[string]review.Key) // of the pairs with earlier participants
	for _, p := range stored[1:] {
		keys[p.Right.Participant] = review.KeyOf(p.Left.ContestID, p)
	}
	jury := reviewer(t, db, "jury of newer")
	decided := review.Review{Decision: review.Confirmed, Note: "of ben", Ruling: true}
	decide(t, db, jury, keys["ben"], decided)
	decide(t, db, jury, keys["ann"], decided)
	_, err := db.Withdraw(ctx, jury, keys["ann"])
	must(t, err)
	wantCase, err := db.Case(ctx, keys["ben"])
	must(t, err)
	if got, err := db.Contents(ctx, "old"); err != nil || got.Remaining != 1 || got.CrossContestPairs != 1 {
		t.Errorf("contents are %+v, %v; want 1 remaining participant, and 1 pair of another contest", got, err)
	}

	isOverdue := func() bool {
		t.Helper()
		// A deleted contest does not wait.
		execute(t, db, "UPDATE contests SET created_at = CASE WHEN deleted THEN now() ELSE now() - interval '1 year' END WHERE id = $1", id)
		execute(t, db, "UPDATE imports SET finished_at = now() - interval '1 year' WHERE contest_id = $1", id)
		overdue, err := db.Overdue(ctx)
		must(t, err)
		if len(overdue) == 0 {
			return false
		}
		if contents, err := db.Contents(ctx, overdue[0].Name); err != nil || overdue[0].Remaining != contents.Remaining {
			t.Errorf("overdue is %+v; the contents are %+v, %v", overdue[0], contents, err)
		}
		return true
	}
	must(t, db.SetSettings(ctx, review.CommandLine, id, contest.Settings{Retention: &contest.Retention{All: 100}}))
	for range 2 { // the second deletion finds nothing to delete
		if got := isOverdue(); got != (rowsOf(t, db, "checks")["checks"] == 2) {
			t.Errorf("the contest is overdue: %t", got)
		}
		must(t, db.DeleteContest(ctx, review.CommandLine, id))
		gotCase, err := db.Case(ctx, keys["ben"])
		must(t, err)
		if diff := cmp.Diff(wantCase, gotCase); diff != "" {
			t.Errorf("the case with the earlier participant (-before +after the deletion):\n%s", diff)
		}
		got, _ := pairsOf(t, db, newer, contest.PairFilter{})
		if len(got) != 2 || got[1].Right.Participant != "ben" || got[1].Right.Contest != "old (deleted)" {
			t.Errorf("pairs of the newer contest: %+v; want its own, and that with ben of the deleted contest", got)
		}
		if _, err := db.Files(ctx, submissions[1].ID); !errors.Is(err, contest.ErrErased) {
			t.Errorf("files of the remaining participant: error %v, want ErrErased", err)
		}
		rows := rowsOf(t, db, "participants", "submissions", "problems", "checks", "cases", "outcomes", "links", "known_sources", "import_skipped", "audit_notes")
		want := map[string]int{"participants": 1 + 2, "submissions": 2 + 2, "problems": 2 + 2, "checks": 1, "cases": 1, "outcomes": 0, "links": 0,
			"known_sources": 0, "import_skipped": 0, "audit_notes": 1}
		wantEqual(t, "rows of both contests", want, rows)
		if left := found(t, db, "ann", "seat of", "own.cpp", "old.zip", "// of old", "I am old"); left != nil {
			t.Errorf("the database still has %q", left)
		}
	}
	log, _, err := db.AuditLog(ctx, id, review.LogFilter{}, 0, 1)
	if err != nil || log[0].Action != review.ActionDelete || log[0].Details.Count != 1 {
		t.Errorf("the log ends with %+v, error %v; want a deletion with 1 remaining participant", log, err)
	}

	deleted, err := db.Contest(ctx, id)
	if err != nil || !deleted.Deleted {
		t.Errorf("the contest is %+v, %v; want a deleted one", deleted, err)
	}
	if _, _, err := db.Import(ctx, review.CommandLine, "", contest.Import{Contest: deleted.Name, Submissions: contestOf(1)}); err == nil {
		t.Error("an import into the deleted contest succeeds")
	}

	// The name is free, and what remained goes with the decision.
	again := importContest(t, db, "old", contestOf(1))
	if again == id {
		t.Error("an import with the old name went into the deleted contest")
	}
	must(t, db.DeleteContest(ctx, review.CommandLine, again))
	must(t, db.DeleteContest(ctx, review.CommandLine, wantCase.ContestID))
	if !isOverdue() {
		t.Error("without a decision, what remained of the contest is not overdue")
	}
	must(t, db.DeleteContest(ctx, review.CommandLine, id))
	for table, rows := range dumpContests(t, db) {
		if len(rows) > 0 {
			t.Errorf("%s still has %q", table, rows)
		}
	}
}

// Two contests with decisions about each other's participants do not keep each other.
func TestDeleteContestsThatNameEachOther(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	jury := reviewer(t, db, "jury")
	var ids []int64
	var people []contest.Participant
	for _, name := range []string{"spring", "autumn"} {
		ids = append(ids, importContest(t, db, name, contestOf(1)))
		list, err := db.Participants(ctx, ids[len(ids)-1])
		must(t, err)
		people = append(people, list...)
	}
	decide(t, db, jury, keyOf("A", people[0], people[1]), review.Review{Decision: review.Confirmed})
	decide(t, db, jury, keyOf("A", people[1], people[0]), review.Review{Decision: review.Confirmed})
	for _, id := range []int64{ids[0], ids[1], ids[0]} {
		must(t, db.DeleteContest(ctx, review.CommandLine, id))
	}
	if n := rowsOf(t, db, "contests", "participants"); n["contests"]+n["participants"] > 0 {
		t.Errorf("rows are left: %v", n)
	}
}

// Two contests that were compared with each other can be deleted at the same time.
func TestDeleteContestsComparedWithEachOther(t *testing.T) {
	t.Parallel()
	db, ctx := open(t), t.Context()
	spring, own := newContest(t, db, "spring", 2)
	autumn, later := newContest(t, db, "autumn", 2)
	for id, submissions := range map[int64][2][]contest.Submission{spring: {own, later}, autumn: {later, own}} {
		run := beginCheck(t, db, id, submissions[0])
		must(t, run.SaveEarlierSubmissions(ctx, "digest", idsOf(submissions[1])))
		must(t, run.Complete(ctx, contest.Summary{Earlier: &contest.EarlierSummary{}}, nil, nil))
	}
	allAtOnce(t, db, "index_entries",
		func() error { return db.DeleteContest(ctx, review.CommandLine, spring) },
		func() error { return db.DeleteContest(ctx, review.CommandLine, autumn) })
}

// A contest cannot be deleted while an import or a check uses it.
func TestDeleteContestRefuses(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	tests := []struct {
		name string
		want string
		// occupy begins work on the contest, calls try, which attempts to delete the contest, and
		// ends the work.
		occupy func(t *testing.T, db *DB, id int64, submissions []contest.Submission, try func())
	}{
		{"import", "an import into this contest is running", func(t *testing.T, db *DB, _ int64, _ []contest.Submission, try func()) {
			_, _, err := db.Import(ctx, review.CommandLine, "", contest.Import{Contest: "c", Submissions: contestOf(1), Progress: func(int, int) { try() }})
			if err != nil {
				t.Error(err)
			}
		}},
		{"check", "of this contest is running", func(t *testing.T, db *DB, id int64, submissions []contest.Submission, try func()) {
			beginCheck(t, db, id, submissions)
			try()
		}},
		{"check of another contest", `of contest "other" is comparing with this contest`, func(t *testing.T, db *DB, _ int64, submissions []contest.Submission, try func()) {
			theirs := contestOf(1)
			run := beginCheck(t, db, importContest(t, db, "other", theirs), theirs)
			if err := run.SaveEarlierSubmissions(ctx, "", idsOf(submissions[:1])); err != nil {
				t.Error(err)
			}
			try()
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			db := open(t)
			id, submissions := fullContest(t, db, "c")
			hasTried := false
			tt.occupy(t, db, id, submissions, func() {
				hasTried = true
				before := dumpContests(t, db)
				err := db.DeleteContest(ctx, review.CommandLine, id)
				if !errors.Is(err, contest.ErrInUse) || !strings.Contains(err.Error(), tt.want) {
					t.Errorf("got error %v, want one with %q", err, tt.want)
				}
				if diff := cmp.Diff(before, dumpContests(t, db)); diff != "" {
					t.Errorf("the refused call changed the database (-before +after):\n%s", diff)
				}
			})
			if !hasTried {
				t.Error("occupy did not call try, so no deletion was attempted")
			}
		})
	}
}

// Imports and checks of killed processes do not prevent the deletion of their contest.
func TestDeleteContestOfKilledProcesses(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	before := dumpContests(t, db)
	id, submissions := fullContest(t, db, "c")
	run := beginCheck(t, db, id, submissions)
	must(t, run.(*Run).session.close())
	execute(t, db, "INSERT INTO imports (contest_id, origin) VALUES ($1, '')", id)
	must(t, db.DeleteContest(ctx, review.CommandLine, id))
	if diff := cmp.Diff(before, dumpContests(t, db)); diff != "" {
		t.Errorf("rows (-before +after):\n%s", diff)
	}
}

// A deletion that fails at any step removes nothing.
func TestDeleteContestFailsWithoutChange(t *testing.T) {
	skipIfShort(t, "takes many seconds")
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	fullContest(t, db, "remaining")
	id, _ := fullContest(t, db, "deleted")
	before := dumpContests(t, db)
	for _, table := range []string{"pairs", "check_base", "submissions", "imports", "contests", "sources"} {
		if table == "sources" && pgtest.OnCluster() {
			continue // Citus allows no triggers on distributed tables
		}
		_, err := db.pool.Exec(ctx, fmt.Sprintf(`
			CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
			CREATE TRIGGER refuse BEFORE DELETE ON %s FOR EACH STATEMENT EXECUTE FUNCTION refuse()`, table))
		must(t, err)
		if err := db.DeleteContest(ctx, review.CommandLine, id); err == nil || !strings.Contains(err.Error(), "refused") {
			t.Errorf("refused deletion from %s: got error %v, want one with \"refused\"", table, err)
		}
		if diff := cmp.Diff(before, dumpContests(t, db)); diff != "" {
			t.Errorf("refused deletion from %s changed the database (-before +after):\n%s", table, diff)
		}
		execute(t, db, "DROP TRIGGER refuse ON "+table)
	}
	if err := db.DeleteContest(ctx, review.CommandLine, id); err != nil {
		t.Error(err)
	}
}

// While a contest is being deleted, imports and checks wait. Then the import creates a new
// contest, and the check does not find its contest.
func TestDeleteContestMakesOthersWait(t *testing.T) {
	skipIfShort(t, "takes many seconds")
	t.Parallel()
	ctx := context.Background()
	db := open(t)
	id, submissions := fullContest(t, db, "c")
	s, err := db.session(ctx)
	must(t, err)
	defer s.close()
	if free, err := s.tryLock(ctx, lockContest, id); err != nil || !free {
		t.Fatal(free, err)
	}
	var again int64
	done := make(chan error, 2)
	err = pgx.BeginFunc(ctx, s, func(tx pgx.Tx) error {
		if err := excludeChecks(ctx, tx, id); err != nil {
			return err
		}
		go func() {
			run, err := db.BeginCheck(ctx, review.CommandLine, contest.Check{ContestID: id}, idsOf(submissions), nil)
			if err == nil {
				run.Close()
			}
			if errors.Is(err, contest.ErrNotFound) {
				err = nil
			} else {
				err = fmt.Errorf("begin check: %v", err)
			}
			done <- err
		}()
		waitForLock(t, db)
		return removeContest(ctx, tx, id)
	})
	must(t, err)
	if err := <-done; err != nil {
		t.Error(err)
	}

	// The import waits for the lock that the session holds.
	id, _ = fullContest(t, db, "c")
	holder, err := db.session(ctx)
	must(t, err)
	defer holder.close()
	if free, err := holder.tryLock(ctx, lockContest, id); err != nil || !free {
		t.Fatal(free, err)
	}
	go func() {
		var err error
		again, _, err = db.Import(ctx, review.CommandLine, "", contest.Import{Contest: "c", Submissions: contestOf(2)})
		done <- err
	}()
	waitForLock(t, db)
	err = pgx.BeginFunc(ctx, holder, func(tx pgx.Tx) error { return removeContest(ctx, tx, id) })
	must(t, errors.Join(err, holder.close(), <-done))
	if got, err := db.Contents(ctx, "c"); err != nil || got.ID != again || again == id || got.Submissions != 2 {
		t.Errorf("imported as contest %d after %d was deleted: got %+v, %v; want a new contest with 2 submissions", again, id, got, err)
	}
}

// A known source that somebody adds while its contest is being deleted waits, without a deadlock, and does not find the contest.
func TestDeleteContestMakesSourcesWait(t *testing.T) {
	t.Parallel()
	db, ctx := open(t), t.Context()
	id := importContest(t, db, "c", contestOf(2))
	added := make(chan error)
	must(t, db.whileUnused(ctx, id, func(tx pgx.Tx) error {
		go func() { added <- addSource(db, id, "A", "int a;") }()
		waitForLock(t, db)
		return removeContest(ctx, tx, id)
	}))
	if err := <-added; !errors.Is(err, contest.ErrNotFound) {
		t.Errorf("the source of a deleted contest: %v, want ErrNotFound", err)
	}
}

// A followed contest cannot be deleted: the next submission would create it again.
func TestDeleteFollowed(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := open(t)
	id := importContest(t, db, "finals", contestOf(1))
	_, release, err := db.Follow(ctx, "finals", 0)
	must(t, err)
	if err := db.DeleteContest(ctx, review.CommandLine, id); !errors.Is(err, contest.ErrInUse) || !strings.Contains(err.Error(), "stop that first") {
		t.Errorf("delete a followed contest: got error %v, want ErrInUse with advice", err)
	}
	release()
	if err := db.DeleteContest(ctx, review.CommandLine, id); err != nil {
		t.Errorf("delete a contest that is not followed any more: got error %v", err)
	}
}
